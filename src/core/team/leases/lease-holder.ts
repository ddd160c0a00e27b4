import { createPollLoop } from '../../base/create-poll-loop.ts'
import type { InstanceKey } from '../../../contract/ids.ts'
import type { Clock, Logger } from '../../base/ports.ts'
import type { Lease, SharedTeam } from '../../sharing/shared-team.ts'
import type { DeskId, SharedInstanceId } from '../../sharing/shared-ids.ts'

/** Renewal interval, ms. */
const beatMs = 2_500
/** A lease ends without a renewal for this long, by the database's clock (src/team/schema), ms. */
export const leaseMs = 10_000
/** Shortest pause between two attempts to take a lease, ms. */
const soonestMs = 200

/**
 * A moment by both clocks: the wall clock may be set, and the monotonic one may stand still while the computer sleeps.
 */
interface Moment {
  readonly wall: number
  readonly monotonic: number
}

/** A lease that this desk holds. */
interface Held {
  readonly shared: SharedInstanceId
  readonly epoch: number
  /** Up to here the service has confirmed the deletes. */
  deletedN: number
  /** The queue was seen empty since the last beat. */
  idle: boolean
  /** When the newest renewal that succeeded was sent. By this desk's clock the lease ends `leaseMs` later. */
  renewedAt: Moment
  /** The database was away since: nothing is received under the lease before it was renewed. */
  isDoubtful: boolean
  /** Aborts when nothing may be received under it any more, or for now. */
  closing: AbortController
}

export interface LeaseHolderOptions {
  readonly team: Pick<SharedTeam, 'beHere' | 'leases' | 'renewLeases' | 'takeLease' | 'leaveLease'>
  readonly desk: DeskId
  readonly run: string
  /** This person's name, as it is now. */
  readonly name: () => string
  readonly clock: Clock
  readonly logger: Logger
  /** Shared instances for which this desk can receive now. */
  readonly wanted: () => ReadonlyMap<SharedInstanceId, InstanceKey>
  /** After each look: what the database says, with our clock's distance to it. */
  readonly onLeases: (leases: readonly Lease[]) => void
  readonly onAnswer: (error: unknown) => void
  /** Some leases came or went. */
  readonly onChange: () => void
}

/** Takes, renews, hands over and releases the leases of one desk. */
export interface LeaseHolder {
  held(shared: SharedInstanceId): Held | null
  /** The database does not answer: leases may soon belong to other desks. */
  doubt(): void
  /** An append said that another desk holds it by now. */
  lost(shared: SharedInstanceId): void
  /**
   * The database lost entries above `n`: what was deleted at the service above it says nothing of those that come now.
   */
  wentBack(shared: SharedInstanceId, n: number): void
  /**
   * The database was set back, and what it says of leases is from then: a lease that looks free may have a reader that
   * has not noticed yet. Until that one has renewed it or ended it by its own clock, this desk takes none.
   */
  setBack(): void
  /** Gives it to another desk. False: this one does not hold it. */
  handOver(shared: SharedInstanceId, next: DeskId): Promise<boolean>
  /** Renews and reads the leases at once. */
  wake(): void
  /** Runs until `signal` aborts; then lets go of everything, as far as the database can be reached. */
  run(signal: AbortSignal): Promise<void>
}

export function holdLeases(options: LeaseHolderOptions): LeaseHolder {
  const { team, desk, run, name, clock, logger, wanted, onLeases, onAnswer, onChange } = options
  const held = new Map<SharedInstanceId, Held>()
  const loop = createPollLoop(clock)
  /** Free leases are taken from then on, by the monotonic clock. */
  let takesFrom = -Infinity

  const moment = (): Moment => ({ wall: clock.now(), monotonic: clock.monotonic() })
  const isOver = ({ renewedAt }: Held) => {
    const now = moment()
    return now.monotonic - renewedAt.monotonic >= leaseMs || Math.abs(now.wall - renewedAt.wall) >= leaseMs
  }
  const drop = (shared: SharedInstanceId) => {
    const lease = held.get(shared)
    if (lease === undefined) return
    held.delete(shared)
    // Ends the long poll first: new notifications are for the next reader.
    lease.closing.abort()
    onChange()
  }
  const dropWhenOver = (lease: Held) => {
    const { renewedAt } = lease
    // The answer may have been long on its way: the lease counts from the question. Timers may fire a millisecond
    // early.
    clock.setTimer(Math.max(1, renewedAt.monotonic + leaseMs - clock.monotonic()), () => {
      if (held.get(lease.shared) !== lease || lease.renewedAt !== renewedAt) return
      if (isOver(lease)) drop(lease.shared)
      else dropWhenOver(lease)
    })
  }
  const confirm = (lease: Held, renewedAt: Moment) => {
    // The loop that received under this lease has stopped, or stops with the next notification, and waits.
    const wasClosed = lease.isDoubtful || isOver(lease)
    lease.renewedAt = renewedAt
    dropWhenOver(lease)
    if (!wasClosed) return
    lease.isDoubtful = false
    lease.closing.abort()
    lease.closing = new AbortController()
    onChange()
  }

  const letGo = (lease: Held, next: DeskId | null): Promise<boolean> => {
    // First: from here on nothing is appended under it, and what is under way is fenced.
    drop(lease.shared)
    return team.leaveLease(lease.shared, lease.epoch, next, lease.deletedN)
  }

  /** Says that the leases are held on, and gives those away that somebody wants or that are of no use here. */
  const renew = async () => {
    const mine = [...held.values()]
    if (mine.length === 0) return
    const useful = wanted()
    const sentAt = moment()
    const report = mine.map(({ shared, epoch, deletedN, idle }) => ({ instance: shared, epoch, deletedN, idle }))
    // A queue that is seen empty from here on is reported by the next renewal, as of then.
    for (const lease of mine) lease.idle = false
    const renewed = await team.renewLeases(report)
    for (const lease of mine) {
      const row = renewed.find(({ instance }) => instance === lease.shared)
      if (row !== undefined && held.get(lease.shared) === lease) confirm(lease, sentAt)
      if (row === undefined) drop(lease.shared)
      else if (row.wantedBy !== null && row.wantedBy !== desk) await letGo(lease, row.wantedBy)
      else if (!useful.has(lease.shared)) await letGo(lease, null)
    }
  }

  /** When to look again, ms: as soon as the lease of a silent holder ends. */
  const nextPoll = (leases: readonly Lease[], theirs: number): number => {
    const useful = wanted()
    const ends = leases.flatMap(({ instance, holder, beatAt, isFree }) =>
      isFree || holder === desk || beatAt === null || !useful.has(instance) ? [] : [beatAt + leaseMs - theirs],
    )
    return Math.min(beatMs, Math.max(soonestMs, ...(ends.length === 0 ? [beatMs] : [Math.min(...ends) + soonestMs])))
  }

  const poll = async (): Promise<readonly Lease[]> => {
    const sentAt = moment()
    const leases = await team.leases()
    onLeases(leases)
    const useful = wanted()
    for (const lease of leases) {
      const { instance: shared, holder, epoch, deletedN } = lease
      const own = held.get(shared)
      if (own !== undefined && (holder !== desk || epoch !== own.epoch)) drop(shared)
      if (!useful.has(shared) || held.has(shared)) continue
      // The lease was handed to this desk. Leases of an earlier run were freed when this run was entered.
      const taken =
        holder === desk && lease.run === run && !lease.isFree
          ? epoch
          : lease.isFree && clock.monotonic() >= takesFrom
            ? await team.takeLease(shared)
            : null
      if (taken === null) continue
      const fresh = { isDoubtful: false, closing: new AbortController(), renewedAt: sentAt, idle: false }
      const added: Held = { shared, epoch: taken, deletedN, ...fresh }
      held.set(shared, added)
      confirm(added, sentAt)
      onChange()
    }
    return leases
  }

  return {
    held(shared) {
      const lease = held.get(shared)
      return lease === undefined || lease.isDoubtful || isOver(lease) ? null : lease
    },
    doubt() {
      for (const lease of held.values()) {
        lease.isDoubtful = true
        lease.closing.abort()
      }
    },
    lost(shared) {
      drop(shared)
      loop.wake()
    },
    wentBack(shared, n) {
      const own = held.get(shared)
      if (own !== undefined) own.deletedN = Math.min(own.deletedN, n)
    },
    setBack() {
      takesFrom = clock.monotonic() + leaseMs
    },
    async handOver(shared, next) {
      const lease = held.get(shared)
      return lease !== undefined && (await letGo(lease, next))
    },
    wake: loop.wake,
    async run(signal) {
      await loop.run(signal, async () => {
        try {
          const { now: theirs } = await team.beHere(name())
          await renew()
          const waitMs = nextPoll(await poll(), theirs)
          onAnswer(null)
          return waitMs
        } catch (error) {
          onAnswer(error)
          logger.warn({ error: String(error) }, "the team's leases were not read or renewed")
          return beatMs
        }
      })
      for (const lease of [...held.values()]) {
        await letGo(lease, null).catch((error: unknown) =>
          logger.warn({ error: String(error) }, 'a lease was not let go of: it ends by itself'),
        )
      }
    },
  }
}
