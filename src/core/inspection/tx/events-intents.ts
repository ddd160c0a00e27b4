import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey, JournalKey, MessageKey } from '../../../contract/ids.ts'
import type { Input, Output } from '../../../contract/index.ts'
import type { JournalDetails, JournalRow, JournalState, QuarantineReason } from '../../../contract/journal.ts'
import { containsPattern } from '../../reading/rules/contains-pattern.ts'
import type { ReadTx, SqlValue } from '../../store/tx.ts'

interface Columns {
  readonly key: JournalKey
  readonly instance: InstanceKey
  readonly receipt_id: string | null
  readonly type_webhook: string
  readonly state: JournalState
  readonly reason: QuarantineReason | null
  readonly detail: string | null
  readonly service_at: number | null
  readonly received_at: number
  readonly applied_at: number | null
  readonly deleted_at: number | null
  readonly delete_result: 'done' | 'gone' | null
  readonly repeat_of: number | null
  readonly chat: ChatKey | null
  readonly chat_title: string | null
  readonly message: MessageKey | null
  readonly summary: string
  readonly bytes: number
}

const select = `
  select j.key, j.instance, j.receipt_id, j.type_webhook, j.state, j.reason, j.detail, j.service_at, j.received_at, j.applied_at,
    j.deleted_at, j.delete_result, j.repeat_of, c.key as chat, c.title as chat_title, j.message, j.summary, j.bytes
  from journal j left join chat c on c.key = j.chat`

const toRow = (row: Columns): JournalRow => ({
  key: row.key,
  instance: row.instance,
  receiptId: row.receipt_id,
  typeWebhook: row.type_webhook,
  state: row.state,
  ...(row.reason === null ? {} : { reason: row.reason }),
  ...(row.detail === null ? {} : { detail: row.detail }),
  serviceAt: row.service_at,
  receivedAt: row.received_at,
  appliedAt: row.applied_at,
  deletedAt: row.deleted_at,
  deleteResult: row.delete_result,
  repeat: row.repeat_of !== null,
  chat: row.chat,
  chatTitle: row.chat_title,
  message: row.message,
  summary: row.summary,
  bytes: row.bytes,
})

const marks = (values: readonly unknown[]) => values.map(() => '?').join(', ')
const mostRelated = 30

/**
 * Part of a receipt or chat id, the beginning of a message id; of what could not be applied, any part of its body. Each
 * by an index or among few rows: a journal of half a million events is not read through.
 */
const touches = `(
  j.key in (select key from journal where receipt_id like ? escape '\\')
  or j.chat in (select chat from chat_alias where alias like ? escape '\\')
  or j.message in (select key from message where instance in (select key from instance) and id_message >= ? and id_message < ?)
  or (j.state <> 'applied' and j.raw like ? escape '\\'))`

export const eventReads = {
  /** Newest first, by the key: the order of receipt. */
  'events.list'(tx: ReadTx, input: Input<'events.list'>): Output<'events.list'> {
    const parts = ['true']
    const params: SqlValue[] = []
    const where = (sql: string, ...values: readonly SqlValue[]) => {
      parts.push(sql)
      params.push(...values)
    }
    if (input.scope !== null) where('j.instance = ?', input.scope)
    if (input.kinds.length > 0) where(`j.type_webhook in (${marks(input.kinds)})`, ...input.kinds)
    if (input.states.length > 0) where(`j.state in (${marks(input.states)})`, ...input.states)
    if (input.chats.length > 0) where(`j.chat in (${marks(input.chats)})`, ...input.chats)
    const text = input.text.trim()
    if (text !== '') {
      const contains = containsPattern(text)
      where(touches, contains, contains, text, `${text}\u{10ffff}`, contains)
    }
    const newer =
      input.upTo === null || input.before !== null
        ? undefined
        : tx.get<{ n: number }>(`select count(*) as n from journal j where ${parts.join(' and ')} and j.key > ?`, [
            ...params,
            input.upTo,
          ])
    if (input.before !== null) where('j.key < ?', input.before)
    if (input.upTo !== null) where('j.key <= ?', input.upTo)
    const rows = tx.all<Columns>(`${select} where ${parts.join(' and ')} order by j.key desc limit ?`, [
      ...params,
      input.limit + 1,
    ])
    const newest = tx.get<{ key: JournalKey }>('select key from journal order by key desc limit 1')
    return {
      rows: rows.slice(0, input.limit).map(toRow),
      more: rows.length > input.limit,
      newest: newest?.key ?? null,
      newer: newer?.n ?? 0,
    }
  },

  'events.kinds': (tx: ReadTx, input: Input<'events.kinds'>): Output<'events.kinds'> =>
    tx.all<{ typeWebhook: string; count: number }>(
      `select type_webhook as typeWebhook, count(*) as count from journal
       ${input.scope === null ? '' : 'where instance = ?'} group by type_webhook order by count(*) desc, type_webhook`,
      input.scope === null ? [] : [input.scope],
    ),

  /** An event with what it is chained to: other events of its message, and deliveries of the same notification. */
  'events.details'(tx: ReadTx, input: Input<'events.details'>): JournalDetails {
    const row = tx.get<Columns & { readonly raw: string }>(
      `${select.replace('j.bytes', 'j.bytes, j.raw')} where j.key = ?`,
      [input.event],
    )
    if (row === undefined) throw new ContractError('notFound')
    const related = tx.all<Columns>(
      `${select} where j.key <> :key and (
         j.key in (select key from journal where message = :message order by key desc limit ${mostRelated})
         or j.key = :repeatOf)
       order by j.key desc limit ${mostRelated}`,
      { key: row.key, message: row.message, repeatOf: row.repeat_of },
    )
    return { ...toRow(row), raw: row.raw, related: related.map(toRow) }
  },

  'events.ofMessage': (tx: ReadTx, { message }: Input<'events.ofMessage'>): Output<'events.ofMessage'> =>
    tx.all<Columns>(`${select} where j.message = ? order by j.key desc limit ${mostRelated}`, [message]).map(toRow),

  /** What waits for a person, for each instance. */
  'events.storedCounts': (
    tx: ReadTx,
  ): readonly { readonly instance: InstanceKey; readonly quarantined: number; readonly unknown: number }[] =>
    tx.all(
      `select instance, sum(state = 'quarantined') as quarantined, sum(state = 'unknown') as unknown
       from journal where state <> 'applied' group by instance`,
    ),
}
