import { readContent, readStoredQuote } from './read-content.ts'
import { z } from 'zod'
import { readStored } from '../../../base/rules/stored-json.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../../../contract/ids.ts'
import { assignments, nextKey } from '../../../store/sql.ts'
import type { SqlValue, Tx } from '../../../store/tx.ts'
import { positionSources, tieOf, type PositionSource } from '../rules/position.ts'
import { recordSources, type MessageFacts, type RecordSource, type TextVersion } from '../rules/record.ts'
import { textOf } from '../../content/rules/content-kinds.ts'
import { impliedVersions } from '../rules/text-versions.ts'

/** A stored message: its facts, and columns of the store only. */
export interface MessageRow {
  readonly key: MessageKey
  readonly instance: InstanceKey
  readonly chat: ChatKey
  readonly idMessage: string | null
  readonly unsent: boolean
  readonly folded: boolean
  readonly live: boolean
  readonly text: string
  readonly fts: number | null
  readonly facts: MessageFacts
}

interface Columns {
  readonly key: MessageKey
  readonly instance: InstanceKey
  readonly chat: ChatKey
  readonly id_message: string | null
  readonly direction: 'incoming' | 'outgoing'
  readonly unsent: number
  readonly at: number
  readonly at_source: string
  readonly queue_order: number | null
  readonly list_order: number | null
  readonly type_message: string
  readonly text: string
  readonly content_json: string
  readonly sender_id: string
  readonly sender_name: string
  readonly sent_by_api: number | null
  readonly forwarded_score: number | null
  readonly quoted_id: string | null
  readonly quoted_json: string | null
  readonly edited: number
  readonly deleted: number
  readonly action_at: number | null
  readonly raw: string | null
  readonly raw_source: RecordSource | null
  readonly raw_at: number | null
  readonly fts: number | null
  readonly folded: number
  readonly live: number
  readonly seen_at: number
  readonly as_of: number
  readonly stamps_json: string | null
  readonly texts_json: string | null
  readonly reported_json: string | null
}

const columns = `key, instance, chat, id_message, direction, unsent, at, at_source, queue_order, list_order, type_message, text, content_json, sender_id,
  sender_name, sent_by_api, forwarded_score, quoted_id, quoted_json, edited, deleted, action_at, raw, raw_source, raw_at,
  fts, folded, live, seen_at, as_of, stamps_json, texts_json, reported_json`

export function findMessage(tx: Pick<Tx, 'get'>, chat: ChatKey, idMessage: string): MessageRow | null {
  const row = tx.get<Columns>(`select ${columns} from message where chat = ? and id_message = ?`, [chat, idMessage])
  return row === undefined ? null : toRow(row)
}

export function readMessage(tx: Pick<Tx, 'get'>, key: MessageKey): MessageRow | null {
  const row = tx.get<Columns>(`select ${columns} from message where key = ?`, [key])
  return row === undefined ? null : toRow(row)
}

/** A message has the service's id, or it is unsent and has its tie from its lane instead. */
type Identity =
  | { readonly idMessage: string; readonly unsentTie?: never }
  | { readonly idMessage: null; readonly unsentTie: string }

export function insertMessage(
  tx: Tx,
  row: Identity & {
    readonly instance: InstanceKey
    readonly chat: ChatKey
    readonly folded: boolean
    readonly live: boolean
    readonly facts: MessageFacts
  },
): MessageKey {
  const { facts } = row
  return tx.run(
    `insert into message (key, instance, chat, id_message, unsent, folded, live, direction, at, at_source, queue_order, list_order, tie, type_message, content_kind, text,
      content_json, sender_id, sender_name, sent_by_api, forwarded_score, quoted_id, quoted_json, edited, deleted, action_at,
      raw, raw_source, raw_at, seen_at, as_of, stamps_json, texts_json, reported_json, status)
    values (${nextKey('message')}, :instance, :chat, :idMessage, :unsent, :folded, :live, :direction, :at, :atSource, :queueOrder, :listOrder, :tie, :typeMessage, :contentKind, :text,
      :contentJson, :senderId, :senderName, :sentByApi, :forwardedScore, :quotedId, :quotedJson, :edited, :deleted, :actionAt,
      :raw, :rawSource, :rawAt, :seenAt, :asOf, :stampsJson, :textsJson, :reportedJson, :status)`,
    {
      instance: row.instance,
      chat: row.chat,
      idMessage: row.idMessage,
      folded: row.folded,
      live: row.live,
      unsent: row.idMessage === null,
      tie: row.idMessage === null ? row.unsentTie : tieOf(row.idMessage),
      // Until a source says more (messages/statuses/tx/observe.ts).
      status: facts.direction === 'outgoing' ? 'none' : null,
      ...factColumns(facts),
    },
  ).rowid as MessageKey
}

/** Writes what is known now. A message that the service has a record of is no longer unsent. */
export function updateMessage(
  tx: Tx,
  key: MessageKey,
  row: { readonly idMessage: string; readonly folded: boolean; readonly live: boolean; readonly facts: MessageFacts },
): void {
  tx.run(
    `update message set id_message = :idMessage, folded = :folded, live = :live, unsent = 0, direction = :direction, at = :at,
      at_source = :atSource, queue_order = :queueOrder, list_order = :listOrder,
      tie = case when unsent = 0 and id_message is :idMessage and at = :at then tie else :tie end, type_message = :typeMessage, content_kind = :contentKind, text = :text,
      content_json = :contentJson, sender_id = :senderId, sender_name = :senderName, sent_by_api = :sentByApi,
      forwarded_score = :forwardedScore, quoted_id = :quotedId, quoted_json = :quotedJson, edited = :edited, deleted = :deleted,
      action_at = :actionAt, raw = :raw, raw_source = :rawSource, raw_at = :rawAt, seen_at = :seenAt, as_of = :asOf,
      stamps_json = :stampsJson, texts_json = :textsJson, reported_json = :reportedJson,
      status = case when :direction = 'incoming' then null else status end
    where key = :key`,
    {
      key,
      idMessage: row.idMessage,
      folded: row.folded,
      live: row.live,
      tie: tieOf(row.idMessage),
      ...factColumns(row.facts),
    },
  )
}

function factColumns(facts: MessageFacts) {
  return {
    direction: facts.direction,
    at: facts.position.at,
    atSource: facts.position.source,
    queueOrder: facts.order.queue,
    listOrder: facts.order.list,
    typeMessage: facts.typeMessage,
    contentKind: facts.content.kind,
    text: textOf(facts.content),
    contentJson: JSON.stringify(facts.content),
    senderId: facts.senderId,
    senderName: facts.senderName,
    sentByApi: facts.sentByApi,
    forwardedScore: facts.forwardedScore,
    quotedId: facts.quotedId === '' ? null : facts.quotedId,
    quotedJson: facts.quote === null ? null : JSON.stringify(facts.quote),
    edited: facts.edited,
    deleted: facts.deleted,
    actionAt: facts.actionAt,
    raw: facts.raw?.text,
    rawSource: facts.raw?.source,
    rawAt: facts.raw?.at,
    seenAt: facts.seenAt,
    asOf: facts.asOf,
    stampsJson: Object.keys(facts.stamps).length === 0 ? null : JSON.stringify(facts.stamps),
    textsJson: textsColumn(facts),
    reportedJson: facts.reported === null ? null : JSON.stringify(facts.reported),
  }
}

function textsColumn(facts: MessageFacts): string | null {
  const texts = JSON.stringify(facts.texts)
  return texts === JSON.stringify(impliedVersions(facts)) ? null : texts
}

const isPositionSource = (text: string): text is PositionSource => positionSources.some((source) => source === text)

const textsSchema: z.ZodType<readonly TextVersion[]> = z.array(
  z.object({
    text: z.string(),
    at: z.number(),
    source: z.enum(['app', ...recordSources]),
  }),
)

const reportedSchema = z.object({ text: z.string(), stamp: z.number() })

/** The JSON columns are this program's own, written by this file. */
function toRow(row: Columns): MessageRow {
  const content = readContent(row.content_json, () => row)
  const quote = readStoredQuote(row.quoted_json)
  const stamps = readStored(row.stamps_json, z.record(z.string(), z.number()), {})
  const facts: Omit<MessageFacts, 'texts'> = {
    direction: row.direction,
    position: { at: row.at, source: isPositionSource(row.at_source) ? row.at_source : 'sent' },
    order: { queue: row.queue_order, list: row.list_order },
    actionAt: row.action_at,
    typeMessage: row.type_message,
    content,
    quotedId: row.quoted_id ?? '',
    quote,
    senderId: row.sender_id,
    senderName: row.sender_name,
    sentByApi: row.sent_by_api === null ? null : row.sent_by_api === 1,
    forwardedScore: row.forwarded_score,
    edited: row.edited === 1,
    deleted: row.deleted === 1,
    seenAt: row.seen_at,
    raw:
      row.raw === null || row.raw_source === null || row.raw_at === null
        ? null
        : { text: row.raw, source: row.raw_source, at: row.raw_at },
    asOf: row.as_of,
    stamps,
    reported: readStored(row.reported_json, reportedSchema, null),
  }
  const texts = readStored(row.texts_json, textsSchema, null) ?? impliedVersions(facts)
  return {
    key: row.key,
    instance: row.instance,
    chat: row.chat,
    idMessage: row.id_message,
    unsent: row.unsent === 1,
    folded: row.folded === 1,
    live: row.live === 1,
    text: row.text,
    fts: row.fts,
    facts: { ...facts, texts },
  }
}

/** Columns of an own message that its sending sets. */
export interface SentColumns {
  readonly unsent: SqlValue
  readonly id_message: SqlValue
  readonly at: SqlValue
  readonly tie: SqlValue
  readonly text: SqlValue
  readonly content_json: SqlValue
  readonly hidden_at: SqlValue
}

/** The caller announces the message. */
export function updateSent(tx: Tx, key: MessageKey, columns: Partial<SentColumns>): void {
  tx.run(`update message set ${assignments(columns)} where key = :key`, { ...columns, key })
}

/**
 * Places a message that left this desk, or whose request was made, at its send time. `sentAt`: epoch ms by the
 * service's clock; null: unknown.
 */
export function takeSentPosition(tx: Tx, key: MessageKey, sentAt: number | null): void {
  tx.run(
    `update message set unsent = 0, at = case when at_source = 'sent' then coalesce(?, at) else at end where key = ?`,
    [sentAt, key],
  )
}

/** Deletes the message with its entry in the search index and everything that refers to it. */
export function deleteMessage(tx: Tx, key: MessageKey): void {
  const row = tx.get<{ fts: number | null }>('select fts from message where key = ?', [key])
  if (row !== undefined && row.fts !== null) tx.run('delete from message_fts where rowid = ?', [row.fts])
  tx.run('delete from message where key = ?', [key])
}

/** Stores the link of the uploaded file of a queued message. */
export function setDownloadUrl(tx: Tx, key: MessageKey, link: string): void {
  tx.run(
    `update message set content_json = json_set(content_json,
       case content_kind when 'template' then '$.mediaUrl' else '$.downloadUrl' end, ?) where key = ? and json_valid(content_json)`,
    [link, key],
  )
}

/** The service answered with this id. A message that has one already, by its record, stays as it is. */
export function giveId(tx: Tx, key: MessageKey, idMessage: string): void {
  tx.run('update message set id_message = ?, tie = ? where key = ? and id_message is null', [
    idMessage,
    tieOf(idMessage),
    key,
  ])
}
