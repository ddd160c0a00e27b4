import { createArchiveCalls } from './archive-calls.ts'
import { createJournalCalls } from './journal-calls.ts'
import type { PublicCallsDeps, PublicCallTable } from './public-call.ts'
import type { Program } from '../programs/identity/tx/program-row.ts'
import { requireRight } from '../programs/identity/rules/program-error.ts'
import type { CalledOperation, ProgramOperations } from '../programs/desk/program-operations.ts'
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
  /** By the public table: whoever calls has loaded it, and a start of core need not. */
  const requireRightFor = async (program: Program, id: CalledOperation) => {
    const { operations } = await import('../../public-api/operations.ts')
    requireRight(program, operations[id].right)
  }
  return {
    async sendAll(program, inputs, signal) {
      await requireRightFor(program, 'sendMessage')
      return sendMessages({ ...given, reservations }, program, inputs, signal)
    },
    releaseStale: reservations.releaseStale,
    readService: createServiceReads(given),
    async call(program, id, input, signal, file) {
      await requireRightFor(program, id)
      return table[id].answer({ program, input, signal, file })
    },
  }
}
