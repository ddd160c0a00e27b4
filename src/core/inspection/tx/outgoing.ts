import { programColumn, readProgram } from '../../messages/outbox/rules/program-column.ts'
import { z } from 'zod'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey, MessageKey, Scope } from '../../../contract/ids.ts'
import type { Input, Output } from '../../../contract/index.ts'
import { statusKinds, type ObservationSource, type StatusKind } from '../../../contract/statuses.ts'
import type { ContentKind } from '../../../contract/messages.ts'
import type { OutgoingFilter, OutgoingRow } from '../../../contract/outgoing.ts'
import { statusColumns, statusOf, type StatusColumns } from '../../messages/statuses/rules/status-of.ts'
import { authorExpression, colleagueOf } from '../../sharing/tx/team-chats.ts'
import type { ReadTx, SqlValue } from '../../store/tx.ts'
import {
  anything,
  found,
  lookBackExpression,
  orderFound,
  progressExpression,
  sortExpression,
  statusExpression,
  whereOutgoing,
} from './outgoing-filter.ts'
import type { OutgoingCondition } from './outgoing-filter.ts'

interface Columns extends StatusColumns {
  readonly key: MessageKey
  readonly instance: InstanceKey
  readonly chat: ChatKey
  readonly title: string
  readonly id_message: string | null
  readonly at: number
  readonly progress_at: number
  readonly last_action_at: number
  readonly content_kind: ContentKind
  readonly type_message: string
  readonly text: string
  readonly file_bytes: number | null
  readonly status_source: ObservationSource | null
  readonly sent_by_api: number | null
  readonly from_here: number
  readonly author: string | null
  readonly program_text: string | null
}

const statusKind = z.enum(statusKinds).catch('unknown')
/** A row shows one line of it. */
const textLength = 300

export const outgoingReads = {
  'outgoing.list'(tx: ReadTx, { filter, sort, offset, limit }: Input<'outgoing.list'>): Output<'outgoing.list'> {
    const where = whereOutgoing(filter, tx.now, sort.by)
    // The page is cut by the index alone; only its rows are read whole.
    const page = tx.all<{ key: MessageKey; total: number }>(
      `with ${found(where, `m.key, m.at, ${sortExpression(sort)} as value`)}
       select key, (select count(*) from found) as total from found order by ${orderFound(sort)} limit ? offset ?`,
      [...where.params, limit, offset],
    )
    const total = page[0]?.total ?? (offset === 0 ? 0 : countRows(tx, where, where.sql, where.params))
    return {
      rows: readRows(
        tx,
        page.map(({ key }) => key),
      ),
      total,
    }
  },

  /** The status filter itself is left out, so that its counts are what choosing another one would show. */
  'outgoing.summary'(tx: ReadTx, { filter, buckets }: Input<'outgoing.summary'>): Output<'outgoing.summary'> {
    const where = whereOutgoing({ ...filter, statuses: [] }, tx.now)
    const from = filter.minutes === null ? firstAt(tx, filter.scope) : tx.now - filter.minutes * 60_000
    const bucketMs = Math.max(1, Math.ceil((tx.now - from + 1) / buckets))
    const counts = Object.fromEntries(statusKinds.map((status) => [status, 0])) as Record<StatusKind, number>
    const filled: Partial<Record<StatusKind, number>>[] = Array.from({ length: buckets }, () => ({}))
    let total = 0
    // Both in one go: a text is looked up once.
    for (const { bucket, status, n } of tx.all<{ bucket: number; status: string; n: number }>(
      `select cast((${lookBackExpression(filter)} - ?) / ? as integer) as bucket, ${statusExpression} as status, count(*) as n from ${where.table}
       where ${where.sql} group by 1, 2`,
      [from, bucketMs, ...where.params],
    )) {
      const kind = statusKind.parse(status)
      counts[kind] += n
      total += n
      // The service's clock may be ahead of ours: what lies in the future belongs to the last bucket.
      const inBucket = filled[Math.min(Math.max(bucket, 0), buckets - 1)]
      if (inBucket !== undefined) inBucket[kind] = (inBucket[kind] ?? 0) + n
    }
    return { counts, total, from, bucketMs, buckets: filled }
  },

  'outgoing.indexOf'(tx: ReadTx, { filter, sort, message }: Input<'outgoing.indexOf'>): number | null {
    const where = whereOutgoing(filter, tx.now, sort.by)
    const own = tx.get<{ value: string | number | null; at: number }>(
      `select ${sortExpression(sort)} as value, m.at from ${where.table} where ${where.sql} and m.key = ?`,
      [...where.params, message],
    )
    if (own === undefined) return null
    const before = sort.direction === 'asc' ? '<' : '>'
    const [condition, params]: [string, SqlValue[]] =
      sort.by === 'time'
        ? [`(m.at, m.key) ${before} (?, ?)`, [own.at, message]]
        : [
            `(${sortExpression(sort)} ${before} ? or (${sortExpression(sort)} = ? and (m.at, m.key) > (?, ?)))`,
            [own.value, own.value, own.at, message],
          ]
    return countRows(tx, where, `${where.sql} and ${condition}`, [...where.params, ...params])
  },

  /**
   * Every id under which the service ever spoke of a message: the send reply's and the journals' may differ (service
   * 10.1).
   */
  'outgoing.idsOf'(
    tx: ReadTx,
    { message }: { readonly message: MessageKey },
  ): { readonly instance: InstanceKey; readonly createdAt: number | null; readonly ids: readonly string[] } {
    const own = tx.get<{ instance: InstanceKey; createdAt: number | null }>(
      `select m.instance, o.created_at as createdAt from message m left join outbox o on o.message = m.key where m.key = ?`,
      [message],
    )
    if (own === undefined) throw new ContractError('notFound')
    const ids = tx.all<{ id: string }>(
      `select id_message as id from message where key = :message and id_message is not null
       union select reply_id from outbox where message = :message and reply_id is not null
       union select id_message from observation where message = :message and id_message is not null`,
      { message },
    )
    return { ...own, ids: ids.map(({ id }) => id) }
  },

  /** Keys under a filter in pieces, for exports: newest first, older than `before`. */
  'outgoing.piece'(
    tx: ReadTx,
    input: {
      readonly filter: OutgoingFilter
      readonly before: { readonly at: number; readonly key: MessageKey } | null
      readonly limit: number
    },
  ): readonly OutgoingRow[] {
    const where = whereOutgoing(input.filter, tx.now)
    const before = input.before === null ? '' : 'and (m.at, m.key) < (?, ?)'
    const params = input.before === null ? [] : [input.before.at, input.before.key]
    const keys = tx
      .all<{ key: MessageKey }>(
        `select m.key from ${where.table} where ${where.sql} ${before} order by m.at desc, m.key desc limit ?`,
        [...where.params, ...params, input.limit],
      )
      .map(({ key }) => key)
    return readRows(tx, keys)
  },
}

const countRows = (tx: ReadTx, { table }: OutgoingCondition, sql: string, params: readonly SqlValue[]): number =>
  tx.get<{ n: number }>(`select count(*) as n from ${table} where ${sql}`, params)?.n ?? 0

/**
 * The time of the oldest message, regardless of other filters: one scale for the chart, and one step to the end of the
 * index.
 */
function firstAt(tx: ReadTx, scope: Scope): number {
  const where = whereOutgoing({ ...anything, scope }, tx.now)
  const first = tx.get<{ at: number }>(
    `select m.at from ${where.table} where ${where.sql} order by m.at limit 1`,
    where.params,
  )
  return Math.min(first?.at ?? tx.now, tx.now)
}

function readRows(tx: ReadTx, keys: readonly MessageKey[]): OutgoingRow[] {
  const rows = new Map(
    tx
      .all<Columns>(
        `select m.key, m.instance, m.chat, c.title, m.id_message, m.at, m.content_kind, m.type_message,
           substr(m.text, 1, ${textLength}) as text, m.status_source, m.sent_by_api,
           o.message is not null as from_here, ${statusColumns},
           ${progressExpression} as progress_at, m.acted_at as last_action_at, ${authorExpression} as author,
           ${programColumn}, coalesce(f.bytes, u.bytes) as file_bytes
         from message m join chat c on c.key = m.chat left join outbox o on o.message = m.key
           left join message_media mm on mm.message = m.key left join media_file f on f.ref = mm.ref
           left join upload u on u.message = m.key
         where m.key in (select value from json_each(?))`,
        [JSON.stringify(keys)],
      )
      .map((row) => [row.key, row]),
  )
  return keys.flatMap((key) => {
    const row = rows.get(key)
    const status = row === undefined ? null : statusOf(row)
    if (row === undefined || status === null) return []
    return {
      key,
      instance: row.instance,
      chat: row.chat,
      chatTitle: row.title,
      idMessage: row.id_message,
      at: row.at,
      progressAt: row.progress_at,
      lastActionAt: row.last_action_at,
      kind: row.content_kind,
      typeMessage: row.type_message,
      text: row.text,
      fileBytes: row.file_bytes,
      status,
      source: row.status_source ?? 'app',
      sentByApi: row.sent_by_api === null ? null : row.sent_by_api === 1,
      isFromHere: row.from_here === 1,
      author: row.author === null ? null : colleagueOf(tx, row.author),
      program: readProgram(row.program_text),
    }
  })
}
