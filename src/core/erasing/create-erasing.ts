import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import { createRerun } from '../base/create-rerun.ts'
import type { CoreBase, Service } from '../base/core-base.ts'
import type { StoreOf } from '../store/store.ts'
import type { erasingReads, erasingWrites } from './tx/erasing-intents.ts'

export type ErasingCalls = CallsOf<'erasing'>

export interface ErasingService extends Service {
  /** There is something to erase. */
  wake(): void
}

/** Between two pieces, ms: receiving goes first. */
const breather = 20
/** After trouble with the store, ms. */
const again = 30_000

/** The parts of a history outside the store. Each is repeated if the program ends in between. */
interface HistoryElsewhere {
  /** Files among the media that nothing shows any more. */
  removeFiles(refs: readonly string[]): Promise<void>
  /** Every request of an instance in the request log, exported files, and stores that were set aside. */
  eraseCopies(instance: InstanceKey): Promise<void>
  /** Requests that hold one of the numbers and ids, exported files, and stores that were set aside. */
  erasePerson(ids: readonly string[]): Promise<void>
}

interface ErasingDeps extends Pick<CoreBase, 'clock' | 'ids' | 'logger'> {
  readonly store: StoreOf<typeof erasingWrites, typeof erasingReads>
  readonly elsewhere: HistoryElsewhere
}

/**
 * Removes histories of removed instances, and persons, piece by piece, over restarts, until nothing of them is left in
 * the data folder.
 */
export function createErasing({ store, clock, ids, logger, elsewhere }: ErasingDeps): {
  readonly handlers: Pick<CoreHandlers, ErasingCalls>
  readonly service: ErasingService
} {
  const stopping = new AbortController()
  const wake = createRerun(async () => {
    while (!stopping.signal.aborted) {
      try {
        const { more, files, copies, person } = await store.write('erasing.some', undefined)
        await elsewhere.removeFiles(files)
        if (copies !== null) {
          await elsewhere.eraseCopies(copies)
          await store.write('erasing.recordCopies', { instance: copies })
        }
        if (person !== null) {
          await elsewhere.erasePerson(person.ids)
          await store.write('erasing.recordPerson', person)
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
    handlers: {
      'erasing.traces': (input, { signal }) => store.search('erasing.traces', input, { signal }),
      'erasing.erasures': () => store.read('erasing.erasures', undefined),
      async 'erasing.person'({ chat }) {
        await store.write('erasing.person', { chat, salt: ids.uuid() }, { urgent: true })
        void wake()
      },
    },
    service: {
      wake: () => void wake(),
      start: () => void wake(),
      async stop() {
        stopping.abort()
        await wake()
      },
    },
  }
}
