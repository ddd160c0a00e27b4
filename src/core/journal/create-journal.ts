import type { Service } from '../base/core-base.ts'
import { clearJournal, createJournalHandlers } from './journal-handlers.ts'
import type { JournalDeps } from './journal-handlers.ts'
import { keepJournal } from './keep-journal.ts'

interface JournalOptions extends JournalDeps {
  /** Of this program. */
  readonly version: string
}

interface Journal {
  readonly handlers: ReturnType<typeof createJournalHandlers>
  readonly service: Service & { clear(): Promise<void> }
}

/** The journal: every raw notification, its state, and its retention. */
export function createJournal(options: JournalOptions): Journal {
  const stopping = new AbortController()
  let keeping: Promise<void> = Promise.resolve()
  return {
    handlers: createJournalHandlers(options),
    service: {
      clear: () => clearJournal(options),
      start() {
        keeping = keepJournal(options, options.version, stopping.signal)
      },
      async stop() {
        stopping.abort()
        await keeping
      },
    },
  }
}
