import { ContractError } from '../../contract/errors.ts'
import type { TeamTroubleState } from '../../contract/team.ts'
import { TeamError, type TeamTrouble } from './team-error.ts'

/** The details of a trouble for the window: no address, no name, no secret. */
export function troubleDetails(trouble: TeamTrouble): TeamTroubleState {
  const { kind } = trouble
  if (kind === 'olderSchema') return { kind, schema: trouble.schema, wanted: trouble.needed }
  if (kind === 'newerSchema') return { kind, schema: trouble.schema, wanted: trouble.known }
  return 'code' in trouble ? { kind, code: trouble.code } : { kind }
}

/** Awaits a call to the team's database for a person: its trouble as the contract names it. */
export async function teamCall<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof TeamError)) throw error
    const { kind, ...details } = troubleDetails(error.trouble)
    throw new ContractError('teamTrouble', { details: { trouble: kind, ...details } })
  }
}
