import type { InstanceKey } from '../../contract/ids.ts'
import type { TeamInstanceRow, TeamMemberRow, TeamNotice, TeamStatus } from '../../contract/team.ts'
import type { TeamBase } from './team-base.ts'
import type { NotificationSink } from '../receiving/notification-sink.ts'
import type { Inbox } from '../receiving/create-inbox.ts'
import { allMessagesOn } from '../accounts/rules/notification-switches.ts'
import type { LaneClaims } from '../messages/outbox/lane-claims.ts'
import { createActingRun } from './acting-run.ts'
import { createDatabaseState } from './database-state.ts'
import { followJournal } from './journal-follower.ts'
import { createJournalSink } from './journal-sink.ts'
import { holdLeases, leaseMs } from './lease-holder.ts'
import { limitShare } from './rules/limit-share.ts'
import { distinctNames } from './rules/shown-name.ts'
import { shareAnnotations } from './shared-annotations.ts'
import { shareChats } from './shared-chats.ts'
import type { SharedChats } from './shared-chats.ts'
import type { Beat, DeskId, Lease, SharedInstanceId, SharedTeam, TeamMember } from '../sharing/shared-team.ts'
import { shareSends } from './shared-sends.ts'
import { troubleDetails } from './team-call.ts'
import { TeamError, stateOf } from '../sharing/team-error.ts'
import type { WentBack } from './tx/team-history.ts'
import { createUnfollowedEntries } from './unfollowed-entries.ts'

/** A quiet queue is noted at most this often, ms. */
const aliveEveryMs = 60_000
/** Members and instances change seldom: a lost wake-up costs this much, ms. */
const listsEveryMs = 30_000
/** That the database lost entries is shown for, ms. */
const noticeMs = 24 * 3_600_000
/** Partitions of the journal are made this often, ms: months before the first entry needs one. */
const monthsEveryMs = 6 * 3_600_000
/** The database's clock is told to have jumped from here on, ms. */
const jumpMs = 10_000
/** A reader speaks every 2.5 s; silent is who missed a word of theirs, ms. */
const silentMs = 5_000

export interface TeamSessionOptions extends Pick<
  TeamBase,
  'store' | 'clock' | 'ids' | 'logger' | 'instances' | 'emit'
> {
  readonly team: SharedTeam
  readonly desk: DeskId
  readonly run: string
  readonly name: string
  readonly inbox: Inbox
  /** What this desk shares, by its own keys. */
  readonly shared: () => ReadonlyMap<InstanceKey, SharedInstanceId>
  /** The team's instances may have changed. */
  readonly sync: () => Promise<void>
  /** What has to be said of the passphrase. */
  readonly notices: () => readonly TeamNotice[]
  /** An administrator took this desk out of the team. */
  readonly onRemoved: () => void
}

/** A desk while its team's database is connected, or was. */
export interface TeamSession {
  readonly team: SharedTeam
  readonly chats: SharedChats
  sinkOf(shared: SharedInstanceId): NotificationSink
  claimsOf(instance: InstanceKey, shared: SharedInstanceId): LaneClaims
  /** Something may have become of what this desk sends. */
  wakeSends(): void
  status(): Pick<
    Extract<TeamStatus, { kind: 'joined' }>,
    'state' | 'since' | 'trouble' | 'clockJump' | 'members' | 'notices' | 'instances'
  >
  /** Lets another desk receive for an instance. False: this one does not. */
  handOver(shared: SharedInstanceId, next: DeskId): Promise<boolean>
  /** Rejects with TeamError. */
  rename(name: string): Promise<void>
  /** Reads members and instances anew. */
  relist(): void
  /** Goes on here, whichever other run of this desk is here. */
  takeOver(): void
  /** Asks for everything at once. */
  hurry(): void
  /** What this desk shares has changed. */
  changed(): void
  /** Lets go of the leases and of the database. */
  stop(): Promise<void>
  /** Stops, and takes this desk out of the team when nothing is under way any more that would enter it again. */
  leave(): Promise<void>
}

export function beginTeamSession(options: TeamSessionOptions): TeamSession {
  const { team, desk, run, store, clock, ids, logger, instances, emit, inbox, shared, sync, onRemoved } = options
  const ending = new AbortController()
  let { name } = options
  let offsetMs: number | null = null
  let clockJump: { readonly at: number; readonly ms: number } | null = null
  let members: readonly TeamMember[] = []
  /** null until the database has said it. */
  let leases: readonly Lease[] | null = null
  /** When a quiet queue was noted last, and what its holder had said by then. */
  const noted = new Map<SharedInstanceId, number>()
  const progress = new Map<SharedInstanceId, string>()

  const announce = () => emit({ type: 'changed', change: { kind: 'team' } })
  const database = createDatabaseState({
    clock,
    logger,
    onChange() {
      if (database.trouble() !== null) holder.doubt()
      announce()
    },
    ending: ending.signal,
  })
  const { opened, answered } = database
  const ours = (theirs: number) => theirs - (offsetMs ?? 0)
  const keysOf = () => new Map([...shared()].map(([key, id]) => [id, key] as const))

  const annotations = shareAnnotations({ team, store, logger, database, onPut: () => follower.wake() })
  const unfollowed = createUnfollowedEntries({ team, clock })
  const follower = followJournal({
    team,
    store,
    clock,
    logger,
    clockOffsetMs: () => offsetMs ?? 0,
    onPersisted: (count) => inbox.countPersisted(count),
    onTaken(entries) {
      const hadRoom = unfollowed.hasRoom()
      unfollowed.taken(entries)
      if (!hadRoom) opened.tell()
      if (entries.some(({ kind }) => kind !== 'notification')) refreshNotices()
    },
    onWentBack(instance, n, lost) {
      sends.doubt(lost)
      holder.wentBack(instance, n)
      refreshNotices()
    },
    onPutAside: () => refreshNotices(),
    untilRoom: (signal) => inbox.untilRoom(signal),
    checkGeneration: async () => noteGeneration(await team.generation()),
    mayEnter: () => actingRun.isActing(),
    catchUp: (signal) => annotations.catchUp(signal),
    onAnswer: answered,
    onStalled: database.stalled,
  })
  let knownGeneration: string | null = null
  /** Before anything of another history counts: the database may lack what was deleted at the service. */
  const noteGeneration = async (generation: string | null) => {
    if (generation === null || generation === knownGeneration) return
    const isAnother = await store.write('team.storeGeneration', { generation })
    knownGeneration = generation
    if (!isAnother) return
    logger.warn({ generation }, "the team's database continues from a standby, a backup or a dump")
    follower.compareAll()
    sends.doubt([])
  }
  const actingRun = createActingRun({
    store,
    logger,
    onActing() {
      sends.wake()
      follower.wake()
      opened.tell()
    },
  })
  const sends = shareSends({
    team,
    desk,
    store,
    clock,
    logger,
    database,
    shared,
    isThere: () => database.mayWrite() && actingRun.isActing() && team.role !== 'viewer' && !ending.signal.aborted,
  })
  const chats = shareChats({
    team,
    desk,
    store,
    clock,
    logger,
    emit,
    database,
    shared,
    onPut: () => follower.wake(),
    tellAnnotations: () => annotations.upload(),
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

  /** When a lease is free whose holder is silent; null: they are not. */
  const freeAtOf = ({ holder, beatAt, isFree }: Lease): number | null => {
    if (isFree || holder === null || holder === desk || beatAt === null) return null
    const at = ours(beatAt)
    return clock.now() - at < silentMs ? null : at + leaseMs
  }

  const pollLeases = (now: readonly Lease[]) => {
    const before = JSON.stringify(leases)
    leases = now
    const keys = keysOf()
    for (const lease of now) {
      const key = keys.get(lease.instance)
      if (key === undefined) continue
      if (follower.compare(lease)) void reportQuiet(key, lease)
      else if (lease.lastN > follower.taken(lease.instance)) follower.wake()
      reportReader(key, lease)
    }
    if (JSON.stringify(now) !== before || now.some((lease) => freeAtOf(lease) !== null)) announce()
  }

  /** What another desk hears from the queue says that the instance is there. */
  const reportReader = (key: InstanceKey, { instance, holder, isFree, idleAt, lastN }: Lease) => {
    const heard = JSON.stringify([idleAt, lastN])
    if (holder === desk || holder === null || isFree || progress.get(instance) === heard) return
    progress.set(instance, heard)
    const runtime = instances.get(key)
    if (runtime?.run() != null) runtime.connection.report({ kind: 'receiveAnswered' })
  }

  const reportQuiet = async (key: InstanceKey, { instance, idleAt }: Lease) => {
    if (idleAt === null || idleAt - (noted.get(instance) ?? -Infinity) < aliveEveryMs) return
    noted.set(instance, idleAt)
    try {
      const isComplete = allMessagesOn(instances.get(key)?.row().settings ?? null)
      const { absence } = await store.write('team.alive', { instance: key, at: ours(idleAt), isComplete })
      if (absence !== null) inbox.absences.tell(key, absence)
    } catch (error) {
      noted.delete(instance)
      logger.warn({ instance: key, error: String(error) }, 'a quiet queue was not noted')
    }
  }

  let relist = new AbortController()
  let takesOver = false
  /** All times of the team are the database's, so its clock is measured at each beat. */
  const measured = async (own: string): Promise<Beat> => {
    const asked = clock.now()
    const { role, checkValue } = team
    const beat = await actingRun.beating(team.beHere(own, takesOver))
    takesOver = false
    await noteGeneration(beat.generation)
    // Tokens that were sealed anew, or are to be asked for.
    if (team.checkValue !== checkValue) announce()
    if (team.role !== role) {
      // A viewer gets no tokens, and a member does.
      relist.abort()
      announce()
    }
    const now = Math.round(beat.now - (asked + clock.now()) / 2)
    if (offsetMs !== null && Math.abs(now - offsetMs) >= jumpMs) {
      clockJump = { at: clock.now(), ms: now - offsetMs }
      logger.warn({ ms: clockJump.ms }, "the clock of the team's database jumped")
      announce()
    }
    offsetMs = now
    return beat
  }
  const holder = holdLeases({
    team: { ...team, beHere: measured },
    desk,
    run,
    name: () => name,
    clock,
    logger,
    wanted,
    onLeases: pollLeases,
    onAnswer(error) {
      if (error === null) database.entered()
      else answered(error)
      if (error instanceof TeamError && error.trouble.kind === 'removed') onRemoved()
    },
    onChange() {
      opened.tell()
      announce()
    },
  })

  const teamNow = () => clock.now() + (offsetMs ?? 0)
  /** The service counts by instance, not by desk: each that is here has its part. */
  const shareLimits = () => {
    const share = limitShare(members, desk, teamNow)
    for (const key of shared().keys()) instances.setShare(key, share)
  }

  let wentBack: WentBack | null = null
  let unapplied = 0
  const readNotices = async () => {
    const before = JSON.stringify([wentBack, unapplied])
    ;[wentBack, unapplied] = await Promise.all([
      store.read('team.wentBack', undefined),
      store.read('team.unapplied', undefined),
    ])
    if (JSON.stringify([wentBack, unapplied]) !== before) announce()
  }
  const refreshNotices = () => {
    readNotices().catch((error: unknown) =>
      logger.warn({ error: String(error) }, 'what happened to the team was not read'),
    )
  }
  /** Whether the database has what this desk gave it. */
  const checkUnfollowed = async () => {
    const entered = await unfollowed.check(follower.taken)
    if (entered > 0) logger.warn({ entered }, "what the team's database had lost was entered again")
    await readNotices()
  }

  let monthsMadeAt = -Infinity
  const lists = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      try {
        await sync()
        const now = distinctNames(await team.members())
        if (team.role !== 'viewer') {
          await team.doubtSends()
          if (clock.now() - monthsMadeAt >= monthsEveryMs) {
            await team.makeMonths()
            monthsMadeAt = clock.now()
          }
        }
        await checkUnfollowed()
        if (JSON.stringify(now) !== JSON.stringify(members)) {
          members = now
          await store.write('team.storeMembers', {
            members: now.map(({ desk: id, name: own }) => ({ desk: id, name: own })),
          })
          announce()
        }
        shareLimits()
      } catch (error) {
        answered(error)
        logger.warn({ error: String(error) }, "the team's lists were not read")
      }
      await clock.sleep(listsEveryMs, AbortSignal.any([signal, relist.signal]))
      relist = new AbortController()
    }
  }

  const stopListening = [
    team.onWake((wake, about) => {
      const all = wake === 'everything'
      if (all || wake === 'journal') follower.wake()
      if (all || wake === 'lease') holder.wake()
      if (all || wake === 'instance' || wake === 'member') relist.abort()
      if (all || wake === 'presence' || wake === 'read') chats.handleWake(wake, about)
    }),
    instances.onRun(() => {
      holder.wake()
      // It may have begun because its token was renewed here.
      relist.abort()
    }),
    store.onState(() => {
      opened.tell()
      holder.wake()
    }),
  ]
  const work = Promise.all(
    [follower, holder, sends, chats].map((one) => one.run(ending.signal)).concat(lists(ending.signal)),
  )

  let renaming: Promise<unknown> = Promise.resolve()
  /** Nothing of this desk is said to the database any more. */
  const rest = async () => {
    ending.abort()
    for (const stop of stopListening) stop()
    await Promise.allSettled([work, renaming])
  }

  const memberRow = ({ desk: id, name: own, seenAt, isHere, role }: TeamMember): TeamMemberRow => ({
    ...{ desk: id, name: own, isHere, role },
    isThis: id === desk,
    seenAt: ours(seenAt),
  })
  const instanceRow = (lease: Lease): readonly TeamInstanceRow[] => {
    const instance = keysOf().get(lease.instance)
    if (instance === undefined) return []
    // What is here may be newer than what was last asked.
    const entries = Math.max(lease.lastN, follower.taken(lease.instance))
    const reader = lease.isFree ? null : lease.holder
    const since = reader === null || lease.heldSince === null ? null : ours(lease.heldSince)
    const isThis = holder.held(lease.instance) !== null
    const backlog = entries - follower.taken(lease.instance)
    const lastAt = follower.lastAt(lease.instance)
    const { wantedBy } = lease
    return [{ instance, reader, isThis, since, lastAt, freeAt: freeAtOf(lease), wantedBy, entries, backlog }]
  }

  const notices = (): readonly TeamNotice[] => {
    const known = new Set(leases?.map(({ instance }) => instance))
    const missing = leases === null ? [] : [...keysOf()].flatMap(([id, key]) => (known.has(id) ? [] : [key]))
    const found: TeamNotice[] = []
    if (missing.length > 0) found.push({ kind: 'missing', instances: missing })
    if (wentBack !== null && clock.now() - wentBack.at < noticeMs) found.push({ kind: 'wentBack', ...wentBack })
    if (unapplied > 0) found.push({ kind: 'unapplied', entries: unapplied })
    return [...found, ...options.notices()]
  }

  return {
    team,
    chats,
    claimsOf: sends.claimsOf,
    wakeSends: sends.wake,
    sinkOf: (id) =>
      createJournalSink(
        {
          team,
          ids,
          unfollowed,
          store,
          database,
          holder,
          opened,
          ending: ending.signal,
          onPersisted: () => follower.wake(),
        },
        id,
      ),
    status() {
      const trouble = database.trouble()
      return {
        state: trouble === null ? 'live' : stateOf(trouble),
        since: database.since(),
        trouble: trouble === null ? null : troubleDetails(trouble),
        clockJump,
        members: members.map(memberRow),
        notices: notices(),
        instances: (leases ?? []).flatMap(instanceRow),
      }
    },
    handOver: (id, next) => holder.handOver(id, next),
    async rename(own) {
      renaming = team.beHere(own)
      await renaming
      name = own
      relist.abort()
    },
    relist: () => relist.abort(),
    takeOver() {
      takesOver = true
      holder.wake()
    },
    hurry() {
      holder.wake()
      follower.wake()
      relist.abort()
      opened.tell()
    },
    changed() {
      follower.reread()
      holder.wake()
    },
    async stop() {
      await rest()
      await team
        .endRun()
        .catch((error: unknown) => logger.warn({ error: String(error) }, 'the end was not told to the team'))
      await team.close()
    },
    async leave() {
      await rest()
      await team
        .removeMember(desk)
        .catch((error: unknown) => logger.warn({ error: String(error) }, 'the team was left without a word'))
      await team.close()
    },
  }
}
