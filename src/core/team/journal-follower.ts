import type { InstanceKey } from '../../contract/ids.ts'
import type { Clock, Logger } from '../ports.ts'
import type { Store } from '../intents.ts'
import type { Entry, SharedInstanceId, SharedTeam } from './shared-team.ts'

/** What a lost wake-up costs at most, ms. */
const pollMs = 5_000
/** How much is read at once: entries of each instance, of all of them, and their bytes. A slow line has to bring it within seconds. */
const mostOfEach = 200
const mostOfAll = 2_000
const mostBytes = 1_000_000
/** A character takes so many bytes in the database at most: escaped in JSON as `\u0000`. */
const bytesOfCharacter = 6
/** What went wrong is tried again after, ms. */
const againMs = 1_000

export interface JournalFollowerOptions {
  readonly team: Pick<SharedTeam, 'page'>
  readonly store: Store
  readonly clock: Clock
  readonly logger: Logger
  /** By how much the database's clock is ahead of ours, ms. */
  readonly clockOffsetMs: () => number
  readonly onKept: (count: number) => void
  readonly untilRoom: (signal: AbortSignal) => Promise<void>
  /** Before each page: takes what the journal does not tell. */
  readonly catchUp: (signal: AbortSignal) => Promise<void>
  /** The database answered, or did not. */
  readonly onAnswer: (error: unknown) => void
}

/** Follows the journal of all shared instances by this desk's cursors into its inbox. */
export interface JournalFollower {
  /** There may be something new. */
  wake(): void
  /** How far the journal of an instance is here. */
  taken(shared: SharedInstanceId): number
  /** When the newest entry that is here was made, epoch ms by our clock; null: none is known. */
  lastAt(shared: SharedInstanceId): number | null
  /** Instances came, or went. */
  reread(): void
  /** Runs until `signal` aborts. */
  run(signal: AbortSignal): Promise<void>
}

export function followJournal(options: JournalFollowerOptions): JournalFollower {
  const { team, store, clock, logger, clockOffsetMs, onKept, untilRoom, catchUp, onAnswer } = options
  let cursors: Map<SharedInstanceId, { readonly instance: InstanceKey; n: number; lastAt: number | null }> | null = null
  let woken = true
  let rouse = () => {}

  const readCursors = async () => {
    const rows = await store.read('team.instances', undefined)
    return new Map(rows.map(({ shared, instance, n, lastAt }) => [shared, { instance, n, lastAt }] as const))
  }

  /** One page. True: there may be more. */
  const step = async (signal: AbortSignal): Promise<boolean> => {
    cursors ??= await readCursors()
    const known = cursors
    if (known.size === 0) return false
    await untilRoom(signal)
    await catchUp(signal)
    const entriesOfEach = Math.min(mostOfEach, Math.ceil(mostOfAll / known.size))
    const entries = await team.page(
      [...known].map(([instance, { n }]) => ({ instance, n })),
      entriesOfEach,
      mostBytes,
    )
    onAnswer(null)
    if (entries.length === 0 || signal.aborted) return false
    const offset = clockOffsetMs()
    const { kept } = await store.write('team.take', {
      entries: entries.map((entry) => ({ ...entry, at: entry.at - offset })),
    })
    for (const { instance, n, at } of entries) {
      const cursor = known.get(instance)
      if (cursor === undefined) continue
      cursor.n = n
      cursor.lastAt = at - offset
    }
    if (kept > 0) onKept(kept)
    return mayBeCut(entries, entriesOfEach)
  }

  const wake = () => {
    woken = true
    rouse()
  }
  return {
    wake,
    taken: (shared) => cursors?.get(shared)?.n ?? 0,
    lastAt: (shared) => cursors?.get(shared)?.lastAt ?? null,
    reread() {
      cursors = null
      wake()
    },
    async run(signal) {
      while (!signal.aborted) {
        woken = false
        try {
          while (!signal.aborted && (await step(signal)));
        } catch (error) {
          onAnswer(error)
          // What stands in the store counts, not what was meant to.
          cursors = null
          logger.warn({ error: String(error) }, "the team's journal was not followed")
          await clock.sleep(againMs, signal)
          await store.whenOk(signal)
          continue
        }
        if (woken || signal.aborted) continue
        const waiting = new AbortController()
        rouse = () => waiting.abort()
        await clock.sleep(pollMs, AbortSignal.any([signal, waiting.signal]))
        rouse = () => {}
      }
    },
  }
}

/** Whether of some instance as many came as were asked for, or of all of them as many bytes. */
function mayBeCut(entries: readonly Entry[], entriesOfEach: number): boolean {
  const counts = new Map<SharedInstanceId, number>()
  let characters = 0
  for (const { instance, raw } of entries) {
    counts.set(instance, (counts.get(instance) ?? 0) + 1)
    characters += raw.length
  }
  return characters * bytesOfCharacter >= mostBytes || [...counts.values()].some((count) => count >= entriesOfEach)
}
