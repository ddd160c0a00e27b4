import { createArchiveCalls } from './archive-calls.ts'
import { createJournalCalls } from './journal-calls.ts'
import type { PublicCallsDeps, PublicCallTable } from './public-call.ts'
import type { ProgramRight } from '../../contract/programs.ts'
import type { Program } from '../programs/identity/tx/program-row.ts'
import { ProgramError } from '../programs/identity/rules/program-error.ts'
import type { ProgramOperations } from '../programs/desk/program-operations.ts'
import { createSendReservations } from './send-reservations.ts'
import { createServiceReads } from './service-reads.ts'
import { createWriteCalls, sendMessages } from './write-calls.ts'

/** Every operation of the public table, as core answers it (docs/programs.md). */
export const createPublicCallTable = (deps: PublicCallsDeps): PublicCallTable => ({
  ...createArchiveCalls(deps),
  ...createWriteCalls(deps),
  ...createJournalCalls(deps),
})

export function createPublicCalls(
  given: Omit<PublicCallsDeps, 'reservations'> & Parameters<typeof createSendReservations>[0],
): ProgramOperations {
  const reservations = createSendReservations(given)
  const table = createPublicCallTable({ ...given, reservations })
  const requireRight = (program: Program, right: ProgramRight) => {
    if (!program.rights.includes(right))
      throw new ProgramError('rightMissing', { detail: `It needs the right ${right}.` })
  }
  return {
    async sendAll(program, inputs, signal) {
      requireRight(program, 'send')
      return sendMessages({ ...given, reservations }, program, inputs, signal)
    },
    releaseStale: reservations.releaseStale,
    readService: createServiceReads(given),
    async call(program, id, input, signal, file) {
      const { right, answer } = table[id]
      requireRight(program, right)
      return answer({ program, input, signal, file })
    },
  }
}
