import { ContractError } from '../../../../contract/errors.ts'
import type { ProgramSendLimits } from '../../../../contract/programs.ts'

/** UTF-16 code units. */
const nameLength = 64

/** How many programs there may be: each waiting one costs a connection and a cursor. */
export const mostPrograms = 100

/** Returns the name as it is stored, and what it is compared by. */
export function checkProgramName(given: string): { readonly name: string; readonly nameKey: string } {
  const name = given.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  if (name === '' || !name.isWellFormed()) throw new ContractError('programNameEmpty')
  if (name.length > nameLength) {
    throw new ContractError('programNameTooLong', { details: { length: name.length, limit: nameLength } })
  }
  return { name, nameKey: name.normalize('NFKC').toLowerCase() }
}

/** What a program may send where a person said nothing else. */
export const usualLimits: ProgramSendLimits = { minute: 20, hour: 200, day: 1000 }
