import { createPollLoop } from '../../base/create-poll-loop.ts'
import type { TeamStore } from '../ports.ts'
import type { Clock, Logger } from '../../base/ports.ts'
import type { Entry, Lease, SharedTeam } from '../../sharing/shared-team.ts'
import type { SharedInstanceId } from '../../sharing/shared-ids.ts'
import { isBadValue } from '../../sharing/team-error.ts'
import type { EntryPlace } from './tx/team-history.ts'
import type { TakenWindow } from './tx/take-window.ts'
import type { TeamInstance } from '../tx/team-intents.ts'

/** Polling interval without wake-ups, ms. */
const pollMs = 5_000
/**
 * How much is read at once: entries of each instance, of all of them, and their bytes. A slow line has to bring it
 * within seconds.
 */
const mostOfEach = 200
const mostOfAll = 2_000
const mostBytes = 1_000_000
/** A character takes so many bytes in the database at most: escaped in JSON as `\u0000`. */
const bytesOfCharacter = 6
/** Pause after a failure, ms. */
const againMs = 1_000
/** A desk that can't follow for so long is shown, and receives nothing more: others may not get it either, ms. */
const stalledMs = 30_000
/** So many entries are compared with the database's at once. */
const trailPage = 500

interface EntryNumber {
  readonly instance: SharedInstanceId
  readonly n: number
}

/** The newest entry of an instance's journal on this desk. */
type Cursor = { -readonly [Field in 'n' | 'link' | 'lastAt']: TeamInstance[Field] }

export interface JournalFollowerOptions {
  readonly team: Pick<SharedTeam, 'page' | 'role' | 'history' | 'enterAgain'>
  readonly store: TeamStore
  readonly clock: Clock
  readonly logger: Logger
  /** By how much the database's clock is ahead of ours, ms. */
  readonly clockOffsetMs: () => number
  readonly onPersisted: (count: number) => void
  /** These are here, and so are windows of histories that came with them. */
  readonly onTaken: (entries: readonly Entry[], windows: readonly TakenWindow[]) => void
  /**
   * The database lost entries that were here; its newest one that is here is `n`. `sends`: those that the lost ones
   * told of.
   */
  readonly onWentBack: (shared: SharedInstanceId, n: number, sends: readonly string[]) => void
  /** An entry that was to be entered again was put aside. */
  readonly onPutAside: () => void
  readonly untilRoom: (signal: AbortSignal) => Promise<void>
  /** Before entries are taken: ends what counts as complete where the database has another history by now. */
  readonly checkGeneration: (generation: string | null) => Promise<void>
  /** This run of the desk acts, so the database takes entries of it. */
  readonly mayEnter: () => boolean
  /** Before each page: takes what the journal does not tell. */
  readonly catchUp: (signal: AbortSignal) => Promise<void>
  /** The database answered, or did not. */
  readonly onAnswer: (error: unknown) => void
  /** The journal could not be followed for half a minute, whoever is to blame; or it is again. */
  readonly onStalled: (isStalled: boolean) => void
}

/** Follows the journal of all shared instances by this desk's cursors into its inbox. */
export interface JournalFollower {
  /** Reports that there may be new entries: one by its number, or any. */
  wake(entry?: EntryNumber): void
  /** The newest entry of an instance's journal on this desk. */
  taken(shared: SharedInstanceId): number
  /** Whether this desk has been at the end of an instance's journal since it follows it. */
  isFollowed(shared: SharedInstanceId): boolean
  /** When the newest entry that is here was made, epoch ms by our clock; null: none is known. */
  lastAt(shared: SharedInstanceId): number | null
  /**
   * Compares the database's state of an instance with this desk's, and checks the history if they differ. True: the
   * newest entry of the database is the newest one here.
   */
  compare(lease: Pick<Lease, 'instance' | 'lastN' | 'lastLink'>): boolean
  /** Compares the history of all instances. */
  compareAll(): void
  /** The set of shared instances has changed. */
  reread(): void
  /** Runs until `signal` aborts. */
  run(signal: AbortSignal): Promise<void>
}

export function followJournal(options: JournalFollowerOptions): JournalFollower {
  const {
    team,
    store,
    clock,
    logger,
    clockOffsetMs,
    onPersisted,
    onTaken,
    onWentBack,
    onPutAside,
    untilRoom,
    checkGeneration,
    mayEnter,
    catchUp,
    onAnswer,
    onStalled,
  } = options
  let failingSince: number | null = null
  let cursors: Map<SharedInstanceId, Cursor> | null = null
  /** Counts calls of `reread`. */
  let rereads = 0
  /** Instances of which the database may have another history than this desk. */
  const doubtful = new Set<SharedInstanceId>()
  /** Instances whose journals this desk had read to the end. */
  let atEnd: ReadonlySet<SharedInstanceId> = new Set()
  /** Entries that the database lost may wait to be entered again. */
  let hasLost = true
  /** Entries that wake-ups named since the page in progress was begun. Null: there is more reason for the next page. */
  let named: EntryNumber[] | null = null
  const loop = createPollLoop(clock)
  const readPage = () => {
    named = null
    loop.wake()
  }
  const isTaken = ({ instance, n }: EntryNumber) => n <= (cursors?.get(instance)?.n ?? -Infinity)

  const currentCursors = async (): Promise<Map<SharedInstanceId, Cursor>> => {
    while (cursors === null) {
      const before = rereads
      const rows = await store.read('team.instances', undefined)
      // The rows may lack instances that were shared during the read.
      if (rereads === before) cursors = new Map(rows.map(({ shared, ...cursor }) => [shared, cursor] as const))
    }
    return cursors
  }

  /** Goes back to the newest entry that the database and this desk both have, if that is not the one at the cursor. */
  const compareHistory = async (shared: SharedInstanceId, cursor: Cursor) => {
    if (cursor.n === 0 || cursor.link === null) return
    let common: EntryPlace | null = null
    for (let before = cursor.n + 1; common === null;) {
      // First what is here, then the database: it may have grown meanwhile, and what it has stays.
      const trail = await store.read('team.trail', { shared, before, limit: trailPage })
      const history = await team.history(shared, trail)
      if (history === null) return
      const { lastN, lastLink } = history
      if (lastN === cursor.n && lastLink === cursor.link) return
      const known = new Set(history.known)
      common = trail.find(({ n, link }) => known.has(n) || (n === lastN && link === lastLink)) ?? null
      if (trail.length < trailPage) break
      before = trail.at(-1)?.n ?? 0
    }
    if (common?.n === cursor.n) return
    const { n, link } = common ?? { n: 0, link: null }
    const { entries, sends } = await store.write('team.goBack', { shared, n, link })
    logger.warn({ shared, n, entries }, "the team's database lost entries that are here")
    cursors = null
    hasLost = true
    onWentBack(shared, n, sends)
  }

  /**
   * Enters lost entries again. They come back by the journal, where this desk recognises them. An entry that the
   * database refuses would be refused forever, so it is put aside and the next one is entered.
   */
  const enterLost = async () => {
    while (hasLost && team.role !== 'viewer' && mayEnter()) {
      const lost = await store.read('team.lost', undefined)
      hasLost = lost.length > 0
      for (const { shared, after, ...entry } of lost) {
        try {
          await team.enterAgain(shared, after, entry)
        } catch (error) {
          if (!isBadValue(error)) throw error
          await store.write('team.putAsideLost', { shared, id: entry.id, reason: String(error) })
          onPutAside()
          logger.warn({ shared, id: entry.id }, "the team's database refuses an entry that it lost")
        }
      }
      if (hasLost) await store.write('team.markReentered', { entries: lost.map(({ shared, id }) => ({ shared, id })) })
    }
  }

  /** Takes one page. True: there may be more. */
  const step = async (signal: AbortSignal): Promise<boolean> => {
    for (const shared of doubtful) {
      const cursor = (await currentCursors()).get(shared)
      doubtful.delete(shared)
      if (cursor === undefined) continue
      try {
        await compareHistory(shared, cursor)
      } catch (error) {
        doubtful.add(shared)
        throw error
      }
    }
    await enterLost()
    const known = await currentCursors()
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
    if (signal.aborted) return false
    const [first] = entries
    if (first === undefined) {
      atEnd = new Set(known.keys())
      return false
    }
    await checkGeneration(first.generation)
    const offset = clockOffsetMs()
    const { stored, windows, broken } = await store.write('team.take', {
      entries: entries.map((entry) => ({ ...entry, at: entry.at - offset })),
    })
    for (const { instance, n, link, at } of entries) {
      const cursor = known.get(instance)
      if (cursor === undefined || broken.includes(instance)) continue
      Object.assign(cursor, { n, link, lastAt: at - offset })
    }
    if (stored > 0) onPersisted(stored)
    onTaken(entries, windows)
    for (const shared of broken) doubtful.add(shared)
    if (broken.length > 0) {
      cursors = null
      return true
    }
    const isCut = mayBeCut(entries, entriesOfEach)
    if (!isCut) atEnd = new Set(known.keys())
    return isCut
  }

  return {
    wake(entry) {
      if (entry === undefined) return readPage()
      if (isTaken(entry)) return
      named?.push(entry)
      loop.wake()
    },
    isFollowed: (shared) => atEnd.has(shared),
    taken: (shared) => cursors?.get(shared)?.n ?? 0,
    lastAt: (shared) => cursors?.get(shared)?.lastAt ?? null,
    compare({ instance, lastN, lastLink }) {
      const cursor = cursors?.get(instance)
      if (cursor === undefined || lastN > cursor.n) return false
      if (lastN === cursor.n && (cursor.link === null || lastLink === cursor.link)) return true
      if (cursor.link === null) return false
      // A poll that began before the last page was stored is older than this desk's cursor: the history decides.
      doubtful.add(instance)
      readPage()
      return false
    },
    compareAll() {
      for (const shared of cursors?.keys() ?? []) doubtful.add(shared)
      hasLost = true
      readPage()
    },
    reread() {
      rereads += 1
      cursors = null
      readPage()
    },
    run: (signal) =>
      loop.run(signal, async () => {
        // The last page brought what it was woken for: an entry of this desk's own is named twice.
        const isOver = named !== null && named.length > 0 && named.every(isTaken)
        named = []
        if (isOver) return pollMs
        try {
          while (!signal.aborted && (await step(signal)));
          failingSince = null
          onStalled(false)
          return pollMs
        } catch (error) {
          failingSince ??= clock.monotonic()
          if (clock.monotonic() - failingSince >= stalledMs) onStalled(true)
          onAnswer(error)
          // The page may not be in the store: the cursors are read from it again.
          cursors = null
          logger.warn({ error: String(error) }, "the team's journal was not followed")
          await clock.sleep(againMs, signal)
          await store.whenOk(signal)
          return 0
        }
      }),
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
