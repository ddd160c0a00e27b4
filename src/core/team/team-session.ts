import type { InstanceKey } from '../../contract/ids.ts'
import type { TeamNotice } from '../../contract/team.ts'
import { createGenerationCheck } from './journal/generation-check.ts'
import { createActingRun } from './leases/acting-run.ts'
import { createTeamClock } from './connection/team-clock.ts'
import { createJournalNotices } from './status/team-notices.ts'
import { createQueueReports } from './leases/queue-reports.ts'
import { createTeamLists } from './membership/team-lists.ts'
import { createTeamRows, unknownInstance } from './status/team-rows.ts'
import { createDatabaseState } from './connection/database-state.ts'
import { followJournal } from './journal/journal-follower.ts'
import { createJournalSink } from './journal/journal-sink.ts'
import { holdLeases } from './leases/lease-holder.ts'
import { limitShare } from './membership/rules/limit-share.ts'
import { shareAnnotations } from './chats/shared-annotations.ts'
import { shareReplies } from './chats/shared-replies.ts'
import { shareChats } from './chats/shared-chats.ts'
import type { Beat, Lease, SharedTeam } from '../sharing/shared-team.ts'
import type { DeskId, SharedInstanceId } from '../sharing/shared-ids.ts'
import { shareSends } from './sends/shared-sends.ts'
import { troubleDetails } from '../sharing/team-call.ts'
import { TeamError, stateOf } from '../sharing/team-error.ts'
import { createUnfollowedEntries } from './journal/unfollowed-entries.ts'
import type { Inbox } from '../receiving/follower.ts'
import type { TeamWindows } from './journal/create-shared-windows.ts'
import type { TeamBase, TeamSession } from './ports.ts'

interface TeamSessionOptions extends Pick<TeamBase, 'store' | 'clock' | 'ids' | 'logger' | 'instances' | 'emit'> {
  readonly team: SharedTeam
  readonly desk: DeskId
  readonly run: string
  readonly name: string
  readonly inbox: Inbox
  readonly windows: Pick<TeamWindows, 'taken'>
  /** Shared instances, by this desk's keys. */
  readonly shared: () => ReadonlyMap<InstanceKey, SharedInstanceId>
  /** The team's instances may have changed. */
  readonly sync: () => Promise<void>
  /** Notices about the passphrase. */
  readonly notices: () => readonly TeamNotice[]
  /** An administrator took this desk out of the team. */
  readonly onRemoved: () => void
  /** A lease, the role or the team's webhooks may have changed. */
  readonly onWebhooks: () => void
  /** A proposal of the team has changed. */
  readonly onProposals: () => void
  /** The database continues from a backup or a standby. */
  readonly onSetBack: () => void
}

export function beginTeamSession(options: TeamSessionOptions): TeamSession {
  const { team, desk, run, store, clock, ids, logger, instances, emit, inbox, shared, sync, onRemoved } = options
  const ending = new AbortController()
  let { name } = options
  /** null until the first poll. */
  let leases: readonly Lease[] | null = null
  const announce = () => emit({ type: 'changed', change: { kind: 'team' } })
  const database = createDatabaseState({
    clock,
    logger,
    onChange() {
      if (database.trouble() !== null) holder.doubt()
      // Webhooks pause while the database is away.
      options.onWebhooks()
      announce()
    },
    ending: ending.signal,
  })
  const { opened, answered } = database
  const teamClock = createTeamClock({ clock, logger, onJump: announce })
  const { ours } = teamClock
  const journalNotices = createJournalNotices({ store, clock, logger, onChange: announce })
  /** The database lost entries that this desk had appended and not read back. */
  const noteLost = (entries: number) => {
    if (entries > 0) journalNotices.noteLost(entries)
  }
  const keysOf = () => new Map([...shared()].map(([key, id]) => [id, key] as const))

  const annotations = shareAnnotations({ team, store, logger, database, onPut: () => follower.wake() })
  const replies = shareReplies({ team, store, logger, database })
  const unfollowed = createUnfollowedEntries({ team, clock })
  const follower = followJournal({
    team,
    store,
    clock,
    logger,
    clockOffsetMs: teamClock.offsetMs,
    onPersisted: (count) => inbox.countPersisted(count),
    onTaken(entries, windows) {
      options.windows.taken(windows)
      const hadRoom = unfollowed.hasRoom()
      noteLost(unfollowed.taken(entries))
      if (!hadRoom) opened.emit()
      if (entries.some(({ kind }) => kind !== 'notification')) journalNotices.refresh()
    },
    onWentBack(instance, n, lost) {
      sends.doubt(lost)
      holder.wentBack(instance, n)
      journalNotices.refresh()
    },
    onPutAside: journalNotices.refresh,
    untilRoom: (signal) => inbox.untilRoom(signal),
    checkGeneration: (generation) => checkGeneration(generation),
    mayEnter: () => actingRun.isActing(),
    catchUp: (signal) => annotations.catchUp(signal),
    onAnswer: answered,
    onStalled: database.stalled,
  })
  const checkGeneration = createGenerationCheck({
    store,
    logger,
    onAnother() {
      follower.compareAll()
      options.onSetBack()
      // Its webhook cursors may be older than ours.
      options.onWebhooks()
      sends.doubt([])
      holder.setBack()
      unfollowed.doubt()
      void replies.recheck().catch((error: unknown) => logger.warn({ error: String(error) }, 'quick replies'))
      // Checks them.
      lists.refresh()
    },
  })
  const actingRun = createActingRun({
    store,
    logger,
    onActing() {
      sends.wake()
      follower.wake()
      opened.emit()
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
    uploadAnnotations: () => annotations.upload(),
  })

  const wanted = () => receivableInstances({ team, store, instances, shared: shared() })

  const reports = createQueueReports({ desk, store, instances, logger, inbox, ours })
  const rows = createTeamRows({ desk, clock, ours, follower: () => follower, holder: () => holder })
  const pollLeases = (now: readonly Lease[]) => {
    const before = JSON.stringify(leases)
    leases = now
    const keys = keysOf()
    for (const lease of now) {
      const key = keys.get(lease.instance)
      if (key === undefined) continue
      if (follower.compare(lease)) void reports.recordEmptyQueue(key, lease)
      else if (lease.lastN > follower.taken(lease.instance)) follower.wake({ instance: lease.instance, n: lease.lastN })
      reports.recordReader(key, lease)
    }
    if (JSON.stringify(now) !== before || now.some((lease) => rows.freeAtOf(lease) !== null)) announce()
  }

  /** The team's row as the desk has stored it since this session began. */
  let keepDays: number | null | undefined
  const recordKeep = async () => {
    if (team.keepDays === keepDays) return
    await store.write('team.recordKeep', { days: team.keepDays })
    keepDays = team.keepDays
  }

  let takesOver = false
  const beHere = async (own: string): Promise<Beat> => {
    const { role, checkValue, webhooksOn } = team
    const beat = await actingRun.beating(teamClock.measure(() => team.beHere(own, takesOver)))
    takesOver = false
    await checkGeneration(beat.generation)
    await recordKeep()
    // The passphrase changed: tokens were encrypted again, or have to be requested.
    if (team.checkValue !== checkValue) announce()
    if (team.role !== role || team.webhooksOn !== webhooksOn) options.onWebhooks()
    if (team.role !== role) {
      // A viewer gets no tokens, and a member does.
      lists.refresh()
      announce()
    }
    return beat
  }
  const holder = holdLeases({
    team: { ...team, beHere },
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
      opened.emit()
      options.onWebhooks()
      announce()
    },
  })

  const teamNow = () => clock.now() + teamClock.offsetMs()
  /** The service counts requests by instance, not by desk: present desks divide the limit. */
  const shareLimits = () => {
    const share = limitShare(lists.members(), desk, teamNow)
    for (const key of shared().keys()) instances.setShare(key, share)
  }

  /** Checks that the database still has this desk's entries. */
  const checkEntered = async () => {
    if (actingRun.isActing()) noteLost(await unfollowed.check(follower.taken))
    await journalNotices.read()
  }

  const lists = createTeamLists({
    team,
    store,
    clock,
    logger,
    instances,
    shared,
    sync,
    checkEntered,
    syncReplies: () => replies.sync(),
    onMembers() {
      announce()
      // Presences show the previous names until they are read again.
      chats.handleWake('presence', '')
    },
    onRead: shareLimits,
    onError: answered,
  })

  const stopListening = [
    team.onWake((wake, about) => {
      const all = wake === 'everything'
      if (all || wake === 'journal') follower.wake(entryOf(about))
      if (all || wake === 'lease') holder.wake()
      if (all || wake === 'instance' || wake === 'member' || wake === 'quickReply') lists.refresh()
      if (all || wake === 'proposal') options.onProposals()
      if (all || wake === 'webhook') {
        // The beat reads whether webhooks are switched on.
        holder.wake()
        options.onWebhooks()
      }
      if (all || wake === 'presence' || wake === 'read') chats.handleWake(wake, about)
    }),
    instances.onRun(() => {
      holder.wake()
      // The run may have begun because its token was renewed at this desk.
      lists.refresh()
    }),
    store.onState(() => {
      opened.emit()
      holder.wake()
    }),
  ]
  const work = Promise.all([follower, holder, sends, chats, lists].map((one) => one.run(ending.signal)))

  let renaming: Promise<unknown> = Promise.resolve()
  /** Ends all loops of the session, then makes the last call. */
  const finish = async (lastCall: () => Promise<unknown>, failure: string) => {
    ending.abort()
    for (const stop of stopListening) stop()
    await Promise.allSettled([work, renaming])
    await lastCall().catch((error: unknown) => logger.warn({ error: String(error) }, failure))
    await team.close()
  }

  return {
    team,
    chats,
    claimsOf: sends.claimsOf,
    leaseOf(id) {
      const lease = holder.held(id)
      if (lease === null || !database.mayWrite() || ending.signal.aborted) return null
      return { epoch: lease.epoch, signal: AbortSignal.any([lease.closing.signal, ending.signal]) }
    },
    wakeSends: sends.wake,
    sinkOf: (id) =>
      createJournalSink(
        {
          ...{ team, ids, unfollowed, store, database, holder, opened, ending: ending.signal },
          onPersisted: (n) => follower.wake({ instance: id, n }),
        },
        id,
      ),
    status() {
      const trouble = database.trouble()
      return {
        state: trouble === null ? 'live' : stateOf(trouble),
        since: database.since(),
        trouble: trouble === null ? null : troubleDetails(trouble),
        clockJump: teamClock.jump(),
        members: lists.members().map(rows.ofMember),
        notices: [...journalNotices.list(leases, keysOf()), ...options.notices()],
        instances:
          leases?.flatMap((lease) => {
            const key = keysOf().get(lease.instance)
            return key === undefined ? [] : [rows.ofInstance(key, lease)]
          }) ?? [...shared().keys()].map(unknownInstance),
      }
    },
    handOver: (id, next) => holder.handOver(id, next),
    async rename(own) {
      renaming = team.beHere(own)
      await renaming
      name = own
      lists.refresh()
    },
    isFollowed: follower.isFollowed,
    relist: () => lists.refresh(),
    takeOver() {
      takesOver = true
      holder.wake()
    },
    hurry() {
      holder.wake()
      follower.wake()
      lists.refresh()
      opened.emit()
    },
    changed() {
      follower.reread()
      holder.wake()
      // A loop may wait for the sink of an instance that has another sink now.
      opened.emit()
    },
    stop: () => finish(() => team.endRun(), 'the end of the run did not reach the team'),
    leave: () => finish(() => team.removeMember(desk), 'the team still lists this desk'),
  }
}

/** The entry that a wake-up names by instance and number. Undefined: it names none. */
function entryOf(about: string): { readonly instance: SharedInstanceId; readonly n: number } | undefined {
  const [instance, n] = about.split(' ').map(Number)
  return n === undefined ? undefined : { instance: instance as SharedInstanceId, n }
}

/** Instances for which this desk can receive: they run here, and something can be kept. */
function receivableInstances({
  team,
  store,
  instances,
  shared,
}: Pick<TeamBase, 'store' | 'instances'> & {
  readonly team: Pick<SharedTeam, 'role'>
  readonly shared: ReadonlyMap<InstanceKey, SharedInstanceId>
}): ReadonlyMap<SharedInstanceId, InstanceKey> {
  const found = new Map<SharedInstanceId, InstanceKey>()
  if (team.role === 'viewer' || store.state() !== 'ok') return found
  for (const [key, id] of shared) {
    const instance = instances.get(key)
    if (instance?.run() != null && instance.row().mode === 'full') found.set(id, key)
  }
  return found
}
