import type { ReceivingBase } from './receiving-base.ts'
import type { JournalKey } from '../../contract/ids.ts'
import { createSignal } from '../base/create-signal.ts'
import type { Applied } from './tx/apply-notification.ts'
import type { ApplyInboxInput } from './tx/receiving-intents.ts'

/** At most so many notifications in one transaction, and no further one after so many ms: a kept one may be waiting. */
const batch = { limit: 64, budgetMs: 4 }
/** The same while receiving waits for it: then it takes its turn beside everybody else, histories above all. */
const fullBatch = { limit: 256, budgetMs: 20 }
/**
 * So many may be kept and not applied before receiving waits: what a person sees must not lag far behind. Some seconds
 * of applying.
 */
export const largestBacklog = 5000
/** Then it waits until so few are left. */
const roomAgainAt = largestBacklog / 2
/** What was not applied is tried again after, ms. */
const againMs = 1000
/** So long is what was kept still applied at the end, ms; the next run goes on with the rest. */
const atEndMs = 2000

export interface FollowerOptions extends Pick<ReceivingBase, 'clock' | 'store' | 'logger'> {
  /** Of this program. */
  readonly version: string
  readonly onApplied: (applied: Applied) => void
}

/** Applies what was kept, in the order in which it was kept, whoever kept it. One for all instances. */
export interface Follower {
  /** So many notifications were kept. */
  countPersisted(count?: number): void
  hasRoom(): boolean
  /** Resolves when another one may be kept, or when `signal` aborts. */
  untilRoom(signal: AbortSignal): Promise<void>
  /** Begins with what an earlier run left behind. */
  start(): void
  /** Resolves when what was kept is applied, or can't be now or takes too long: then the next run goes on with it. */
  stop(): Promise<void>
}

export function createFollower({ clock, store, logger, version, onApplied }: FollowerOptions): Follower {
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let woken = false
  /** Kept and not applied, of what was kept in this run. */
  let backlog = 0
  let full = false
  const room = createSignal<[]>()
  let endAt = Infinity
  /**
   * What is left over from a run that ended, or from a worker that did, may be what ended it: its try is on the disk
   * before it is applied, up to the newest of it. `unknown` until the inbox was looked at, null when nothing is left
   * over.
   */
  let carefulUpTo: JournalKey | 'unknown' | null = 'unknown'

  const step = async (): Promise<boolean> => {
    let limits: Pick<ApplyInboxInput, 'limit' | 'budgetMs'> = full ? fullBatch : batch
    if (carefulUpTo !== null) {
      const { count, newest } = await store.write('receiving.recordTrial', undefined)
      if (carefulUpTo === 'unknown') carefulUpTo = newest
      limits = { limit: count, budgetMs: Infinity }
    }
    // A recorded try runs at once: a program that is killed meanwhile, by whatever, would be counted against the
    // notification.
    const deferred = !full && carefulUpTo === null
    const { applied, more } = await store.write('receiving.applyInbox', { version, ...limits }, { deferred })
    for (const one of applied) {
      try {
        onApplied(one)
      } catch (error) {
        logger.error(
          { instance: one.instance, error },
          'a notification was applied, but not everybody could hear of it',
        )
      }
    }
    const last = applied.at(-1)
    if (!more || (typeof carefulUpTo === 'number' && last !== undefined && last.event >= carefulUpTo))
      carefulUpTo = null
    backlog = more ? Math.max(0, backlog - applied.length) : 0
    if (full && backlog <= roomAgainAt) {
      full = false
      room.tell()
    }
    return more
  }

  const run = async (): Promise<void> => {
    while (woken) {
      woken = false
      try {
        while (clock.monotonic() < endAt && (await step()));
      } catch (error) {
        carefulUpTo = 'unknown'
        logger.error({ error }, 'what was received is kept, and could not be applied now')
        if (stopping.signal.aborted) return
        woken = true
        await clock.sleep(againMs, stopping.signal)
        await store.whenOk(stopping.signal)
      }
    }
  }

  const wake = () => {
    woken = true
    running ??= run().finally(() => {
      running = null
      if (woken && !stopping.signal.aborted) wake()
    })
  }

  return {
    countPersisted(count = 1) {
      backlog += count
      full ||= backlog >= largestBacklog
      wake()
    },
    hasRoom: () => !full,
    async untilRoom(signal) {
      if (!full || signal.aborted) return
      await new Promise<void>((resolve) => {
        const go = () => {
          stopListening()
          signal.removeEventListener('abort', go)
          resolve()
        }
        const stopListening = room.listen(go)
        signal.addEventListener('abort', go, { once: true })
      })
    },
    start: wake,
    async stop() {
      wake()
      endAt = clock.monotonic() + atEndMs
      stopping.abort()
      await running
    },
  }
}
