import type { ContractErrorData } from '../../contract/errors.ts'
import type { MessageId, Translate } from './translations.ts'

/** Codes whose sentence needs one of the error's details. */
const values = ({ retryAfterMs, details = {} }: ContractErrorData): Record<string, string | number> => {
  const given: Record<string, string | number> = {
    seconds: Math.max(1, Math.ceil((retryAfterMs ?? 0) / 1000)),
    text: '',
    length: 0,
    limit: 0,
    bytes: 0,
    suggestion: '',
    code: '',
    schema: 0,
    wanted: 0,
  }
  for (const [name, value] of Object.entries(details)) {
    if (typeof value === 'string' || typeof value === 'number') given[name] = value
  }
  return given
}

const id = ({ code, details }: ContractErrorData): MessageId => {
  const kind = code === 'teamTrouble' ? details?.['trouble'] : code === 'backupFailed' ? details?.['reason'] : undefined
  return (typeof kind === 'string' ? `error.${code}.${kind}` : `error.${code}`) as MessageId
}

/** The sentence for an error's code: what happened and what to do next. */
export const errorText = (t: Translate, error: ContractErrorData): string => t(id(error), values(error))
