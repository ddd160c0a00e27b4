import type { InstanceKey } from '../../../contract/ids.ts'
import type { TeamInstanceRow, TeamMemberRow } from '../../../contract/team.ts'
import type { Clock } from '../../base/ports.ts'
import type { Lease, TeamMember } from '../../sharing/shared-team.ts'
import type { DeskId } from '../../sharing/shared-ids.ts'
import type { JournalFollower } from '../journal/journal-follower.ts'
import { leaseMs, type LeaseHolder } from '../leases/lease-holder.ts'

/** A reader renews every 2.5 s; it is shown as silent after, ms. */
const silentMs = 5_000

/** A shared instance before the database has answered once. */
export const unknownInstance = (instance: InstanceKey): TeamInstanceRow => ({
  instance,
  isKnown: false,
  reader: null,
  isThis: false,
  since: null,
  lastAt: null,
  freeAt: null,
  wantedBy: null,
  entries: 0,
  backlog: 0,
})

/** Members and instances of a team as the window shows them, times by our clock. */
export function createTeamRows(options: {
  readonly desk: DeskId
  readonly clock: Clock
  readonly ours: (theirs: number) => number
  readonly follower: () => JournalFollower
  readonly holder: () => LeaseHolder
}) {
  const { desk, clock, ours, follower, holder } = options
  /** When a lease is free whose holder is silent; null: the holder is not. */
  const freeAtOf = ({ holder: reader, beatAt, isFree }: Lease): number | null => {
    if (isFree || reader === null || reader === desk || beatAt === null) return null
    const at = ours(beatAt)
    // oxlint-disable-next-line clocks/monotonic -- shown, the database decides
    return clock.now() - at < silentMs ? null : at + leaseMs
  }
  return {
    freeAtOf,
    ofMember: ({ desk: id, name, seenAt, isHere, role }: TeamMember): TeamMemberRow => ({
      ...{ desk: id, name, isHere, role },
      isThis: id === desk,
      seenAt: ours(seenAt),
    }),
    ofInstance(instance: InstanceKey, lease: Lease): TeamInstanceRow {
      const taken = follower().taken(lease.instance)
      // This desk's journal may be newer than the last poll of the leases.
      const entries = Math.max(lease.lastN, taken)
      const reader = lease.isFree ? null : lease.holder
      return {
        instance,
        isKnown: true,
        reader,
        isThis: holder().held(lease.instance) !== null,
        since: reader === null || lease.heldSince === null ? null : ours(lease.heldSince),
        lastAt: follower().lastAt(lease.instance),
        freeAt: freeAtOf(lease),
        wantedBy: lease.wantedBy,
        entries,
        backlog: entries - taken,
      }
    },
  }
}
