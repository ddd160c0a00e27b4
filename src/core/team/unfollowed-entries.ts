import type { Clock } from '../base/ports.ts'
import type { Entry, NewEntry, SharedInstanceId, SharedTeam } from '../sharing/shared-team.ts'

/** An entry that did not come back by the journal after so long may be lost, ms. */
const lateMs = 10_000
/** So much is held at most: above that nothing is received until the journal brings it back. UTF-16 units. */
const mostCharacters = 20_000_000
/** Numbers may have moved by so many when the database got lost entries again. */
const movedBy = 1_000

interface Unfollowed {
  readonly shared: SharedInstanceId
  readonly n: number
  readonly entry: NewEntry
  readonly since: number
}

/**
 * What this desk appended and has not read back from the journal yet. The service has deleted it, so until another desk
 * or this one has it on its disk, a database that loses its last commits would lose it for good.
 */
export interface UnfollowedEntries {
  add(shared: SharedInstanceId, n: number, entry: NewEntry): void
  /** These came by the journal. */
  taken(entries: readonly Entry[]): void
  hasRoom(): boolean
  /**
   * Asks the database for what is late, and enters again what it does not have. Gives how many. Rejects with TeamError.
   */
  check(taken: (shared: SharedInstanceId) => number): Promise<number>
}

export function createUnfollowedEntries(options: {
  readonly team: Pick<SharedTeam, 'history' | 'enterAgain'>
  readonly clock: Clock
}): UnfollowedEntries {
  const { team, clock } = options
  const open = new Map<string, Unfollowed>()
  let characters = 0
  const forget = (id: string) => {
    characters -= open.get(id)?.entry.raw.length ?? 0
    open.delete(id)
  }
  return {
    add(shared, n, entry) {
      open.set(entry.id, { shared, n, entry, since: clock.monotonic() })
      characters += entry.raw.length
    },
    taken(entries) {
      for (const { id } of entries) if (id !== null) forget(id)
    },
    hasRoom: () => characters < mostCharacters,
    async check(taken) {
      const now = clock.monotonic()
      const due = [...open.values()].filter(({ shared, n, since }) => n <= taken(shared) || now - since >= lateMs)
      let entered = 0
      for (const [shared, rows] of Map.groupBy(due, (row) => row.shared)) {
        const history = await team.history(
          shared,
          rows.map(({ n, entry }) => ({ n, id: entry.id })),
        )
        if (history === null) continue
        const known = new Set(history.known)
        for (const { n, entry } of rows) {
          // Another desk may have entered it again under a later number.
          if (!known.has(n) && (await team.enterAgain(shared, Math.max(0, n - movedBy), entry))) entered += 1
          if (n <= taken(shared)) forget(entry.id)
        }
      }
      return entered
    },
  }
}
