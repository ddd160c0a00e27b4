import { undoSendMs } from '../../../../contract/values.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../../../contract/ids.ts'
import { nextInLane } from '../../../sending/rules/lane.ts'
import { park } from '../../../messages/outbox/tx/wait-reasons.ts'
import {
  enterOutcomeAgain,
  findOutbox,
  foundByText,
  outboxRowsOfLane,
  readOutbox,
  updateOutbox,
} from '../../../messages/outbox/tx/outbox-row.ts'
import { doubtQueued, recordRejection } from '../../../sending/tx/record-outcome.ts'
import { isHeldByPause } from '../../../sending/tx/program-lanes.ts'
import { requestOf, laneRowsOf } from '../../../sending/tx/take-due.ts'
import type { ReadTx, Tx } from '../../../store/tx.ts'
import type { OpenSend } from '../rules/settlement.ts'
import type { SendGuard, SendState } from '../../../sharing/shared-send.ts'
import { programOfSend, type OwnWrite } from './program-of-send.ts'
import { unsynced, type SendEntry } from './take-send.ts'

/** A chat in which something of this desk waits. */
export interface TeamLane {
  readonly chat: ChatKey
  /** The next message that may be sent, as far as this desk knows; null: none now. */
  readonly next: MessageKey | null
  /** In their order. */
  readonly waiting: readonly WaitingSend[]
  /**
   * Messages that wait here and are closed at the team: a colleague closed the question, or they were sent from a newer
   * copy of this disk.
   */
  readonly closed: readonly MessageKey[]
}

interface WaitingSend extends OwnWrite {
  readonly chatId: string
  readonly operation: string
  /** The operation's input, JSON. */
  readonly request: string
  /** See NewSend. */
  readonly seenN: number | null
  /** The team has it. */
  readonly isPut: boolean
  /** Prevents the send if a colleague has answered first. */
  readonly guard: SendGuard | null
}

export function teamLanesOf(
  tx: ReadTx,
  { instance, chats }: { readonly instance: InstanceKey; readonly chats: readonly ChatKey[] },
): readonly TeamLane[] {
  return chats.map((chat) => {
    const decision = nextInLane(laneRowsOf(tx, instance, chat), tx.now)
    const waiting: WaitingSend[] = []
    const closed: MessageKey[] = []
    for (const row of outboxRowsOfLane(tx, instance, chat)) {
      if (row.state !== 'queued' || row.parked || isHeldByPause(tx, row)) continue
      // Nothing of a send that can be undone leaves this desk, and what comes after it keeps its place.
      if (isUndoable(tx, row.message)) break
      const { message, queuedAt, chatId, seenN, guardSince: since } = row
      const guard = since === null ? null : { ageMs: Math.max(0, tx.now - since) }
      const { operation, input } = requestOf(row)
      const state = stateOf(tx, message, queuedAt)
      if (state === 'accepted' || state === 'failed' || state === 'dismissed') closed.push(message)
      // A cancelled send is put again.
      const isPut = state !== null && state !== 'cancelled'
      const program = programOfSend(tx, message, queuedAt)
      waiting.push({
        message,
        queuedAt,
        program,
        chatId,
        operation,
        request: JSON.stringify(input),
        seenN,
        isPut,
        guard,
      })
    }
    return { chat, next: decision.kind === 'send' ? (decision.message as MessageKey) : null, waiting, closed }
  })
}

const isUndoable = (tx: ReadTx, message: MessageKey): boolean =>
  tx.get(
    `select 1 from outbox where message = :message and wait_kind is 'undoable'
       and next_try_at between :now + 1 and :now + ${undoSendMs}`,
    { message, now: tx.now },
  ) !== undefined

/** The team's state of a send, by the time it was queued; null: the team has none. */
const stateOf = (tx: ReadTx, message: MessageKey, queuedAt: number): SendEntry['state'] | null =>
  tx.get<{ state: SendEntry['state'] }>('select state from team_send where message = ? and queued_at = ?', [
    message,
    queuedAt,
  ])?.state ?? null

/**
 * Messages that are over for the team. What another copy of this disk sent, or was sending, is looked for: who sent it
 * again would send it twice. Others wait for the person: a colleague may have answered meanwhile. Sent all the same,
 * each is another send.
 */
export function parkClosed(
  tx: Tx,
  input: {
    readonly instance: InstanceKey
    readonly messages: readonly MessageKey[]
    /** The database said so itself. Absent: as far as its journal is here. */
    readonly isOver?: boolean
  },
): void {
  for (const message of input.messages) {
    const row = findOutbox(tx, message)
    if (row === null || row.state !== 'queued' || row.parked) continue
    const state = stateOf(tx, message, row.queuedAt)
    if (input.isOver !== true && state !== 'accepted' && state !== 'failed' && state !== 'dismissed') continue
    if (!row.hidden && (state === 'accepted' || state === 'uncertain')) doubtQueued(tx, message, 'otherRun')
    else park(tx, row)
    tx.changed({ kind: 'lane', instance: row.instance, chat: row.chat })
  }
}

/**
 * A colleague's answer came first, so this one asks the person. Sent all the same, it is another send and is not asked
 * about.
 */
export function parkAnswered(tx: Tx, { message }: { readonly message: MessageKey }): void {
  const row = findOutbox(tx, message)
  if (row === null || row.state !== 'queued' || row.parked) return
  park(tx, row, 'answeredFirst')
  tx.changed({ kind: 'lane', instance: row.instance, chat: row.chat })
}

/** The team's database can't store the message, now or later, so its chat goes on without it. */
export function failRefused(tx: Tx, { message }: { readonly message: MessageKey }): void {
  const row = findOutbox(tx, message)
  if (row === null || row.state !== 'queued') return
  recordRejection(tx, row, { kind: 'rejected', reason: 'teamRefused', text: '' })
  tx.changed({ kind: 'lane', instance: row.instance, chat: row.chat })
}

/** The team's database does not have it: it is entered again when its turn comes. */
export function forgetSend(tx: Tx, { id }: { readonly id: string }): void {
  tx.run('delete from team_send where id = ?', [id])
}

/**
 * Takes what the database says of sends, which may have lost what its journal told before. Of `asked`, those that are
 * not among `rows` are not in it: a colleague's that was open never goes, and an own one is entered again, as what
 * became of it here.
 */
export function compareSends(
  tx: Tx,
  input: { readonly asked: readonly string[]; readonly rows: readonly SendState[] },
): void {
  for (const id of new Set([...input.asked, ...input.rows.map(({ id: known }) => known)])) doubtSentByOtherRun(tx, id)
  for (const { id, state, attempt, shownId } of input.rows) {
    tx.run(`update team_send set state = :state, attempt = :attempt, unsynced = ${unsynced} where id = :id`, {
      ...{ id, state, attempt, shownId, replyId: null },
    })
    // This desk sent the message before the database went back to a state in which the message waits.
    if (state === 'queued') enterOutcomeAgain(tx, id)
  }
  const there = new Set(input.rows.map(({ id }) => id))
  for (const id of input.asked) {
    if (there.has(id)) continue
    const row = tx.get<{ message: MessageKey | null; state: string; local: string | null; isSame: number | null }>(
      `select s.message, s.state, o.state as local, o.queued_at = s.queued_at as isSame
       from team_send s left join outbox o on o.message = s.message where s.id = ?`,
      [id],
    )
    if (row === undefined || row.local === 'sending') continue
    if (row.message === null && !['queued', 'sending', 'uncertain'].includes(row.state)) continue
    tx.run('delete from team_send where id = ?', [id])
    if (row.message !== null && row.isSame === 1 && row.local !== 'queued') updateOutbox(tx, row.message, { alone: 1 })
  }
}

/** Colleagues' open sends of an instance that left the team, or that the database lost: no news of them comes now. */
export function forgetColleagues(tx: Tx, instance: InstanceKey): void {
  tx.run(
    `delete from team_send where instance = ? and message is null and state in ('queued', 'sending', 'uncertain')`,
    [instance],
  )
}

/**
 * The team's journal said that a send was accepted which still waits in this outbox: another copy of this data
 * directory sent it. The database may have lost that since.
 */
function doubtSentByOtherRun(tx: Tx, id: string): void {
  const row = tx.get<{ message: MessageKey }>(
    `select o.message from team_send s join outbox o on o.message = s.message
     where s.id = ? and s.state = 'accepted' and o.state = 'queued' and o.queued_at = s.queued_at`,
    [id],
  )
  if (row !== undefined) doubtQueued(tx, row.message, 'otherRun')
}

/** Sends of this desk that are open at the team, with their state in the outbox. */
export function openSends(tx: ReadTx): readonly OpenSend[] {
  return tx
    .all<Omit<OpenSend, 'isOver' | 'isFound'> & { readonly isOver: number; readonly isFound: number }>(
      `select s.id, s.message, s.state, s.attempt, o.state as local, ${foundByText} as isFound,
         coalesce(o.reply_id, case when m.raw is not null and s.reply_id is null then m.id_message end) as idMessage,
         case when m.raw is not null and m.id_message <> coalesce(o.reply_id, s.reply_id) then m.id_message end as shownId,
         coalesce(o.queued_at <> s.queued_at or o.parked = 1 or o.due_at is not null or m.hidden_at is not null, 0) as isOver
       from team_send s indexed by team_send_open
       left join outbox o on o.message = s.message left join message m on m.key = s.message
       where s.message is not null and (s.state in ('queued', 'sending', 'uncertain') or s.unsynced = 1)
       order by s.message limit 1000`,
    )
    .map((row) => ({
      ...row,
      // A program that is paused holds up no colleague: what waits of it is put again when it may send again.
      isOver: row.isOver === 1 || (row.local === 'queued' && isHeldByPause(tx, readOutbox(tx, row.message))),
      isFound: row.isFound === 1,
    }))
}
