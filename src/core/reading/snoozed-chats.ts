import type { CancelTimer, Clock, Logger } from '../base/ports.ts'
import type { Service } from '../base/core-base.ts'
import { createRerun } from '../base/create-rerun.ts'
import { isStoreTrouble } from '../store/store-error.ts'
import type { ReadingStore } from './reading-base.ts'

/** The clock is looked at so often at least, ms: it may be set, and the computer may sleep. */
const mostWaitMs = 60_000
/** After a store that refused, ms. */
const retryMs = 5_000

export interface SnoozedChats extends Service {
  /** A chat was snoozed. */
  schedule(): void
}

interface Ports {
  readonly store: ReadingStore
  readonly clock: Clock
  readonly logger: Logger
}

/** Brings snoozed chats back when their time comes, also one that passed while the program was off. */
export function createSnoozedChats({ store, clock, logger }: Ports): SnoozedChats {
  const stopping = new AbortController()
  let cancel: CancelTimer = () => undefined

  const waitFor = (ms: number): void => {
    cancel()
    if (!stopping.signal.aborted) cancel = clock.setTimer(ms, schedule)
  }

  const endSnoozes = async (): Promise<void> => {
    if (stopping.signal.aborted) return
    try {
      const { nextAt } = await store.write('chats.endSnoozes', undefined, { deferred: true })
      const leftMs = nextAt === null ? null : nextAt - clock.now()
      if (leftMs !== null && leftMs <= 0) schedule()
      else if (leftMs !== null) waitFor(Math.min(leftMs, mostWaitMs))
    } catch (error) {
      if (!isStoreTrouble(error)) logger.error({ error: String(error) }, 'snoozed chats')
      waitFor(retryMs)
    }
  }
  const run = createRerun(endSnoozes)
  const schedule = () => void run()

  return {
    schedule,
    start: schedule,
    async stop() {
      stopping.abort()
      cancel()
      await run()
    },
  }
}
