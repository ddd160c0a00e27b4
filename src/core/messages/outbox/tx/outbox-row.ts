import { seenNotification } from './seen-notification.ts'
import type { WaitReasonColumns } from '../rules/wait-reason.ts'
import { readContent } from '../../archive/tx/read-content.ts'
import { z } from 'zod'
import { readStored } from '../../../base/rules/stored-json.ts'
import { ContractError } from '../../../../contract/errors.ts'
import type { ChatKey, InstanceKey, MessageKey, ProgramKey, QuickReplyKey } from '../../../../contract/ids.ts'
import type { StoredContent } from '../../content/rules/stored-content.ts'
import type { SendOperation } from '../rules/outgoing-request.ts'
import { assignments } from '../../../store/sql.ts'
import type { ReadTx, SqlValue, Tx } from '../../../store/tx.ts'
import type { OutboxState } from '../rules/outbox-state.ts'
import { isLinkGood } from '../rules/file-link.ts'

/** The job of an outgoing message that was written here. Times are epoch ms by our clock, `sentAt` by the service's. */
export interface OutboxRow {
  readonly message: MessageKey
  readonly instance: InstanceKey
  readonly chat: ChatKey
  readonly chatId: string
  readonly text: string
  readonly content: StoredContent
  /** Which operation sends it; `request`: its input beside chat and text. */
  readonly operation: SendOperation
  readonly request: Readonly<Record<string, unknown>> | null
  /** The service's id of it, by which the journals know it. */
  readonly idMessage: string | null
  /** A record of the service was merged into the message. */
  readonly seenAtService: boolean
  readonly hidden: boolean
  readonly seq: number
  readonly state: OutboxState
  readonly createdAt: number
  readonly queuedAt: number
  readonly attempts: number
  readonly nextTryAt: number
  readonly sendingSince: number | null
  readonly sentAt: number | null
  readonly answeredAt: number | null
  /** The same by the service's clock. */
  readonly endedAt: number | null
  readonly acceptedAt: number | null
  /** The id that sendMessage answered; the journals may use another one (service 10.1). */
  readonly replyId: string | null
  readonly parked: boolean
  /** The program that sent it; null: a person. */
  readonly program: ProgramKey | null
  /** A person sent this message of a program on: it goes like one of a person. */
  readonly isReleased: boolean
  /** In a team: the newest journal entry that this desk had when it was written; null: nobody knows. */
  readonly seenN: number | null
  /** When the answer was begun, if it is not sent where a colleague's came first, epoch ms. */
  readonly guardSince: number | null
  /** The file of a message that sends one; else null. */
  readonly file: OutboxFile | null
}

/** A file on its way to the service (architecture 6). */
interface OutboxFile {
  /** Its bytes, among the media. */
  readonly ref: string
  readonly bytes: number
  /** Where the service keeps it, and until when, epoch ms. */
  readonly link: string | null
  readonly linkUntil: number
  /** The service takes it only together with the message. */
  readonly direct: boolean
}

/** The file has first to be brought to the service. */
export const waitsForUpload = ({ file }: OutboxRow, now: number): boolean =>
  file !== null && !file.direct && (file.link === null || !isLinkGood(file.linkUntil, now))

interface Columns {
  readonly message: MessageKey
  readonly instance: InstanceKey
  readonly chat: ChatKey
  readonly chat_id: string
  readonly text: string
  readonly content_json: string
  readonly operation: SendOperation
  readonly request_json: string | null
  readonly id_message: string | null
  readonly seen: number
  readonly hidden: number
  readonly seq: number
  readonly state: OutboxState
  readonly created_at: number
  readonly queued_at: number
  readonly attempts: number
  readonly next_try_at: number
  readonly sending_since: number | null
  readonly sent_at: number | null
  readonly answered_at: number | null
  readonly ended_at: number | null
  readonly accepted_at: number | null
  readonly reply_id: string | null
  readonly parked: number
  readonly seen_n: number | null
  readonly guard_since: number | null
  readonly program: ProgramKey | null
  readonly released_at: number | null
  readonly file_ref: string | null
  readonly file_bytes: number | null
  readonly link: string | null
  readonly link_until: number | null
  readonly direct: number | null
}

const select = `
  select o.message, o.instance, o.chat, c.chat_id, m.text, m.content_json, o.operation, o.request_json, m.id_message, (m.raw is not null) as seen,
    (m.hidden_at is not null) as hidden, o.seq, o.state, o.created_at, o.queued_at, o.attempts, o.next_try_at, o.sending_since, o.sent_at,
    o.answered_at, o.ended_at, o.accepted_at, o.reply_id, o.parked, o.seen_n, o.guard_since, o.program, o.released_at, u.ref as file_ref, u.bytes as file_bytes, u.link, u.link_until, u.direct
  from outbox o join message m on m.key = o.message join chat c on c.key = o.chat left join upload u on u.message = o.message`

const toRow = (row: Columns): OutboxRow => ({
  message: row.message,
  instance: row.instance,
  chat: row.chat,
  chatId: row.chat_id,
  text: row.text,
  content: readContent(row.content_json, () => ({ text: row.text, raw: null, raw_source: null })),
  operation: row.operation,
  // Without it the client refuses the call for its input, and the message waits for a person.
  request: readStored(row.request_json, z.record(z.string(), z.unknown()), null),
  idMessage: row.id_message,
  seenAtService: row.seen === 1,
  hidden: row.hidden === 1,
  seq: row.seq,
  state: row.state,
  createdAt: row.created_at,
  queuedAt: row.queued_at,
  attempts: row.attempts,
  nextTryAt: row.next_try_at,
  sendingSince: row.sending_since,
  sentAt: row.sent_at,
  answeredAt: row.answered_at,
  endedAt: row.ended_at,
  acceptedAt: row.accepted_at,
  replyId: row.reply_id,
  parked: row.parked === 1,
  program: row.program,
  isReleased: row.released_at !== null,
  seenN: row.seen_n,
  guardSince: row.guard_since,
  file:
    row.file_ref === null
      ? null
      : {
          ref: row.file_ref,
          bytes: row.file_bytes ?? 0,
          link: row.link,
          linkUntil: row.link_until ?? 0,
          direct: row.direct === 1,
        },
})

export function findOutbox(tx: ReadTx, message: MessageKey): OutboxRow | null {
  const row = tx.get<Columns>(`${select} where o.message = ?`, [message])
  return row === undefined ? null : toRow(row)
}

/** Throws ContractError `notFound`. */
export function readOutbox(tx: ReadTx, message: MessageKey): OutboxRow {
  const row = findOutbox(tx, message)
  if (row === null) throw new ContractError('notFound')
  return row
}

/** The job that a send reply, or the service's queue, gave this id. */
export function outboxByReply(tx: ReadTx, chat: ChatKey, idMessage: string): OutboxRow | null {
  const row = tx.get<Columns>(`${select} where o.chat = ? and o.reply_id = ? order by o.seq limit 1`, [chat, idMessage])
  return row === undefined ? null : toRow(row)
}

/** The row that was given this id, or whose message the service shows under it, by its text alone; null: none. */
export function outboxByTextAlone(tx: ReadTx, chat: ChatKey, idMessage: string): OutboxRow | null {
  const shown = tx.get<Columns>(`${select} where m.chat = ? and m.id_message = ?`, [chat, idMessage])
  const row = outboxByReply(tx, chat, idMessage) ?? (shown === undefined ? null : toRow(shown))
  return row !== null && isFoundByText(tx, row) ? row : null
}

/** SQL: of the outbox row `o` no answer of the service named the id. */
export const foundByText = `not exists (
  select 1 from observation a where a.message = o.message and a.source = 'sendReply' and a.id_message = o.reply_id)`

/** No answer of the service named the id of this message: it was found in a journal or the queue, by its text. */
export const isFoundByText = (tx: ReadTx, { message }: Pick<OutboxRow, 'message'>): boolean =>
  tx.get(`select 1 from outbox o where o.message = ? and ${foundByText}`, [message]) !== undefined

/**
 * Open jobs of a chat in lane order, one at a time. Those hidden before they left stay where they are, and so do those
 * whose time has not come.
 */
export function* outboxRowsOfLane(tx: ReadTx, instance: InstanceKey, chat: ChatKey): Generator<OutboxRow> {
  const rows = tx.iterate<Columns>(
    `${select} where o.instance = ? and o.chat = ? and o.state in ('queued', 'sending', 'uncertain')
       and not (o.state = 'queued' and (m.hidden_at is not null or o.due_at is not null)) order by o.seq`,
    [instance, chat],
  )
  for (const row of rows) yield toRow(row)
}

/**
 * Jobs of a chat of which the service has shown nothing yet: those whose request began in a span of time, and those
 * that are still followed whatever their time, which was wrong if a clock was. Found among what was never shown: a
 * program's chat has a hundred thousand others.
 */
export const unmatchedRows = (tx: ReadTx, chat: ChatKey, from: number, to: number): readonly OutboxRow[] =>
  tx
    .all<Columns>(
      `${select} where o.message in (
         select key from message indexed by message_unseen where chat = :chat and direction = 'outgoing' and raw is null)
       and (o.state in ('sending', 'uncertain') or (o.state = 'accepted' and o.next_check_at is not null)
         or (o.state in ('accepted', 'dismissed', 'expired') and o.sent_at between :from and :to))`,
      { chat, from, to },
    )
    .map(toRow)

/** The end of every lane. */
export function nextSeq(tx: ReadTx): number {
  return (tx.get<{ seq: number | null }>('select max(seq) as seq from outbox')?.seq ?? 0) + 1
}

/** Columns of a job that sending, its statuses and the team set. */
export interface OutboxColumns extends WaitReasonColumns {
  readonly state: OutboxState
  readonly seq: SqlValue
  readonly queued_at: SqlValue
  readonly due_at: SqlValue
  readonly due_zone: SqlValue
  readonly parked: SqlValue
  readonly alone: SqlValue
  readonly attempts: SqlValue
  readonly next_try_at: SqlValue
  readonly sending_since: SqlValue
  readonly sent_at: SqlValue
  readonly answered_at: SqlValue
  readonly ended_at: SqlValue
  readonly accepted_at: SqlValue
  readonly reply_id: SqlValue
  readonly reason: SqlValue
  readonly service_text: SqlValue
  readonly next_check_at: SqlValue
  readonly last_checked_at: SqlValue
  readonly checks: SqlValue
  readonly released_at: SqlValue
  readonly guard_since: SqlValue
}

/** The caller refreshes the status, which derives from the row too. */
export function updateOutbox(tx: Tx, message: MessageKey, columns: Partial<OutboxColumns>): void {
  tx.run(`update outbox set ${assignments(columns)} where message = :message`, { ...columns, message })
}

/** The service was asked about the message. */
export function countCheck(tx: Tx, message: MessageKey): void {
  tx.run('update outbox set last_checked_at = ?, checks = checks + 1 where message = ?', [tx.now, message])
}

/** A job at the end of its chat's lane. `operation` and `request`: see {@link OutboxRow}. */
export function insertOutbox(
  tx: Tx,
  row: {
    readonly message: MessageKey
    readonly instance: InstanceKey
    readonly chat: ChatKey
    readonly seq: number
    readonly waitReason: WaitReasonColumns
    /** Not before, epoch ms. */
    readonly nextTryAt: number
    readonly sendId: string | null
    readonly operation: SendOperation
    readonly request: Readonly<Record<string, unknown>> | null
    /** Named only while it exists. */
    readonly quickReply: QuickReplyKey | null
    readonly program: ProgramKey | null
    /** See {@link OutboxRow.guardSince}. */
    readonly guardSince: number | null
  },
): void {
  const { waitReason, ...rest } = row
  const seenN = tx.get<{ n: number }>('select n from team_instance where instance = ?', [row.instance])?.n ?? null
  tx.run(
    `insert into outbox (message, instance, chat, seq, state, created_at, queued_at, next_try_at, wait_kind, wait_until, send_id, operation, request_json,
       quick_reply, program, seen_n, seen_key, guard_since)
     values (:message, :instance, :chat, :seq, 'queued', :now, :now, :nextTryAt, :waitKind, :waitUntil, :sendId, :operation, :request,
       (select key from quick_reply where key = :quickReply), :program, :seenN, :seenKey, :guardSince)`,
    {
      ...rest,
      now: tx.now,
      waitKind: waitReason.wait_kind,
      waitUntil: waitReason.wait_until,
      request: row.request === null ? null : JSON.stringify(row.request),
      seenN,
      seenKey: seenNotification(tx, row.instance, seenN),
    },
  )
}

/**
 * The team's database lost its entries above `n` and gives their numbers to others: no message answers those, nor was
 * a colleague's answer among them read by its writer.
 */
export function lowerSeenEntries(tx: Tx, lost: { readonly instance: InstanceKey; readonly n: number }): void {
  tx.run('update outbox set seen_n = :n where instance = :instance and seen_n > :n', lost)
}

/** The message, and what waits before it in its chat, go without the team's database. */
export function releaseUpTo(tx: Tx, { instance, chat, seq }: OutboxRow): void {
  tx.run(
    `update outbox set alone = 1 where instance = ? and chat = ? and seq <= ? and state = 'queued' and due_at is null`,
    [instance, chat, seq],
  )
}

/**
 * Enters the outcome of a send again, as for one that went without the team's database. `id`: the team's.
 */
export function enterOutcomeAgain(tx: Tx, id: string): void {
  tx.run(
    `update outbox set alone = 1 where state not in ('queued', 'sending') and alone = 0
       and (message, queued_at) = (select message, queued_at from team_send where id = ?)`,
    [id],
  )
}

/** The service's clock minus ours, ms. */
export const clockOffset = (tx: Pick<Tx, 'get'>, instance: InstanceKey): number =>
  tx.get<{ offset: number }>('select clock_offset_ms as offset from instance where key = ?', [instance])?.offset ?? 0
