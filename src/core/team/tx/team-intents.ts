import { createHash } from 'node:crypto'
import type { InstanceKey, JournalKey } from '../../../contract/ids.ts'
import { recordTeamKeep } from '../../erasing/tx/keep-days.ts'
import { readInstance } from '../../accounts/tx/read-instance.ts'
import { accountWrites } from '../../accounts/tx/accounts-intents.ts'
import { extendCoverage, type Absence } from '../../accounts/tx/queue-coverage.ts'
import { leaveGap, persistShared } from '../../receiving/tx/inbox.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import type { Entry } from '../../sharing/shared-team.ts'
import type { SharedInstanceId } from '../../sharing/shared-ids.ts'
import { actingRunMeta, actingRunWrites } from '../leases/tx/acting-run.ts'
import {
  compareSends,
  failRefused,
  forgetColleagues,
  forgetSend,
  teamLanesOf,
  openSends,
  parkAnswered,
  parkClosed,
} from '../sends/tx/team-sends.ts'
import { markPut } from '../sends/tx/own-sends.ts'
import { lowerSeenEntries } from '../../messages/outbox/tx/outbox-row.ts'
import { sendsUnderWay } from '../../sharing/tx/sends-under-way.ts'
import { releaseAlone, markEntered, sentAlone } from '../sends/tx/sent-alone.ts'
import { teamAnnotationReads, teamAnnotationWrites, takeAnnotation } from '../chats/tx/team-annotations.ts'
import { teamChatReads, teamChatWrites, takeChat } from '../../sharing/tx/team-chats.ts'
import {
  comesBack,
  forgetEntries,
  rememberEntry,
  teamHistoryReads,
  teamHistoryWrites,
} from '../journal/tx/team-history.ts'
import type { LostEntry } from '../journal/tx/team-history.ts'
import { forgetPendingChanges, recordAllAnnotations } from '../../sharing/tx/pending-changes.ts'
import { forgetVersions } from '../../annotations/tx/notes.ts'
import { clearAssignees } from '../../messages/archive/tx/chat-row.ts'
import { windowChat, takeWindow, type TakenWindow } from '../journal/tx/take-window.ts'
import {
  beginJournalNumbers,
  beginTeamNumbers,
  isOfPresentTeam,
  keepTeamOfNumbers,
} from '../../programs/feed/tx/cursors.ts'
import { forgetTeamPrograms } from '../../programs/delivery/tx/team-programs.ts'
import { unshareReplies } from '../../quick-replies/tx/shared-replies.ts'
import { deleteMeta, setMeta } from '../../store/sql.ts'
import { troubleOfSqliteError } from '../../store/store-error.ts'
import { takeSend } from '../sends/tx/take-send.ts'

/**
 * More is not written down: a program that writes nothing but nonsense must not fill this disk. UTF-16 units, and rows.
 */
const longestRaw = 20_000
const mostRows = 1_000

/**
 * Applies an entry of the team. If it fails, because a member or a later program wrote something unexpected, it is
 * rolled back, set aside unchanged, and the next entry follows. False: it was set aside. Throws only if the store
 * fails.
 */
function applyOrPutAside(tx: Tx, instance: InstanceKey, entry: Entry): boolean {
  let isApplied = true
  tx.run('savepoint team_entry')
  try {
    if (entry.kind === 'records') takeWindow(tx, instance, entry)
    if (entry.kind === 'send') takeSend(tx, instance, entry)
    if (entry.kind === 'chat') {
      takeChat(tx, instance, entry)
      takeAnnotation(tx, instance, entry.raw)
    }
  } catch (error) {
    if (troubleOfSqliteError(error) !== null) throw error
    isApplied = false
    tx.run('rollback to team_entry')
    putAside(tx, { ...entry, instance, reason: String(error) })
  }
  tx.run('release team_entry')
  return isApplied
}

interface AsideEntry extends Pick<Entry, 'n' | 'id' | 'kind' | 'raw'> {
  readonly instance: InstanceKey
  readonly reason: string
}

/** Stores an entry that can't be applied, unchanged, once. */
function putAside(tx: Tx, { instance, n, id, kind, raw, reason }: AsideEntry): void {
  tx.run(
    `insert or ignore into team_unapplied (instance, n, id, kind, raw, reason, at)
     select :instance, :n, :id, :kind, :raw, :reason, :at where (select count(*) from team_unapplied) < :mostRows`,
    { ...{ instance, n, id, kind }, raw: raw.slice(0, longestRaw), reason: reason.slice(0, 500), at: tx.now, mostRows },
  )
}

/**
 * The database lost this notification and refuses to take it again: a member had entered it in a form that is too long
 * as a desk writes it, for example. It stays in this archive. It has no number any more, so its negative key stands for
 * one.
 */
function putAsideLost(tx: Tx, { shared, id, reason }: LostEntry & { readonly reason: string }): void {
  const lost = tx.get<{ instance: InstanceKey; event: JournalKey; raw: string }>(
    `select l.instance, l.event, coalesce(j.raw, i.raw) as raw
     from team_instance t join team_lost l on l.instance = t.instance
     left join journal j on j.key = l.event left join inbox i on i.key = l.event where t.shared = ? and l.id = ?`,
    [shared, id],
  )
  if (lost === undefined) return
  const { instance, event, raw } = lost
  putAside(tx, { instance, n: -event, id, kind: 'notification', raw, reason })
}

/** How many entries were put aside. */
const countPutAside = (tx: ReadTx): number =>
  tx.get<{ count: number }>('select count(*) as count from team_unapplied')?.count ?? 0

/** An instance that the team shares, as this desk has it. */
export interface TeamInstance {
  readonly instance: InstanceKey
  readonly shared: SharedInstanceId
  /** The newest entry of its journal that is here. */
  readonly n: number
  /** Its link; null: none came yet, or its database gave none. */
  readonly link: string | null
  /** Names the sealed token that was taken over last; null: none yet. */
  readonly sealedHash: string | null
  /** The team's time for an answer that was taken over last, ms; null: none yet. */
  readonly takenTargetMs: number | null
  /** 1: this desk takes it out of the team, and has no answer to that yet. */
  readonly isLeaving: number
  /** When the newest notification that came through the team was made, epoch ms; null: none did. */
  readonly lastAt: number | null
}

export interface TakenFacts {
  readonly instance: InstanceKey
  /** The service's time, epoch ms. */
  readonly countsFrom: number
  readonly answerTargetMs: number
  /** This desk may not change them for the team. */
  readonly isReadOnly: boolean
}

export interface TakeInput {
  /** Of one or several instances, each one's in order. Times are by our clock. */
  readonly entries: readonly Entry[]
}

const cursorOf = (tx: ReadTx, shared: SharedInstanceId): Omit<TeamInstance, 'isLeaving' | 'lastAt'> | undefined =>
  tx.get('select instance, shared, n, link, sealed_hash as sealedHash from team_instance where shared = ?', [shared])

const leavingName = (instance: InstanceKey): string => `team_leaving:${instance}`

export const teamWrites = {
  /** The team receives this instance from now on. Its history stays as it is. */
  'team.share'(tx: Tx, input: { readonly instance: InstanceKey; readonly shared: SharedInstanceId }): void {
    // The number is another instance's by now: it waits under none, so that this desk does not receive it alone.
    tx.run('update team_instance set shared = -instance where shared = :shared and instance <> :instance', input)
    const before = tx.get<TeamInstance>('select shared from team_instance where instance = ?', [input.instance])
    const { changes } = tx.run(
      `insert into team_instance (instance, shared) values (:instance, :shared)
       on conflict (instance) do update set shared = :shared, n = 0, link = null, annotated = 0 where shared <> :shared`,
      input,
    )
    if (changes > 0 && before !== undefined) {
      forgetEntries(tx, input.instance)
      beginJournalNumbers(tx, input.instance)
      lowerSeenEntries(tx, { instance: input.instance, n: 0 })
      forgetColleagues(tx, input.instance)
      leaveGap(tx, input.instance)
    }
    if (changes > 0) recordAllAnnotations(tx, input.instance)
    tx.changed({ kind: 'instances', instance: input.instance })
  },

  /** A sealed token of the team is in use here. */
  'team.recordToken'(tx: Tx, input: { readonly instance: InstanceKey; readonly sealedHash: string }): void {
    tx.run('update team_instance set sealed_hash = :sealedHash where instance = :instance', input)
  },

  /**
   * From when on an instance's messages count and how soon they should be answered, as the team says. A time for an
   * answer that was changed here since the team's was taken over stays, unless the team's changed too.
   */
  'team.takeFacts'(tx: Tx, { instance, ...facts }: TakenFacts): void {
    const taken = tx.get<{ targetMs: number | null }>(
      'select answer_target_ms as targetMs from team_instance where instance = ?',
      [instance],
    )
    if (taken === undefined) return
    const isNewer = taken.targetMs !== facts.answerTargetMs
    accountWrites['accounts.edit'](tx, {
      key: instance,
      countsFrom: facts.countsFrom,
      answerTargetMs: isNewer || facts.isReadOnly ? facts.answerTargetMs : undefined,
    })
    tx.run('update team_instance set answer_target_ms = :answerTargetMs where instance = :instance', {
      instance,
      answerTargetMs: facts.answerTargetMs,
    })
  },

  /** The team has this desk's time for an answer. */
  'team.putTarget'(tx: Tx, input: { readonly instance: InstanceKey; readonly answerTargetMs: number }): void {
    tx.run('update team_instance set answer_target_ms = :answerTargetMs where instance = :instance', input)
  },

  /** Whether this desk takes the instance out of the team; `team.unshare` ends it. */
  'team.setLeaving'(tx: Tx, input: { readonly instance: InstanceKey; readonly isLeaving: boolean }): void {
    if (input.isLeaving) setMeta(tx, leavingName(input.instance), '')
    else deleteMeta(tx, leavingName(input.instance))
  },

  /** The team receives it no more; nothing that came is forgotten. What the queue brought ends here. */
  'team.unshare'(tx: Tx, { instance }: { readonly instance: InstanceKey }): void {
    tx.run('delete from team_instance where instance = ?', [instance])
    deleteMeta(tx, leavingName(instance))
    forgetEntries(tx, instance)
    forgetColleagues(tx, instance)
    forgetPendingChanges(tx, instance)
    forgetVersions(tx, instance)
    clearAssignees(tx, instance)
    leaveGap(tx, instance)
    tx.changed({ kind: 'instances', instance })
  },

  /** This desk is `id`, in the team `team`; null: in none. */
  'team.setDesk'(tx: Tx, input: { readonly desk: string; readonly team: string | null }): void {
    setMeta(tx, 'desk', input.desk)
    if (input.team === null) {
      unshareReplies(tx)
      forgetTeamPrograms(tx)
      keepTeamOfNumbers(tx)
    } else beginTeamNumbers(tx, input.team)
    // A desk that joins again gets all instances, and has given none up yet.
    tx.run('delete from team_off')
    // The next team may keep messages longer, and says so with its first beat.
    recordTeamKeep(tx, { days: null })
    for (const name of ['team_generation', 'team_went_back', ...actingRunMeta]) deleteMeta(tx, name)
    if (input.team === null) deleteMeta(tx, 'team')
    else setMeta(tx, 'team', input.team)
  },

  /**
   * Takes entries of the shared journal: notifications into the inbox, from where they are applied as any other (ADR
   * 0022). The cursor moves in the same transaction, so that each is taken exactly once, however often it is read. A
   * hole (months that were dropped) ends what the queue is known to have brought. An entry that can't be applied is put
   * aside, so that it holds up nothing behind it.
   * @returns how many wait in the inbox now that did not before, the windows of histories that came, and the instances
   * whose next entry follows another one than the one that is here: of them nothing more was taken
   */
  'team.take'(
    tx: Tx,
    { entries }: TakeInput,
  ): {
    readonly stored: number
    readonly windows: readonly TakenWindow[]
    readonly broken: readonly SharedInstanceId[]
  } {
    let stored = 0
    const windows: TakenWindow[] = []
    const broken = new Set<SharedInstanceId>()
    for (const entry of entries) {
      const cursor = cursorOf(tx, entry.instance)
      if (cursor === undefined || entry.n <= cursor.n || broken.has(entry.instance)) continue
      const { instance, link } = cursor
      const { previousLink } = entry
      if (entry.n === cursor.n + 1 && link !== null && previousLink !== null && previousLink !== link) {
        broken.add(entry.instance)
        continue
      }
      if (entry.n > cursor.n + 1 && cursor.n > 0) {
        leaveGap(tx, instance)
        tx.run('update team_instance set annotated = 0 where instance = ?', [instance])
      }
      const hash = entry.kind === 'notification' ? createHash('sha256').update(entry.raw).digest('base64url') : null
      let event = hash === null ? null : (comesBack(tx, instance, entry) ?? localKey(tx, instance, entry.n, hash))
      // A desk that was in this team before reads all of it again for what is no notification.
      if (hash !== null && event === null) {
        event = persistShared(tx, {
          instance,
          raw: entry.raw,
          isJson: entry.isJson,
          hash,
          receiptId: entry.receiptId ?? '',
          receivedAt: entry.at,
          isQueueComplete: entry.queueComplete,
          sharedN: entry.n,
          sharedId: entry.id,
          repeatOf: entry.repeatOf === null ? null : localKey(tx, instance, entry.repeatOf, hash),
        })
        stored += 1
      }
      if (hash === null) {
        const isApplied = applyOrPutAside(tx, instance, entry)
        const chatId = isApplied ? windowChat(entry) : null
        if (chatId !== null) windows.push({ instance, chatId, at: entry.at })
      }
      rememberEntry(tx, instance, entry, event)
      tx.run(
        `update team_instance set n = :n, link = :link, queue_complete = case when :isNotification then :complete else queue_complete end
         where instance = :instance`,
        {
          instance,
          n: entry.n,
          link: entry.link,
          isNotification: entry.kind === 'notification',
          complete: entry.queueComplete,
        },
      )
    }
    return { stored, windows, broken: [...broken] }
  },

  ...actingRunWrites,
  'team.putAsideLost': putAsideLost,
  'team.markPut': markPut,
  'team.parkClosed': parkClosed,
  'team.failRefused': failRefused,
  'team.parkAnswered': parkAnswered,
  'team.forgetSend': forgetSend,
  'team.recordKeep': recordTeamKeep,
  'team.compareSends': compareSends,
  'team.sendAlone': releaseAlone,
  'team.markEntered': markEntered,
  ...teamChatWrites,
  ...teamAnnotationWrites,
  ...teamHistoryWrites,

  /**
   * The receiving desk saw the queue empty, and all of its notifications are here. `at`: epoch ms by our clock.
   * `isComplete`: the settings, as this desk read them last, let every message come through it.
   */
  'team.alive'(
    tx: Tx,
    input: { readonly instance: InstanceKey; readonly at: number; readonly isComplete: boolean },
  ): { readonly absence: Absence } {
    const row = tx.get<{ complete: number }>(
      'select queue_complete as complete from team_instance where instance = ?',
      [input.instance],
    )
    if (row === undefined) return { absence: null }
    return { absence: extendCoverage(tx, input.instance, input.at, input.isComplete && row.complete === 1) }
  },
}

/** The key under which an entry with this body is in the inbox or the journal; null when it is not, or no more. */
const localKey = (tx: ReadTx, instance: InstanceKey, sharedN: number, hash: string): JournalKey | null =>
  tx.get<{ key: JournalKey | null }>(
    `select coalesce(
       (select min(key) from journal j where instance = :instance and shared_n = :sharedN and +raw_hash = :hash and ${isOfPresentTeam('j')}),
       (select min(key) from inbox b where instance = :instance and shared_n = :sharedN and +raw_hash = :hash and ${isOfPresentTeam('b')})) as key`,
    { instance, sharedN, hash },
  )?.key ?? null

export const teamReads = {
  'team.desk': (tx: ReadTx): { readonly desk: string | null; readonly team: string | null } => {
    const value = (name: string) =>
      tx.get<{ value: string }>('select value from meta where name = ?', [name])?.value ?? null
    return { desk: value('desk'), team: value('team') }
  },
  'team.lanes': teamLanesOf,
  'team.openSends': openSends,
  'team.sentAlone': sentAlone,
  'team.underWay': sendsUnderWay,
  ...teamChatReads,
  ...teamAnnotationReads,
  ...teamHistoryReads,
  'team.unapplied': countPutAside,
  /** Whether something that came by the journal is not applied yet. */
  'team.hasWaiting': (tx: ReadTx, { instance }: { readonly instance: InstanceKey }): boolean =>
    tx.get('select 1 as one from inbox where instance = ? limit 1', [instance]) !== undefined,
  /** Instances of the team that somebody removed from this desk. */
  'team.off': (tx: ReadTx): readonly { readonly apiUrl: string; readonly idInstance: string }[] =>
    tx.all('select api_url as apiUrl, id_instance as idInstance from team_off'),
  /**
   * Since when messages of an instance count, for a team: as here, and from the oldest that the queue brought here on,
   * which counts here whenever it was written. The service's time, epoch ms; the queue holds a day (service 6).
   */
  'team.countsFrom'(tx: ReadTx, { instance }: { readonly instance: InstanceKey }): number {
    const { countsFrom } = readInstance(tx, instance)
    const first = tx.get<{ at: number | null }>(
      'select service_at as at from journal where instance = ? order by key limit 1',
      [instance],
    )
    return Math.max(countsFrom - 86_400_000, Math.min(countsFrom, first?.at ?? countsFrom))
  },

  'team.instances': (tx: ReadTx): readonly TeamInstance[] =>
    tx.all(
      `select instance, shared, n, link, sealed_hash as sealedHash, answer_target_ms as takenTargetMs,
         exists (select 1 from meta where name = 'team_leaving:' || team_instance.instance) as isLeaving,
         (select received_at from journal j where j.instance = team_instance.instance and j.shared_n is not null
            and ${isOfPresentTeam('j')} order by j.shared_n desc limit 1) as lastAt
       from team_instance order by instance`,
    ),
}
