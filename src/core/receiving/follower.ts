import type { ReceivingBase } from './receiving-base.ts'
import type { JournalKey, InstanceKey } from '../../contract/ids.ts'
import { createSignal, type Signal } from '../base/create-signal.ts'
import type { Applied } from './tx/apply-notification.ts'
import type { ApplyInboxInput, Trial } from './tx/receiving-intents.ts'
import { isEndOfWriter, isStoreTrouble } from '../store/store-error.ts'
import type { Span } from '../messages/archive/rules/completeness.ts'

/**
 * Limits of one transaction: number of notifications, and time, ms, because a notification may be waiting to be stored.
 */
const batch = { limit: 64, budgetMs: 4 }
/** The limits while receiving waits for the follower, which then competes with other work, above all histories. */
const fullBatch = { limit: 256, budgetMs: 20 }
/**
 * Most notifications stored and not applied; then receiving waits, so that the window does not lag. Some seconds of
 * work.
 */
export const largestBacklog = 5000
/** Receiving continues at this number. */
const roomAgainAt = largestBacklog / 2
/** Pause after a failed transaction, ms. */
const againMs = 1000
/** Longest time to apply the inbox at the end, ms; the next run continues. */
const atEndMs = 2000

interface FollowerOptions extends Pick<ReceivingBase, 'clock' | 'store' | 'logger'> {
  /** Of this program. */
  readonly version: string
  readonly onApplied: (applied: Applied) => void
}

/** Applies stored notifications in the order of storing, from all sources. One follower for all instances. */
interface Follower {
  /** Reports the number of newly stored notifications. */
  countPersisted(count?: number): void
  hasRoom(): boolean
  /** Resolves when the backlog has room, or when `signal` aborts. */
  untilRoom(signal: AbortSignal): Promise<void>
  /** Starts with the inbox that an earlier run left. */
  start(): void
  /** Resolves when the inbox is applied, or when that fails or takes too long: then the next run continues. */
  stop(): Promise<void>
}

export function createFollower({ clock, store, logger, version, onApplied }: FollowerOptions): Follower {
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let woken = false
  /** Number of notifications stored in this run and not applied. */
  let backlog = 0
  let full = false
  const room = createSignal<[]>()
  let endAt = Infinity
  /**
   * The newest notification left over from a run or worker that ended. Leftovers may have caused that end, so their
   * attempt is recorded before they are applied. `unknown` until the inbox was read; null: none.
   */
  let carefulUpTo: JournalKey | 'unknown' | null = 'unknown'
  /** The recorded attempt that is not over yet. */
  let trial: Trial | null = null

  const step = async (): Promise<boolean> => {
    let limits: Pick<ApplyInboxInput, 'limit' | 'budgetMs'> = full ? fullBatch : batch
    if (carefulUpTo !== null) {
      trial ??= await store.write('receiving.recordTrial', undefined)
      if (carefulUpTo === 'unknown') carefulUpTo = trial.newest
      limits = { limit: trial.count, budgetMs: Infinity }
    }
    // A recorded attempt runs at once: if the program were killed in between for another reason, the notification would
    // be blamed.
    const deferred = !full && carefulUpTo === null
    const { applied, more } = await store.write('receiving.applyInbox', { version, ...limits }, { deferred })
    trial = null
    for (const one of applied) {
      try {
        onApplied(one)
      } catch (error) {
        logger.error({ instance: one.instance, error }, 'a notification was applied, but a listener failed')
      }
    }
    const last = applied.at(-1)
    if (!more || (typeof carefulUpTo === 'number' && last !== undefined && last.event >= carefulUpTo))
      carefulUpTo = null
    backlog = more ? Math.max(0, backlog - applied.length) : 0
    if (full && backlog <= roomAgainAt) {
      full = false
      room.emit()
    }
    return more
  }

  const run = async (): Promise<void> => {
    while (woken) {
      woken = false
      try {
        while (clock.monotonic() < endAt && (await step()));
      } catch (error) {
        // A full or failing disk says nothing against what was being applied.
        if (!isStoreTrouble(error) || isEndOfWriter(error)) {
          carefulUpTo = 'unknown'
          trial = null
        }
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

/**
 * Notifications that are stored and not applied yet, from an instance's loop or a team's journal. Created before both,
 * so that neither depends on the other.
 */
export interface Inbox extends Follower {
  /** Emitted after the commit, with the changes of each notification. */
  readonly applied: Signal<[Applied]>
  /** Emitted when the queue has missed a period, which histories have to fill. */
  readonly absences: Signal<[InstanceKey, Span]>
}

export function createInbox(options: Omit<FollowerOptions, 'onApplied'>): Inbox {
  const applied = createSignal<[Applied]>()
  return { ...createFollower({ ...options, onApplied: applied.emit }), applied, absences: createSignal() }
}
