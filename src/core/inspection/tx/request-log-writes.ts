import type { InstanceKey, RequestKey } from '../../../contract/ids.ts'
import type { RequestDetails } from '../../../contract/requests.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { subjectsOf } from '../../messages/rules/request-subjects.ts'

/** An attempt as the log stores it. No token is in any part of it. */
export type LoggedRequest = Omit<RequestDetails, 'key' | 'requestBody' | 'responseBody'> & {
  readonly requestBody: string
  readonly responseBody: string
  /** The subject that its caller named. */
  readonly subject: string | null
  /** The same for all attempts of a call. */
  readonly call: string
}

export interface LogBatch {
  readonly requests: readonly LoggedRequest[]
  /** Empty waits by instance and minute (epoch ms of its start). */
  readonly waits: readonly { readonly instance: InstanceKey; readonly minute: number; readonly count: number }[]
}

export interface RequestLogRetention {
  /** Older ones go, epoch ms; null keeps them until the size says otherwise. */
  readonly olderThan: number | null
  readonly maxBytes: number
}

/** Bytes of a row besides its bodies, and of each of its subjects. */
const rowBytes = 300
const subjectBytes = 60
/** Requests that one call removes, so that the log's own queries wait for none for long. */
const removedPerRound = 2000
/** Requests whose bodies one call reads. */
const lookedThrough = 200
const addTotals = (tx: Tx, rows: number, bytes: number) => {
  tx.run(`update total set value = value + ? where name = 'rows'`, [rows])
  tx.run(`update total set value = value + ? where name = 'bytes'`, [bytes])
}
export const totalOf = (tx: ReadTx, name: 'rows' | 'bytes'): number =>
  tx.get<{ value: number }>('select value from total where name = ?', [name])?.value ?? 0

export const requestLogWrites = {
  'log.add'(tx: Tx, { requests, waits }: LogBatch): void {
    let added = 0
    for (const entry of requests) {
      const subjects = subjectsOf(entry)
      const bytes =
        rowBytes +
        entry.requestBody.length +
        entry.responseBody.length +
        (entry.instance === null ? 0 : subjects.size * subjectBytes)
      const { rowid } = tx.run(
        `insert into request (instance, operation, method, started_at, ended_at, status, error_kind, limiter_ms, connect_ms, answer_ms,
           total_ms, bytes_out, bytes_in, call, attempt, purpose, priority, bytes)
         values (:instance, :operation, :method, :startedAt, :endedAt, :status, :errorKind, :limiterMs, :connectMs, :answerMs,
           :totalMs, :bytesOut, :bytesIn, :call, :attempt, :purpose, :priority, :bytes)`,
        {
          instance: entry.instance,
          operation: entry.operation,
          method: entry.method,
          startedAt: entry.startedAt,
          endedAt: entry.endedAt,
          status: entry.status,
          errorKind: entry.errorKind,
          limiterMs: entry.limiterMs,
          connectMs: entry.connectMs,
          answerMs: entry.answerMs,
          totalMs: entry.totalMs,
          bytesOut: entry.bytesOut,
          bytesIn: entry.bytesIn,
          call: entry.call,
          attempt: entry.attempt,
          purpose: entry.purpose,
          priority: entry.priority,
          bytes,
        },
      )
      tx.run(
        `insert into request_body (key, path, request, response, truncated, service_text, headers_json)
         values (?, ?, ?, ?, ?, ?, ?)`,
        [
          rowid,
          entry.path,
          entry.requestBody,
          entry.responseBody,
          entry.responseTruncated,
          entry.serviceText,
          JSON.stringify(entry.responseHeaders),
        ],
      )
      if (entry.instance !== null) {
        for (const subject of subjects) {
          tx.run('insert into request_subject (instance, subject, key) values (?, ?, ?)', [
            entry.instance,
            subject,
            rowid,
          ])
        }
      }
      added += bytes
    }
    for (const { instance, minute, count } of waits) {
      tx.run(
        'insert into wait (instance, minute, count) values (?, ?, ?) on conflict do update set count = count + excluded.count',
        [instance, minute, count],
      )
    }
    addTotals(tx, requests.length, added)
  },

  /** Removes what is too old, then what is too much, oldest first. True while there is more. */
  'log.retain'(tx: Tx, { olderThan, maxBytes }: RequestLogRetention): boolean {
    const oldest = tx.all<{ key: RequestKey; started_at: number; bytes: number }>(
      'select key, started_at, bytes from request order by key limit ?',
      [removedPerRound],
    )
    let excess = totalOf(tx, 'bytes') - maxBytes
    let removed = 0
    let bytes = 0
    for (const row of oldest) {
      if (excess <= 0 && (olderThan === null || row.started_at >= olderThan)) break
      tx.run('delete from request where key = ?', [row.key])
      excess -= row.bytes
      bytes += row.bytes
      removed += 1
    }
    addTotals(tx, -removed, -bytes)
    if (olderThan !== null) tx.run('delete from wait where minute < ?', [olderThan])
    return removed === removedPerRound
  },

  /** Removes requests of an instance. True while there is more. */
  'log.erase'(tx: Tx, { instance }: { readonly instance: InstanceKey }): boolean {
    const rows = tx.all<{ key: RequestKey; bytes: number }>(
      'select key, bytes from request where instance = ? limit ?',
      [instance, removedPerRound],
    )
    for (const { key } of rows) tx.run('delete from request where key = ?', [key])
    addTotals(tx, -rows.length, -rows.reduce((sum, { bytes }) => sum + bytes, 0))
    if (rows.length > 0) return true
    tx.run('delete from wait where instance = ?', [instance])
    tx.cutLog()
    return false
  },

  /**
   * Removes requests after a key that hold one of the ids, and those whose answer is no JSON: it may have been cut off
   * within an id. Gives the last key that it looked at; null: all.
   */
  'log.eraseNaming'(
    tx: Tx,
    { ids, after }: { readonly ids: readonly string[]; readonly after: RequestKey },
  ): RequestKey | null {
    const last = tx.get<{ key: RequestKey | null }>(
      'select max(key) as key from (select key from request where key > ? order by key limit ?)',
      [after, lookedThrough],
    )?.key
    if (last === null || last === undefined) {
      tx.cutLog()
      return null
    }
    const holds = ['path', 'request', 'response', 'service_text', 'headers_json'].map(
      (part) => `instr(b.${part}, w.value) > 0`,
    )
    const rows = tx.all<{ key: RequestKey; bytes: number }>(
      `select r.key, r.bytes from request r left join request_body b on b.key = r.key
       where r.key > :after and r.key <= :last and ((b.response <> '' and not json_valid(b.response))
         or exists (select 1 from json_each(:ids) w where ${holds.join(' or ')}
           or exists (select 1 from request_subject s where s.key = r.key and instr(s.subject, w.value) > 0)))`,
      { after, last, ids: JSON.stringify(ids) },
    )
    for (const { key } of rows) tx.run('delete from request where key = ?', [key])
    addTotals(tx, -rows.length, -rows.reduce((sum, { bytes }) => sum + bytes, 0))
    return last
  },

  'log.clear'(tx: Tx): void {
    tx.run('delete from request_subject')
    tx.run('delete from request_body')
    tx.run('delete from request')
    tx.run('delete from wait')
    tx.run('update total set value = 0')
    tx.cutLog()
  },
}
