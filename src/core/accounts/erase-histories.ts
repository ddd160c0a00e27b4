import type { InstanceKey } from '../../contract/ids.ts'
import { createRerun } from '../base/create-rerun.ts'
import type { Service } from '../base/core-base.ts'
import type { AccountsBase } from './accounts-base.ts'

export interface EraseHistories extends Service {
  /** There is something to erase. */
  wake(): void
}

/** Between two pieces, ms: receiving goes first. */
const breather = 20
/** After trouble with the store, ms. */
const again = 30_000

/** The parts of a history outside the store. Both are repeated if the program ends in between. */
export interface HistoryElsewhere {
  /** Files among the media that nothing shows any more. */
  removeFiles(refs: readonly string[]): Promise<void>
  /** Every request of an instance in the request log, and stores that were set aside, which hold all histories. */
  eraseCopies(instance: InstanceKey): Promise<void>
}

interface EraseDeps extends Pick<AccountsBase, 'store' | 'clock' | 'logger'> {
  readonly elsewhere: HistoryElsewhere
}

/** Removes the histories of removed instances piece by piece, over restarts, until nothing of them is left. */
export function createEraseHistories({ store, clock, logger, elsewhere }: EraseDeps): EraseHistories {
  const stopping = new AbortController()
  const wake = createRerun(async () => {
    while (!stopping.signal.aborted) {
      try {
        const { more, files, copies } = await store.write('accounts.eraseSome', undefined)
        await elsewhere.removeFiles(files)
        if (copies !== null) {
          await elsewhere.eraseCopies(copies)
          await store.write('accounts.recordCopiesErased', { instance: copies })
        }
        if (!more) return
        await clock.sleep(breather, stopping.signal)
      } catch (error) {
        logger.warn({ error }, 'erasing a history waits')
        await clock.sleep(again, stopping.signal)
      }
    }
  })
  return {
    wake: () => void wake(),
    start: () => void wake(),
    async stop() {
      stopping.abort()
      await wake()
    },
  }
}
