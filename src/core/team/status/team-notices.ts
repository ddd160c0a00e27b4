import type { InstanceKey } from '../../../contract/ids.ts'
import type { TeamNotice } from '../../../contract/team.ts'
import type { Clock, Logger } from '../../base/ports.ts'
import type { Lease } from '../../sharing/shared-team.ts'
import type { SharedInstanceId } from '../../sharing/shared-ids.ts'
import type { TeamStore } from '../ports.ts'
import type { WentBack } from '../journal/tx/team-history.ts'

/** That the database lost entries is shown for, ms. */
const noticeMs = 24 * 3_600_000

/** Notices about the team's journal. */
export interface JournalNotices {
  /** Reads it again. */
  read(): Promise<void>
  /** The same, beside other work. */
  refresh(): void
  /** The database lost entries that this desk had appended and that were not here. */
  noteLost(entries: number): void
  /** `leases`: as the database said last, or null. `keys`: what this desk shares. */
  list(leases: readonly Lease[] | null, keys: ReadonlyMap<SharedInstanceId, InstanceKey>): readonly TeamNotice[]
}

export function createJournalNotices(options: {
  readonly store: TeamStore
  readonly clock: Clock
  readonly logger: Logger
  readonly onChange: () => void
}): JournalNotices {
  const { store, clock, logger, onChange } = options
  let wentBack: WentBack | null = null
  let unapplied = 0
  let last: Promise<void> = Promise.resolve()
  const readNow = async () => {
    const before = JSON.stringify([wentBack, unapplied])
    ;[wentBack, unapplied] = await Promise.all([
      store.read('team.wentBack', undefined),
      store.read('team.unapplied', undefined),
    ])
    if (JSON.stringify([wentBack, unapplied]) !== before) onChange()
  }
  /** Reads run one after another: a late answer would replace a newer one. */
  const read = () => {
    last = last.then(readNow, readNow)
    return last
  }
  const refreshAfter = (work: Promise<void>) => {
    work
      .then(read)
      .catch((error: unknown) => logger.warn({ error: String(error) }, 'what happened to the team was not read'))
  }
  return {
    read,
    refresh: () => refreshAfter(Promise.resolve()),
    noteLost(entries) {
      logger.warn({ entries }, "the team's database lost entries that this desk appended")
      refreshAfter(store.write('team.recordLost', { entries }))
    },
    list(leases, keys) {
      const found: TeamNotice[] = []
      const known = new Set(leases?.map(({ instance }) => instance))
      const missing = leases === null ? [] : [...keys].flatMap(([id, key]) => (known.has(id) ? [] : [key]))
      if (missing.length > 0) found.push({ kind: 'missing', instances: missing })
      // oxlint-disable-next-line clocks/monotonic -- shown alone
      if (wentBack !== null && clock.now() - wentBack.at < noticeMs) found.push({ kind: 'wentBack', ...wentBack })
      if (unapplied > 0) found.push({ kind: 'unapplied', entries: unapplied })
      return found
    },
  }
}
