import type { InstanceKey } from '../../contract/ids.ts'
import type { Clock, Logger } from '../ports.ts'
import type { DeskId, Lease, SharedInstanceId, SharedTeam } from './shared-team.ts'

/** A holder says that it is there after, ms. */
const beatMs = 5_000
/** One that is silent for so long loses the lease by the database's clock (src/team/schema), ms. */
export const leaseMs = 20_000
/** A lease is asked for again at the earliest after, ms. */
const soonestMs = 200

/** A lease that this desk holds. */
interface Held {
  readonly shared: SharedInstanceId
  readonly epoch: number
  /** Up to here the service has confirmed the deletes. */
  deletedN: number
  /** The queue was seen empty since the last beat. */
  idle: boolean
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

/** Takes, renews, hands over and lets go of the leases of one desk. */
export interface LeaseHolder {
  held(shared: SharedInstanceId): Held | null
  /** An append said that another desk holds it by now. */
  lost(shared: SharedInstanceId): void
  /** The database lost entries above `n`: what was deleted at the service above it says nothing of those that come now. */
  wentBack(shared: SharedInstanceId, n: number): void
  /** Gives it to another desk. False: this one does not hold it. */
  handOver(shared: SharedInstanceId, next: DeskId): Promise<boolean>
  /** Looks at once. */
  wake(): void
  /** Runs until `signal` aborts; then lets go of everything, as far as the database can be reached. */
  run(signal: AbortSignal): Promise<void>
}

export function holdLeases(options: LeaseHolderOptions): LeaseHolder {
  const { team, desk, run, name, clock, logger, wanted, onLeases, onAnswer, onChange } = options
  const held = new Map<SharedInstanceId, Held>()
  let rouse = () => {}
  let woken = false

  const drop = (shared: SharedInstanceId) => {
    if (held.delete(shared)) onChange()
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
    const renewed = await team.renewLeases(
      mine.map(({ shared, epoch, deletedN, idle }) => ({ instance: shared, epoch, deletedN, idle })),
    )
    for (const lease of mine) {
      lease.idle = false
      const row = renewed.find(({ instance }) => instance === lease.shared)
      if (row === undefined) drop(lease.shared)
      else if (row.wantedBy !== null && row.wantedBy !== desk) await letGo(lease, row.wantedBy)
      else if (!useful.has(lease.shared)) await letGo(lease, null)
    }
  }

  /** When to look again, ms: as soon as the lease of a silent holder ends. */
  const nextLook = (leases: readonly Lease[], theirs: number): number => {
    const useful = wanted()
    const ends = leases.flatMap(({ instance, holder, beatAt, isFree }) =>
      isFree || holder === desk || beatAt === null || !useful.has(instance) ? [] : [beatAt + leaseMs - theirs],
    )
    return Math.min(beatMs, Math.max(soonestMs, ...(ends.length === 0 ? [beatMs] : [Math.min(...ends) + soonestMs])))
  }

  const look = async (): Promise<readonly Lease[]> => {
    const leases = await team.leases()
    onLeases(leases)
    const useful = wanted()
    for (const lease of leases) {
      const { instance: shared, holder, epoch, deletedN } = lease
      const own = held.get(shared)
      if (own !== undefined && (holder !== desk || epoch !== own.epoch)) drop(shared)
      if (!useful.has(shared) || held.has(shared)) continue
      // It was handed to this desk. What an earlier run held was freed when this one was entered.
      const taken =
        holder === desk && lease.run === run && !lease.isFree
          ? epoch
          : lease.isFree
            ? await team.takeLease(shared)
            : null
      if (taken === null) continue
      held.set(shared, { shared, epoch: taken, deletedN, idle: false })
      onChange()
    }
    return leases
  }

  return {
    held: (shared) => held.get(shared) ?? null,
    lost(shared) {
      drop(shared)
      this.wake()
    },
    wentBack(shared, n) {
      const own = held.get(shared)
      if (own !== undefined) own.deletedN = Math.min(own.deletedN, n)
    },
    async handOver(shared, next) {
      const lease = held.get(shared)
      return lease !== undefined && (await letGo(lease, next))
    },
    wake() {
      woken = true
      rouse()
    },
    async run(signal) {
      while (!signal.aborted) {
        woken = false
        let waitMs = beatMs
        try {
          const theirs = await team.beHere(name())
          await renew()
          waitMs = nextLook(await look(), theirs)
          onAnswer(null)
        } catch (error) {
          onAnswer(error)
          logger.warn({ error: String(error) }, "the team's leases were not looked at")
        }
        if (woken || signal.aborted) continue
        const waiting = new AbortController()
        rouse = () => waiting.abort()
        await clock.sleep(waitMs, AbortSignal.any([signal, waiting.signal]))
        rouse = () => {}
      }
      for (const lease of [...held.values()]) {
        await letGo(lease, null).catch((error: unknown) =>
          logger.warn({ error: String(error) }, 'a lease was not let go of: it ends by itself'),
        )
      }
    },
  }
}
