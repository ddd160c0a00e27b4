import type { Clock } from '../../base/ports.ts'
import type { Entry, NewEntry, SharedTeam } from '../../sharing/shared-team.ts'
import type { SharedInstanceId } from '../../sharing/shared-ids.ts'

/** An entry that did not come back by the journal after so long may be lost, ms. */
const lateMs = 10_000
/** So much is held at most: above that nothing is received until the journal brings it back. UTF-16 units. */
const mostCharacters = 20_000_000
/** Numbers may have moved by so many when the database got lost entries again. */
const movedBy = 1_000

interface Unfollowed {
  readonly shared: SharedInstanceId
  readonly entry: NewEntry
  /** Null: the database has not answered yet. */
  n: number | null
  isRepeat: boolean
  since: number
  /** The database lost it, which was reported. */
  isLost: boolean
}

/**
 * Entries that this desk appended and has not read back from the journal yet. The service has deleted them, so until a
 * desk has them on its disk, a database that loses its last commits would lose them for good.
 */
export interface UnfollowedEntries {
  /** To be called before it is appended: the journal may bring it back before the database answers. */
  add(shared: SharedInstanceId, entry: NewEntry): void
  /** Records what the entry became; null: it was not appended, or the answer was lost. */
  appended(id: string, as: { readonly n: number; readonly repeatOf: number | null } | null): void
  /** These came by the journal. Gives how many of them the database had lost, unless `check` reported it. */
  taken(entries: readonly Entry[]): number
  hasRoom(): boolean
  /** The database may have lost them: the next check asks for each. */
  doubt(): void
  /**
   * Asks the database for what is late, and enters again what it lost. Gives how many it lost. Rejects with TeamError.
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
    add(shared, entry) {
      open.set(entry.id, { shared, entry, n: null, isRepeat: false, since: clock.monotonic(), isLost: false })
      characters += entry.raw.length
    },
    appended(id, as) {
      if (as === null) return forget(id)
      const row = open.get(id)
      if (row !== undefined) Object.assign(row, { n: as.n, isRepeat: as.repeatOf !== null })
    },
    taken(entries) {
      let lost = 0
      for (const { id, link } of entries) {
        if (id === null) continue
        // Another desk entered it again.
        if (open.get(id)?.isLost === false && link !== id) lost += 1
        forget(id)
      }
      return lost
    },
    hasRoom: () => characters < mostCharacters,
    doubt() {
      for (const row of open.values()) row.since = -Infinity
    },
    async check(taken) {
      const now = clock.monotonic()
      const due = [...open.values()].flatMap((row) => {
        const { shared, n, since } = row
        return n !== null && (n <= taken(shared) || now - since >= lateMs) ? [{ shared, n, row }] : []
      })
      let lost = 0
      for (const [shared, rows] of Map.groupBy(due, (each) => each.shared)) {
        const history = await team.history(
          shared,
          rows.map(({ n, row }) => ({ n, link: row.entry.id })),
        )
        if (history === null) continue
        const known = new Set(history.known)
        for (const { n, row } of rows) {
          const { entry, isRepeat } = row
          if (!known.has(n)) {
            // Another desk may have entered it again under a later number.
            await team.enterAgain(shared, Math.max(0, n - movedBy), { ...entry, isRepeat })
            if (!row.isLost) lost += 1
            row.isLost = true
          }
          if (n <= taken(shared)) forget(entry.id)
        }
      }
      return lost
    },
  }
}
