import type { InstanceKey } from '../../contract/ids.ts'
import type { TeamInstanceRow, TeamMemberRow, TeamTroubleKind } from '../../contract/team.ts'
import type { CoreDeps } from '../core-deps.ts'
import { createSignal } from '../create-signal.ts'
import type { Keeper } from '../receiving/keeper.ts'
import type { Receiving } from '../receiving/create-receiving.ts'
import type { LaneClaims } from '../sending/lane-claims.ts'
import { followJournal } from './journal-follower.ts'
import { holdLeases } from './lease-holder.ts'
import type { DeskId, Lease, SharedInstanceId, SharedTeam, TeamMember } from './shared-team.ts'
import { shareSends } from './shared-sends.ts'
import { TeamError } from './team-error.ts'

/** A quiet queue is noted at most this often, ms. */
const aliveEveryMs = 60_000
/** Members and instances change seldom: a lost wake-up costs this much, ms. */
const listsEveryMs = 30_000

export interface TeamSessionOptions extends Pick<CoreDeps, 'store' | 'clock' | 'logger' | 'instances' | 'emit'> {
  readonly team: SharedTeam
  readonly desk: DeskId
  readonly name: string
  readonly inbox: Receiving['inbox']
  /** What this desk shares, by its own keys. */
  readonly shared: () => ReadonlyMap<InstanceKey, SharedInstanceId>
  /** The team's instances may have changed. */
  readonly sync: () => Promise<void>
}

/** A desk while its team's database is connected, or was. */
export interface TeamSession {
  readonly team: SharedTeam
  keeperOf(shared: SharedInstanceId): Keeper
  claimsOf(instance: InstanceKey, shared: SharedInstanceId): LaneClaims
  /** Something may have become of what this desk sends. */
  wakeSends(): void
  status(): {
    readonly state: 'live' | 'away'
    readonly since: number
    readonly trouble: TeamTroubleKind | null
    readonly members: readonly TeamMemberRow[]
    readonly instances: readonly TeamInstanceRow[]
  }
  /** What this desk shares has changed. */
  changed(): void
  /** Lets go of the leases and of the database. */
  stop(): Promise<void>
}

export function beginTeamSession(options: TeamSessionOptions): TeamSession {
  const { team, desk, name, store, clock, logger, instances, emit, inbox, shared, sync } = options
  const ending = new AbortController()
  const opened = createSignal<[]>()
  let trouble: TeamTroubleKind | null = null
  let since = clock.now()
  let offsetMs = 0
  let members: readonly TeamMember[] = []
  let leases: readonly Lease[] = []
  /** When a quiet queue was noted last, and what its holder had said by then. */
  const noted = new Map<SharedInstanceId, number>()
  const progress = new Map<SharedInstanceId, string>()

  const announce = () => emit({ type: 'changed', change: { kind: 'team' } })
  const answered = (error: unknown) => {
    if (error !== null && (!(error instanceof TeamError) || error.trouble.kind === 'badValue')) return
    const now = error === null ? null : error.trouble.kind
    if (now === trouble) return
    trouble = now
    since = clock.now()
    logger.info({ trouble }, now === null ? "the team's database is there" : "the team's database is away")
    announce()
    if (now === null) opened.tell()
  }
  /** Calls the database for a keeper: what it throws is the team's state as well. */
  const told = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      answered(error)
      throw error
    }
  }

  const follower = followJournal({
    team,
    store,
    clock,
    logger,
    clockOffsetMs: () => offsetMs,
    onKept: (count) => inbox.noteKept(count),
    untilRoom: (signal) => inbox.untilRoom(signal),
    onAnswer: answered,
  })

  const sends = shareSends({
    team,
    desk,
    store,
    clock,
    logger,
    isThere: () => trouble === null && team.role !== 'viewer' && !ending.signal.aborted,
    onAnswer: answered,
  })

  /** Instances for which this desk can receive: they run here, and something can be kept. */
  const wanted = () => {
    const found = new Map<SharedInstanceId, InstanceKey>()
    if (team.role === 'viewer' || store.state() !== 'ok') return found
    for (const [key, id] of shared()) {
      const instance = instances.get(key)
      if (instance?.run() != null && instance.row().mode === 'full') found.set(id, key)
    }
    return found
  }

  const look = (now: readonly Lease[]) => {
    const before = JSON.stringify(leases)
    leases = now
    const keys = new Map([...shared()].map(([key, id]) => [id, key] as const))
    for (const lease of now) {
      const key = keys.get(lease.instance)
      if (key === undefined) continue
      if (lease.lastN > follower.taken(lease.instance)) follower.wake()
      else void noteQuiet(key, lease)
      reportReader(key, lease)
    }
    if (JSON.stringify(now) !== before) announce()
  }

  /** What another desk hears from the queue says that the instance is there. */
  const reportReader = (key: InstanceKey, { instance, holder, isFree, idleAt, lastN }: Lease) => {
    const heard = JSON.stringify([idleAt, lastN])
    if (holder === desk || holder === null || isFree || progress.get(instance) === heard) return
    progress.set(instance, heard)
    const runtime = instances.get(key)
    if (runtime?.run() != null) runtime.connection.report({ kind: 'receiveAnswered' })
  }

  const noteQuiet = async (key: InstanceKey, { instance, idleAt }: Lease) => {
    if (idleAt === null || idleAt - (noted.get(instance) ?? -Infinity) < aliveEveryMs) return
    noted.set(instance, idleAt)
    try {
      const { absence } = await store.write('team.alive', { instance: key, at: idleAt - offsetMs })
      if (absence !== null) inbox.noteAbsence(key, absence)
    } catch (error) {
      noted.delete(instance)
      logger.warn({ instance: key, error: String(error) }, 'a quiet queue was not noted')
    }
  }

  const holder = holdLeases({
    team: {
      ...team,
      async beHere(own) {
        const asked = clock.now()
        const theirs = await team.beHere(own)
        offsetMs = Math.round(theirs - (asked + clock.now()) / 2)
        return theirs
      },
    },
    desk,
    name,
    clock,
    logger,
    wanted,
    onLeases: look,
    onAnswer: answered,
    onChange() {
      opened.tell()
      announce()
    },
  })

  const lists = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      try {
        await sync()
        const now = await team.members()
        if (team.role !== 'viewer') await team.doubtSends()
        if (JSON.stringify(now) !== JSON.stringify(members)) {
          members = now
          announce()
        }
      } catch (error) {
        answered(error)
        logger.warn({ error: String(error) }, "the team's lists were not read")
      }
      await clock.sleep(listsEveryMs, AbortSignal.any([signal, relist.signal]))
      relist = new AbortController()
    }
  }
  let relist = new AbortController()

  const stopListening = [
    team.onWake((wake) => {
      if (wake === 'journal' || wake === 'everything') follower.wake()
      if (wake === 'lease' || wake === 'everything') holder.wake()
      if (wake === 'instance' || wake === 'everything') relist.abort()
    }),
    instances.onRun(() => holder.wake()),
    store.onState(() => {
      opened.tell()
      holder.wake()
    }),
  ]
  const work = Promise.all([
    follower.run(ending.signal),
    holder.run(ending.signal),
    lists(ending.signal),
    sends.run(ending.signal),
  ])

  return {
    team,
    claimsOf: sends.claimsOf,
    wakeSends: sends.wake,
    keeperOf(id) {
      const isOpen = () =>
        trouble === null && store.state() === 'ok' && !ending.signal.aborted && holder.held(id) !== null
      return {
        isOpen,
        async untilOpen(signal) {
          const over = AbortSignal.any([signal, ending.signal])
          while (!isOpen() && !over.aborted) {
            await new Promise<void>((resolve) => {
              const go = () => {
                stop()
                over.removeEventListener('abort', go)
                resolve()
              }
              const stop = opened.listen(go)
              over.addEventListener('abort', go, { once: true })
            })
          }
        },
        async keep({ raw, isJson, receiptId, isQueueComplete: queueComplete }) {
          const lease = holder.held(id)
          if (lease === null) return null
          const kept = await told(
            team.append(id, lease.epoch, lease.deletedN, { raw, isJson, receiptId, queueComplete }),
          )
          if (kept === null) {
            holder.lost(id)
            return null
          }
          follower.wake()
          return {
            deleted() {
              // One at a time, and what was not deleted comes again before anything else does.
              lease.deletedN = Math.max(lease.deletedN, kept.n)
            },
          }
        },
        alive() {
          const lease = holder.held(id)
          if (lease !== null) lease.idle = true
          return Promise.resolve()
        },
        // They go along with the next append, or with the next beat.
        hasMarks: () => false,
        flush: () => Promise.resolve(),
      }
    },
    status() {
      const names = new Map(members.map((member) => [member.desk, member] as const))
      const keys = new Map([...shared()].map(([key, id]) => [id, key] as const))
      return {
        state: trouble === null ? 'live' : 'away',
        since,
        trouble,
        members: [...names.values()].map(({ seenAt, ...member }) => ({
          ...member,
          isThis: member.desk === desk,
          seenAt: seenAt - offsetMs,
        })),
        instances: leases.flatMap((lease) => {
          const instance = keys.get(lease.instance)
          if (instance === undefined) return []
          // What is here may be newer than what was last asked.
          const entries = Math.max(lease.lastN, follower.taken(lease.instance))
          const reader = lease.isFree ? null : lease.holder
          return [
            {
              instance,
              reader,
              isThis: holder.held(lease.instance) !== null,
              since: reader === null || lease.heldSince === null ? null : lease.heldSince - offsetMs,
              wantedBy: lease.wantedBy,
              entries,
              behind: entries - follower.taken(lease.instance),
            },
          ]
        }),
      }
    },
    changed() {
      follower.reread()
      holder.wake()
    },
    async stop() {
      ending.abort()
      for (const stop of stopListening) stop()
      await work
      await team.close()
    },
  }
}
