import { createArchiveCalls } from './archive-calls.ts'
import { createJournalCalls } from './journal-calls.ts'
import type { PublicCallsDeps, PublicCallTable } from './public-call.ts'
import { ProgramError } from '../subscriptions/program-error.ts'
import type { ProgramOperations } from '../subscriptions/program-operations.ts'
import { createWriteCalls } from './write-calls.ts'

/** Every operation of the public table, as core answers it (docs/programs.md). */
export const createPublicCallTable = (deps: PublicCallsDeps): PublicCallTable => ({
  ...createArchiveCalls(deps),
  ...createWriteCalls(deps),
  ...createJournalCalls(deps),
})

export function createPublicCalls(deps: PublicCallsDeps): ProgramOperations {
  const table = createPublicCallTable(deps)
  return {
    async call(program, id, input, signal) {
      const { right, answer } = table[id]
      if (!program.rights.includes(right))
        throw new ProgramError('rightMissing', { detail: `It needs the right ${right}.` })
      return answer({ program, input, signal })
    },
  }
}
