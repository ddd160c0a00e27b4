import { z } from 'zod'
import { readStored } from '../../base/rules/stored-json.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { InstanceKey, RequestKey } from '../../../contract/ids.ts'
import type { Input, Output } from '../../../contract/index.ts'
import type { RequestDetails, RequestFilter, RequestGroup, RequestRow } from '../../../contract/requests.ts'
import { containsPattern, placeholders } from '../../store/sql.ts'
import type { SqlValue, Tx } from '../../store/tx.ts'
import { requestLogWrites, totalOf } from './request-log-writes.ts'
import { idSubject } from '../../messages/rules/request-subjects.ts'

/**
 * A text is looked for in the bodies of the newest so many requests; older ones are found by their other parts and by
 * the whole id of a message. Any part of 200 MB of bodies would need an index of about the same size, written with each
 * batch.
 */
const searchedBodies = 20_000
interface Columns {
  readonly key: RequestKey
  readonly instance: InstanceKey | null
  readonly operation: string
  readonly method: string
  readonly started_at: number
  readonly ended_at: number
  readonly status: number | null
  readonly error_kind: string | null
  readonly limiter_ms: number
  readonly connect_ms: number | null
  readonly answer_ms: number
  readonly total_ms: number
  readonly bytes_out: number
  readonly bytes_in: number
  readonly attempt: number
  readonly purpose: string
  readonly priority: string
}

const toRow = (row: Columns): RequestRow => ({
  key: row.key,
  instance: row.instance,
  operation: row.operation,
  method: row.method,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  status: row.status,
  errorKind: row.error_kind,
  limiterMs: row.limiter_ms,
  connectMs: row.connect_ms,
  answerMs: row.answer_ms,
  totalMs: row.total_ms,
  bytesOut: row.bytes_out,
  bytesIn: row.bytes_in,
  attempt: row.attempt,
  purpose: row.purpose,
  priority: row.priority,
})

/** For what core asks again and again by itself: the queue, statuses of what was sent, and news of chats. */
const polling = ['receive', 'receive.delete', 'receive.settings', 'sending.follow', 'history.fresh', 'queue.count']
const isPolling = `r.purpose in (${polling.map((purpose) => `'${purpose}'`).join(', ')})`

function whereRequests(filter: RequestFilter): { readonly sql: string; readonly params: readonly SqlValue[] } {
  const parts = ['true']
  const params: SqlValue[] = []
  const where = (sql: string, values: readonly SqlValue[]) => {
    parts.push(sql)
    params.push(...values)
  }
  if (filter.scope !== null) where('r.instance = ?', [filter.scope])
  if (filter.operations.length > 0)
    where(
      `r.operation ${filter.exceptOperations ? 'not ' : ''}in (${placeholders(filter.operations)})`,
      filter.operations,
    )
  if (filter.statuses.length > 0) where(`coalesce(r.status, 0) in (${placeholders(filter.statuses)})`, filter.statuses)
  if (filter.from !== null) where('r.started_at >= ?', [filter.from])
  if (filter.to !== null) where('r.started_at <= ?', [filter.to])
  // A person who chose operations wants all of their requests.
  if (filter.withoutPolling && (filter.exceptOperations || filter.operations.length === 0))
    where(`not (${isPolling})`, [])
  if (filter.slowerThanMs !== null) where('r.total_ms > ?', [filter.slowerThanMs])
  if (filter.outcomes.length > 0) {
    const classes = filter.outcomes.filter((outcome) => outcome !== 'ok' && outcome !== 'error')
    const wanted = [
      ...(filter.outcomes.includes('ok') ? ['r.error_kind is null'] : []),
      ...(filter.outcomes.includes('error') ? ['r.error_kind is not null'] : []),
      ...(classes.length > 0 ? [`r.error_kind in (${placeholders(classes)})`] : []),
    ]
    where(`(${wanted.join(' or ')})`, classes)
  }
  const text = filter.text.trim()
  if (text !== '') {
    const pattern = containsPattern(text)
    const parts = ['operation', 'purpose', 'error_kind', 'status'].map((name) => `r.${name} like ? escape '\\'`)
    where(
      `(${parts.join(' or ')} or r.key in (
         select key from request_body where key > (select max(key) from request) - ${searchedBodies}
           and (request like ? escape '\\' or response like ? escape '\\' or service_text like ? escape '\\'))
       or r.key in (
         select key from request_subject where instance in (select distinct instance from request) and subject = ?))`,
      [pattern, pattern, pattern, pattern, pattern, pattern, pattern, idSubject(text)],
    )
  }
  return { sql: parts.join(' and '), params }
}

/** Intents of the request log, which run in its own worker. */
export const requestLogIntents = {
  ...requestLogWrites,

  'requests.list'(tx: Tx, { filter, before, upTo, limit }: Input<'requests.list'>): Output<'requests.list'> {
    const { sql, params } = whereRequests(filter)
    const rows = tx.all<Columns>(
      `select r.* from request r where ${sql} ${before === null ? '' : 'and r.key < ?'} ${upTo === null ? '' : 'and r.key <= ?'}
       order by r.key desc limit ?`,
      [...params, ...[before, upTo].filter((key) => key !== null), limit + 1],
    )
    const count = (where: string, values: readonly SqlValue[]): number =>
      tx.get<{ n: number }>(`select count(*) as n from request r where ${where}`, values)?.n ?? 0
    const newest = tx.get<{ key: RequestKey }>('select key from request order by key desc limit 1')
    return {
      rows: rows.slice(0, limit).map(toRow),
      more: rows.length > limit,
      total: sql === 'true' ? totalOf(tx, 'rows') : count(sql, params),
      newest: newest?.key ?? null,
      newer: upTo === null || before !== null ? 0 : count(`${sql} and r.key > ?`, [...params, upTo]),
    }
  },

  'requests.polling'(tx: Tx, { filter }: Input<'requests.polling'>): number {
    const { sql, params } = whereRequests({ ...filter, withoutPolling: false })
    return tx.get<{ n: number }>(`select count(*) as n from request r where ${sql} and ${isPolling}`, params)?.n ?? 0
  },

  'requests.kinds': (tx: Tx, { scope }: Input<'requests.kinds'>): Output<'requests.kinds'> => ({
    operations: tx.all<{ operation: string; count: number }>(
      `select operation, count(*) as count from request where ? is null or instance = ?
       group by operation order by count(*) desc, operation limit 100`,
      [scope, scope],
    ),
    statuses: tx.all<{ status: number; count: number }>(
      `select coalesce(status, 0) as status, count(*) as count from request where ? is null or instance = ?
       group by 1 order by count(*) desc, 1 limit 100`,
      [scope, scope],
    ),
  }),

  'requests.details'(tx: Tx, { request }: Input<'requests.details'>): RequestDetails {
    const row = tx.get<Columns & BodyColumns>(
      'select r.*, b.* from request r join request_body b on b.key = r.key where r.key = ?',
      [request],
    )
    if (row === undefined) throw new ContractError('notFound')
    return toDetails(row)
  },

  /** Requests that named any of the subjects, newest first. */
  'log.touching'(
    tx: Tx,
    input: { readonly instance: InstanceKey; readonly subjects: readonly string[]; readonly limit: number },
  ): readonly RequestRow[] {
    return tx
      .all<Columns>(
        `select r.* from request r where r.key in (
           select key from request_subject where instance = ? and subject in (select value from json_each(?))
           order by key desc limit ?) order by r.key desc limit ?`,
        [input.instance, JSON.stringify(input.subjects), input.limit, input.limit],
      )
      .map(toRow)
  },

  /** All attempts of a request's call with that request itself; the newest of them, oldest first. */
  'log.attempts'(tx: Tx, input: { readonly request: RequestKey; readonly limit: number }): readonly RequestRow[] {
    const rows = tx.all<Columns>(
      `select r.* from request own join request r
         on r.key = own.key or (r.call = own.call and r.operation = own.operation and r.instance is own.instance)
       where own.key = ? order by r.key desc limit ?`,
      [input.request, input.limit],
    )
    return rows.map(toRow).toReversed()
  },

  /** The subjects of a request. */
  'log.subjects'(
    tx: Tx,
    { request }: { readonly request: RequestKey },
  ): { readonly instance: InstanceKey; readonly subjects: readonly string[] } | null {
    const rows = tx.all<{ instance: InstanceKey; subject: string }>(
      'select instance, subject from request_subject where key = ?',
      [request],
    )
    const [first] = rows
    return first === undefined ? null : { instance: first.instance, subjects: rows.map(({ subject }) => subject) }
  },

  /** Whole requests in pieces, newest first, for an export. */
  'log.piece'(
    tx: Tx,
    input: { readonly scope: InstanceKey | null; readonly before: RequestKey | null; readonly limit: number },
  ): readonly RequestDetails[] {
    return tx
      .all<Columns & BodyColumns>(
        `select r.*, b.* from request r join request_body b on b.key = r.key
         where (:scope is null or r.instance = :scope) and (:before is null or r.key < :before) order by r.key desc limit :limit`,
        { ...input },
      )
      .map(toDetails)
  },

  'requests.errors'(tx: Tx, { scope, minutes }: Input<'requests.errors'>): Output<'requests.errors'> {
    const rows = tx.all<{ operation: string; error_kind: string; count: number; last_at: number; instances: string }>(
      `select operation, error_kind, count(*) as count, max(started_at) as last_at,
         json_group_array(distinct instance) filter (where instance is not null) as instances
       from request where error_kind is not null and started_at >= ? and (? is null or instance = ?)
       group by operation, error_kind order by count(*) desc, max(started_at) desc limit 200`,
      [tx.now - minutes * 60_000, scope, scope],
    )
    return rows.map((row): RequestGroup => {
      const instances = readStored(row.instances, z.array(z.number()), []) as readonly InstanceKey[]
      return { operation: row.operation, errorKind: row.error_kind, count: row.count, lastAt: row.last_at, instances }
    })
  },

  'requests.waits': (tx: Tx, { scope, minutes }: Input<'requests.waits'>): Output<'requests.waits'> =>
    tx.all<{ minute: number; instance: InstanceKey; count: number }>(
      'select minute, instance, count from wait where minute >= ? and (? is null or instance = ?) order by minute, instance',
      [tx.now - minutes * 60_000, scope, scope],
    ),

  'requests.summary'(tx: Tx, { scope, minutes }: Input<'requests.summary'>): Output<'requests.summary'> {
    const since = { since: tx.now - minutes * 60_000, scope }
    const within = 'started_at >= :since and (:scope is null or instance = :scope)'
    const sums = tx.get<{ count: number; errors: number; bytes: number }>(
      `select count(*) as count, coalesce(sum(error_kind is not null), 0) as errors,
         coalesce(sum(bytes_in + bytes_out), 0) as bytes from request where ${within}`,
      since,
    )
    // A long poll takes as long as it waits: that says nothing of the service's speed.
    const answered = `${within} and operation <> 'receiveNotification'`
    const count = tx.get<{ n: number }>(`select count(*) as n from request where ${answered}`, since)?.n ?? 0
    const quantile = (share: number): number | null =>
      tx.get<{ ms: number }>(
        `select total_ms as ms from request where ${answered} order by total_ms limit 1 offset :offset`,
        {
          ...since,
          offset: Math.min(Math.max(count - 1, 0), Math.floor(count * share)),
        },
      )?.ms ?? null
    return {
      count: sums?.count ?? 0,
      errors: sums?.errors ?? 0,
      bytes: sums?.bytes ?? 0,
      medianMs: quantile(0.5),
      p95Ms: quantile(0.95),
      oldestAt: tx.get<{ at: number }>('select started_at as at from request order by key limit 1')?.at ?? null,
      storedBytes: totalOf(tx, 'bytes'),
      searchedBodies,
    }
  },
}

interface BodyColumns {
  readonly path: string
  readonly request: string
  readonly response: string
  readonly truncated: number
  readonly service_text: string | null
  readonly headers_json: string
}

function toDetails(row: Columns & BodyColumns): RequestDetails {
  const responseHeaders = readStored(row.headers_json, z.record(z.string(), z.string()), {})
  return {
    ...toRow(row),
    path: row.path,
    requestBody: row.request === '' ? null : row.request,
    responseBody: row.response === '' ? null : row.response,
    responseTruncated: row.truncated === 1,
    serviceText: row.service_text,
    responseHeaders,
  }
}

export type RequestLogIntents = typeof requestLogIntents
