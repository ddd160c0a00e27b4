import { hideOrderToken } from '../../../api/redact.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey, JournalKey, MessageKey } from '../../../contract/ids.ts'
import type { Input, Output } from '../../../contract/index.ts'
import type { JournalDetails, JournalRow, JournalState, QuarantineReason } from '../../../contract/journal.ts'
import { containsPattern, placeholders } from '../../store/sql.ts'
import { queueRetentionMs } from '../../messages/archive/rules/completeness.ts'
import { readFloor, recordGaps } from '../../programs/feed/tx/gaps.ts'
import { dropEarlyStatuses } from '../../messages/statuses/tx/observe.ts'
import type { ReadTx, SqlValue, Tx } from '../../store/tx.ts'
import { unfinishedTry } from './journal-row.ts'

export interface RetentionInput {
  /** Rows received before this are too old, epoch ms; null keeps them for ever. */
  readonly olderThan: number | null
  /** The same for events that a program has not read. */
  readonly unreadOlderThan: number | null
  /** The time for measuring age, if not the transaction's, epoch ms. */
  readonly now?: number
  /**
   * Bytes of applied bodies that are too much ({@link journalReads} `journal.appliedBytes`); none when it is not above
   * 0.
   */
  readonly excess: number
  /** The same for bodies that a program has not read. */
  readonly unreadExcess: number
  /** Rows to remove at once, so that receiving waits for none for long. */
  readonly limit: number
}

/** Above every key. */
const lastFloor = Number.MAX_SAFE_INTEGER

/**
 * Maintenance of the journal. It never changes a message, nor removes a quarantined or unknown notification: those are
 * the only copies, and only the person removes them.
 */
export const journalWrites = {
  /**
   * Removes applied events by age, then by size, oldest first, and with them the statuses that still wait for a message
   * nobody has seen. What a program has not read stays within limits of its own. Answers the bytes that went by size,
   * and whether there is more to remove.
   */
  'journal.retain'(tx: Tx, input: RetentionInput): { readonly freed: number; readonly more: boolean } {
    // A delete that was never confirmed is settled once the queue has forgotten the notification itself.
    const removable = "state = 'applied' and (deleted_at is not null or received_at < :settled)"
    const isRead = `key <= :floor and not exists (
      select 1 from program_delivery d where d.event = journal.key and d.state <> 'done')`
    const oldest = `select key, bytes, received_at as receivedAt from journal`
    const params = { settled: (input.now ?? tx.now) - 2 * queueRetentionMs, floor: Math.min(readFloor(tx), lastFloor) }
    const gone: { key: JournalKey; bytes: number; receivedAt: number }[] = []
    if (input.olderThan !== null) {
      gone.push(
        ...tx.all<(typeof gone)[number]>(
          `${oldest} where received_at < :olderThan and ${removable} and (received_at < :unreadOlderThan or (${isRead}))
           order by received_at limit :limit`,
          { ...params, olderThan: input.olderThan, unreadOlderThan: input.unreadOlderThan ?? -1, limit: input.limit },
        ),
      )
    }
    let goneUntil = input.olderThan ?? -Infinity
    let freed = 0
    if (input.excess > 0 && gone.length < input.limit) {
      const aged = new Set(gone.map(({ key }) => key))
      const rows = tx.all<(typeof gone)[number]>(
        `${oldest} where ${removable} and (:isTooMuch or (${isRead})) order by received_at limit :limit`,
        { ...params, isTooMuch: input.unreadExcess > 0, limit: input.limit },
      )
      for (const row of rows) {
        if (freed >= input.excess || gone.length >= input.limit) break
        if (aged.has(row.key)) continue
        gone.push(row)
        freed += row.bytes
        goneUntil = Math.max(goneUntil, row.receivedAt)
      }
    }
    const removed = gone.length
    const keys = gone.map(({ key }) => key)
    recordGaps(tx, keys)
    for (const key of keys) tx.run('delete from journal where key = ?', [key])
    if (removed > 0)
      for (const { key } of tx.all<{ key: InstanceKey }>('select key from instance'))
        tx.changed({ kind: 'journal', instance: key })
    const statuses = dropEarlyStatuses(tx, { before: Number.isFinite(goneUntil) ? goneUntil : 0, limit: input.limit })
    return { freed, more: removed >= input.limit || statuses >= input.limit }
  },

  /**
   * Notes on the disk that this version tries the events, before it does: one that ends the program is not tried by it
   * again.
   */
  'journal.recordRetry'(tx: Tx, input: { readonly events: readonly JournalKey[]; readonly version: string }): void {
    for (const event of input.events)
      tx.run('update journal set tried_version = ? where key = ?', [input.version, event])
  },

  /** Removes notifications that could not be applied, for the person. */
  'journal.discard'(tx: Tx, input: { readonly events: readonly JournalKey[] }): void {
    for (const event of input.events) {
      const row = tx.get<{ instance: InstanceKey }>('select instance from journal where key = ?', [event])
      if (row === undefined) continue
      recordGaps(tx, [event])
      tx.run('delete from journal where key = ?', [event])
      tx.changed({ kind: 'journal', instance: row.instance })
    }
  },

  /** Clears all journals; what could not be applied stays. True while there is more. */
  'journal.clear'(tx: Tx, { limit }: { readonly limit: number }): boolean {
    const keys = tx
      .all<{ key: JournalKey }>(
        `select key from journal where state = 'applied' and deleted_at is not null limit :limit`,
        { limit },
      )
      .map(({ key }) => key)
    recordGaps(tx, keys)
    for (const key of keys) tx.run('delete from journal where key = ?', [key])
    if (keys.length > 0)
      for (const { key } of tx.all<{ key: InstanceKey }>('select key from instance'))
        tx.changed({ kind: 'journal', instance: key })
    return keys.length >= limit
  },
}

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

/**
 * The key at the edge of a time, by the index of times: keys are in the order of receipt, but for a clock that was set.
 */
const keyAt = (compare: '>=' | '<=', order: 'asc' | 'desc'): string =>
  `(select key from journal where received_at ${compare} ? order by received_at ${order} limit 1)`

export const journalReads = {
  /** Newest first, by the key: the order of receipt. */
  'journal.list'(tx: ReadTx, input: Input<'journal.list'>): Output<'journal.list'> {
    const parts = ['true']
    const params: SqlValue[] = []
    const where = (sql: string, ...values: readonly SqlValue[]) => {
      parts.push(sql)
      params.push(...values)
    }
    if (input.scope !== null) where('j.instance = ?', input.scope)
    if (input.kinds.length > 0)
      where(`j.type_webhook ${input.exceptKinds ? 'not ' : ''}in (${placeholders(input.kinds)})`, ...input.kinds)
    if (input.from !== null) where(`j.key >= ${keyAt('>=', 'asc')} and j.received_at >= ?`, input.from, input.from)
    if (input.to !== null) where(`j.key <= ${keyAt('<=', 'desc')} and j.received_at <= ?`, input.to, input.to)
    if (input.states.length > 0) where(`j.state in (${placeholders(input.states)})`, ...input.states)
    if (input.chats.length > 0) where(`j.chat in (${placeholders(input.chats)})`, ...input.chats)
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

  'journal.kinds': (tx: ReadTx, input: Input<'journal.kinds'>): Output<'journal.kinds'> =>
    tx.all<{ typeWebhook: string; count: number }>(
      `select type_webhook as typeWebhook, count(*) as count from journal
       ${input.scope === null ? '' : 'where instance = ?'} group by type_webhook order by count(*) desc, type_webhook`,
      input.scope === null ? [] : [input.scope],
    ),

  /** An event with what it is chained to: other events of its message, and deliveries of the same notification. */
  'journal.details'(tx: ReadTx, input: Input<'journal.details'>): JournalDetails {
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
    return { ...toRow(row), raw: hideOrderToken(row.raw), related: related.map(toRow) }
  },

  'journal.ofMessage': (tx: ReadTx, { message }: Input<'journal.ofMessage'>): Output<'journal.ofMessage'> =>
    tx.all<Columns>(`${select} where j.message = ? order by j.key desc limit ${mostRelated}`, [message]).map(toRow),

  /** Events that wait for a person, for each instance. */
  'journal.storedCounts': (
    tx: ReadTx,
  ): readonly { readonly instance: InstanceKey; readonly quarantined: number; readonly unknown: number }[] =>
    tx.all(
      `select instance, sum(state = 'quarantined') as quarantined, sum(state = 'unknown') as unknown
       from journal where state <> 'applied' group by instance`,
    ),

  /** Events that this version has not tried to the end. One that ended the program before comes alone. */
  'journal.untried'(tx: ReadTx, input: { readonly version: string; readonly limit: number }): readonly JournalKey[] {
    const rows = tx.all<{ key: JournalKey; version: string }>(
      `select key, tried_version as version from journal indexed by journal_unapplied
       where state <> 'applied' and tried_version <> ? order by key limit ?`,
      [input.version, input.limit],
    )
    const suspect = rows.findIndex(({ version }) => version === unfinishedTry)
    return (suspect === -1 ? rows : rows.slice(0, Math.max(1, suspect))).map(({ key }) => key)
  },

  /** Bytes of applied bodies: what may not be removed does not count, or it would push out all the rest. */
  'journal.appliedBytes'(tx: ReadTx): number {
    // Each sum has an index of its own; one over applied events would read every row.
    const sum = (where: string) =>
      tx.get<{ bytes: number | null }>(`select sum(bytes) as bytes from journal ${where}`)?.bytes ?? 0
    return sum('') - sum("where state <> 'applied'")
  },
}
