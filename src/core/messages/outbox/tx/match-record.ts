import { absorbMessage } from '../../archive/tx/absorb-message.ts'
import { readMessage } from '../../archive/tx/message-row.ts'
import { tieOf } from '../../archive/rules/position.ts'
import type { ArchiveRecord } from '../../archive/rules/record.ts'
import { signatureOf } from '../../content/rules/content-kinds.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../../../contract/ids.ts'
import { noWaitReason } from '../rules/wait-reason.ts'
import { observe, takeEarlyStatuses } from '../../statuses/tx/observe.ts'
import { refreshStatus } from '../../statuses/tx/refresh-status.ts'
import type { ReadTx, Tx } from '../../../store/tx.ts'
import { clockOffset, outboxByReply, outboxByTextAlone, unmatchedRows, updateOutbox } from './outbox-row.ts'
import { matchOutbox, queueRetentionMs, type ShownMessage } from '../rules/match-outbox.ts'
import type { OutboxRow } from './outbox-row.ts'
import { releaseFile } from './upload-row.ts'
import { splitMessage } from './split-message.ts'

/** How far a time of the service and our corrected one may be apart: both come in whole seconds. Ms. */
const clockSlackMs = 5_000

/** The part of a record by which its outbox row is found. */
export type MatchingRecord = Pick<ArchiveRecord, 'idMessage'> & {
  readonly facts: Pick<ArchiveRecord['facts'], 'position' | 'actionAt' | 'content' | 'sentByApi'>
}

/**
 * Finds the outbox row of a service record whose id is not known in this chat yet; null if there is none. The row then
 * gets that id: no record matches two rows, and no row two records. Call it before inserting a new outgoing message;
 * the caller merges the record into the returned message.
 */
export function matchOutboxRow(
  tx: Tx,
  instance: InstanceKey,
  chat: ChatKey,
  record: MatchingRecord,
): MessageKey | null {
  const replied = outboxByReply(tx, chat, record.idMessage)
  if (replied !== null) {
    // The very id of our reply turns up, although the row took another record by its text: that one was not ours.
    if (replied.seenAtService) splitForAnother(tx, replied)
    giveId(tx, replied, record.idMessage)
    return replied.message
  }
  if (isColleagues(tx, instance, record.idMessage)) return null
  const row = findByText(tx, instance, chat, shownBy(record))
  if (row === null) return null
  giveId(tx, row, record.idMessage)
  adopt(tx, row)
  return row.message
}

/** The service gave this id to a message that another desk of the team sent, whatever the words of ours are. */
export const isColleagues = (tx: ReadTx, instance: InstanceKey, idMessage: string): boolean =>
  tx.get(
    `select 1 from team_send where instance = :instance and id_message = :idMessage and message is null
     union all select 1 from team_send indexed by team_send_shown
       where instance = :instance and reply_id = :idMessage and message is null and reply_id <> id_message limit 1`,
    { instance, idMessage },
  ) !== undefined

/** A colleague's desk sent the message with this id: a row that took it by its text is uncertain again. */
export function giveToColleague(tx: Tx, chat: ChatKey, idMessage: string): void {
  const row = outboxByTextAlone(tx, chat, idMessage)
  if (row === null || row.idMessage === null) return
  updateOutbox(tx, row.message, { reply_id: null })
  splitForAnother(tx, row)
}

/**
 * Two chats turned out to be one: what the service showed under one id may be what was sent to the other, as to a phone
 * number whose account has another id. To be called after their messages are in one chat.
 */
export function matchMovedMessages(tx: Tx, instance: InstanceKey, chat: ChatKey): void {
  const open = unmatchedRows(tx, chat, 0, Number.MAX_SAFE_INTEGER)
  if (open.length === 0) return
  const offset = clockOffset(tx, instance)
  const begins = open.flatMap(({ sentAt, sendingSince }) => [sentAt ?? 0, (sendingSince ?? sentAt ?? 0) + offset])
  const since = Math.min(...begins) - clockSlackMs
  const shown = tx.all<{ key: MessageKey }>(
    `select m.key from message m left join outbox o on o.message = m.key
     where m.chat = ? and m.direction = 'outgoing' and m.at >= ? and m.unsent = 0
       and m.sent_by_api is not 0 and o.message is null order by m.at, m.tie`,
    [chat, since],
  )
  for (const { key } of shown) {
    const row = readMessage(tx, key)
    if (row === null || row.idMessage === null || isColleagues(tx, instance, row.idMessage)) continue
    const own = findByText(tx, instance, chat, shownBy({ idMessage: row.idMessage, facts: row.facts }))
    if (own === null) continue
    absorbMessage(tx, own.message, key)
    adopt(tx, own)
  }
}

const shownBy = ({ facts }: MatchingRecord): ShownMessage => ({
  signature: signatureOf(facts.content),
  ...('downloadUrl' in facts.content
    ? { file: { url: facts.content.downloadUrl, name: facts.content.fileName, asAsked: false } }
    : {}),
  acceptedAt: facts.position.source === 'accepted' ? facts.position.at : null,
  actionAt: facts.actionAt ?? (facts.position.source === 'action' ? facts.position.at : null),
  sentByApi: facts.sentByApi,
})

/**
 * The row with this text whose request it fits best, of those that may be it; nothing else about the message is known
 * to us.
 */
export function findByText(
  tx: Tx,
  instance: InstanceKey,
  chat: ChatKey,
  shown: ShownMessage,
  mayBe: (row: OutboxRow) => boolean = () => true,
): OutboxRow | null {
  const offset = clockOffset(tx, instance)
  const at = shown.acceptedAt ?? shown.actionAt ?? tx.now + offset
  // A request of at most some minutes, the queue's day, and the clocks.
  const rows = unmatchedRows(tx, chat, at - queueRetentionMs - 600_000, at + clockSlackMs).filter(mayBe)
  const match = matchOutbox(
    shown,
    rows.map((row) => ({
      message: row.message,
      seq: row.seq,
      signature: signatureOf(row.content),
      link: row.file?.link ?? null,
      sentAt: row.sentAt ?? 0,
      sentAtNow: row.sendingSince === null ? null : row.sendingSince + offset,
      endedAt: row.endedAt ?? (row.answeredAt === null ? null : row.answeredAt + offset),
    })),
    clockSlackMs,
  )
  return rows.find((row) => row.message === match?.message) ?? null
}

/**
 * A record was taken for a row by its text, and better evidence shows that it was another one: it is split off, and
 * goes to the row that it fits best of those that have no reply. Where there is none, it may be a message whose journal
 * id is another one than its reply (service 10.1).
 */
export function splitForAnother(tx: Tx, row: Pick<OutboxRow, 'instance' | 'chat' | 'message'>): void {
  const split = readMessage(tx, splitMessage(tx, row.message))
  if (split === null || split.idMessage === null || isColleagues(tx, row.instance, split.idMessage)) return
  const shown = shownBy({ idMessage: split.idMessage, facts: split.facts })
  const find = (mayBe: (other: OutboxRow) => boolean) =>
    findByText(tx, row.instance, row.chat, shown, (other) => other.message !== row.message && mayBe(other))
  const own = find(({ replyId }) => replyId === null) ?? find(({ replyId }) => replyId !== null)
  if (own === null) return
  absorbMessage(tx, own.message, split.key)
  adopt(tx, own)
}

/** The message is at the service under this id: it has its place among the others from now on. */
function giveId(tx: Tx, row: OutboxRow, idMessage: string): void {
  tx.run(
    `update message set id_message = :id, tie = :tie, unsent = 0,
       at = case when at_source = 'sent' then coalesce(:sentAt, at) else at end where key = :key`,
    { id: idMessage, tie: tieOf(idMessage), sentAt: row.sentAt, key: row.message },
  )
  takeEarlyStatuses(tx, row.message)
}

/**
 * Proof that the service took it: what it held back in its lane may go. While its request still runs, the reply will
 * settle it.
 */
export function adopt(tx: Tx, row: OutboxRow): void {
  // What was said of the record counts for the row from now on.
  if (row.state !== 'uncertain' && row.state !== 'dismissed') return refreshStatus(tx, row.message)
  tx.changed({ kind: 'messages', instance: row.instance, chat: row.chat })
  tx.changed({ kind: 'lane', instance: row.instance, chat: row.chat })
  updateOutbox(tx, row.message, {
    ...{ state: 'accepted', parked: 0, accepted_at: row.answeredAt ?? tx.now, ended_at: row.endedAt ?? row.sentAt },
    ...{ ...noWaitReason, last_checked_at: null },
  })
  releaseFile(tx, row.message)
  observe(tx, row.message, { source: 'app', raw: 'accepted', serviceAt: null, seenAt: tx.now })
}
