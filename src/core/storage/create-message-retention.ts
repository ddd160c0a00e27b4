import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import type { RetentionPreview } from '../../contract/settings.ts'
import { createPollLoop } from '../base/create-poll-loop.ts'
import type { Service } from '../base/core-base.ts'
import type { Clock, Logger } from '../base/ports.ts'
import type { CountedPiece } from '../erasing/tx/retain-messages.ts'
import type { erasingReads, erasingWrites } from '../erasing/tx/erasing-intents.ts'
import type { StoreOf } from '../store/store.ts'
import { createRetentionClock } from './create-retention-clock.ts'
import type { storageReads, storageWrites } from './tx/storage-intents.ts'

export type RetentionCalls = CallsOf<'retention'>

/** A start is over, ms. */
const firstMs = 5 * 60_000
/** By what passes, not at an hour of the day, ms. */
const everyMs = 24 * 3_600_000
/** While the computer's clock is in doubt, or after trouble with the store, ms. */
const againMs = 3_600_000
const dayMs = 24 * 3_600_000

interface RetentionDeps {
  readonly clock: Clock
  readonly logger: Logger
  readonly store: StoreOf<typeof erasingWrites & typeof storageWrites, typeof erasingReads & typeof storageReads>
  /** There is something to erase. */
  readonly wakeErasing: () => void
}

/** How long messages are kept: what would go is counted first, and removed day by day. */
export function createMessageRetention({ clock, logger, store, wakeErasing }: RetentionDeps): {
  readonly handlers: Pick<CoreHandlers, RetentionCalls>
  readonly service: Service
} {
  const stopping = new AbortController()
  const ages = createRetentionClock({ clock, store })
  const loop = createPollLoop(clock)
  let running: Promise<void> = Promise.resolve()

  const begin = async (): Promise<number> => {
    try {
      const now = await ages.now()
      if (now === null) return againMs
      await store.write('erasing.retain', { now })
      wakeErasing()
      return everyMs
    } catch (error) {
      if (!stopping.signal.aborted) logger.warn({ error }, 'retention waits')
      return againMs
    }
  }

  return {
    handlers: {
      async 'retention.preview'(keep, { signal }) {
        const now = (await ages.now()) ?? clock.now()
        const previews: RetentionPreview[] = []
        for (const { labels, ...shown } of await store.read('erasing.keeps', keep, { signal })) {
          const { instance, days, isTeams } = shown
          const files = new Map<string, number>()
          const waiting = new Set<number>()
          let messages = 0
          let oldestAt: number | null = null
          const old = { instance, before: now - (days ?? 0) * dayMs, labels }
          let scan: CountedPiece['next'] = null
          for (let isDone = days === null || isTeams; !isDone; isDone = scan === null) {
            const piece: CountedPiece = await store.search('erasing.countOld', { ...old, scan }, { signal })
            messages += piece.messages
            oldestAt ??= piece.oldestAt
            for (const { ref, bytes } of piece.files) files.set(ref, bytes)
            for (const chat of piece.waiting) waiting.add(chat)
            scan = piece.next
          }
          const bytes = [...files.values()].reduce((sum, one) => sum + one, 0)
          previews.push({ ...shown, messages, files: files.size, bytes, oldestAt, waitingChats: waiting.size })
        }
        return previews
      },
      async 'retention.set'(keep) {
        await store.write('erasing.setKeep', keep, { urgent: true })
        loop.wake()
      },
    },
    service: {
      start() {
        let isStart = true
        running = loop.run(stopping.signal, () => {
          const wait = isStart ? Promise.resolve(firstMs) : begin()
          isStart = false
          return wait
        })
      },
      async stop() {
        stopping.abort()
        await running
      },
    },
  }
}
