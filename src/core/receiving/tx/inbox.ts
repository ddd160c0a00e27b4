import { createHash } from 'node:crypto'
import type { InstanceKey, JournalKey } from '../../../contract/ids.ts'
import { beginAbsence, endCoverage } from '../../accounts/tx/queue-coverage.ts'
import { bodyHashOf, confirmDeletes, numberJournalRow, type DeleteMark } from '../../journal/tx/journal-row.ts'
import {
  eraseAnswerWith,
  erasedBodyName,
  isErasedBody,
  withoutContent,
} from '../../messages/archive/tx/erased-people.ts'
import { setMeta } from '../../store/sql.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'

/** A notification as the source gave it. */
export interface ReceivedBody {
  readonly instance: InstanceKey
  /** The body as text of JSON, or as it came where it is none. */
  readonly raw: string
  readonly isJson: boolean
  readonly receiptId: string
  /** Epoch ms. */
  readonly receivedAt: number
  /** Whether everything that is written came through the queue when this was received (queue-coverage.ts). */
  readonly isQueueComplete: boolean
}

/** A stored notification that is not applied yet. */
export interface InboxBody extends ReceivedBody {
  /** Its key in the journal, once it is applied. */
  readonly key: JournalKey
  readonly hash: string
  /** An identical earlier body whose delete was unconfirmed when this one arrived: this is its redelivery. */
  readonly repeatOf: JournalKey | null
  readonly deletedAt: number | null
  readonly deleteResult: DeleteMark['result'] | null
  /** Its number in the team's journal; null for what this desk received alone. */
  readonly sharedN: number | null
  /** The permanent id of that entry; null as `sharedN`. */
  readonly sharedId: string | null
  /** Attempts to apply it alone that ended the program. */
  readonly tries: number
}

/** SQL: what is stored of a body, which asks for no statement of its own: each notification would pay for it. */
const storedRaw = `iif(exists (select 1 from meta where name = ${erasedBodyName}), '${withoutContent}', :raw)`

/** Stores a raw notification. Writes only the inbox, so that the commit is as short as possible. @returns its key */
export function persist(tx: Tx, received: ReceivedBody): JournalKey {
  const { instance, raw, isJson, receiptId, receivedAt, isQueueComplete } = received
  const hash = createHash('sha256').update(raw).digest('base64url')
  const repeatOf = unconfirmed(tx, instance, hash)
  const { rowid } = tx.run(
    `insert into inbox (key, instance, receipt_id, is_json, received_at, queue_complete, repeat_of, raw_hash, raw)
     values (${nextKey}, :instance, :receiptId, :isJson, :receivedAt, :isQueueComplete, :repeatOf, :hash, ${storedRaw})`,
    { instance, receiptId, isJson, receivedAt, isQueueComplete, repeatOf, hash, raw },
  )
  const key = rowid as JournalKey
  if (repeatOf !== null && isErasedBody(tx, { instance, hash })) eraseAnswerWith(tx, key, raw)
  return key
}

/**
 * Stores an entry of a team's journal. Its reader deletes it at the service, so here it counts as deleted. Returns its
 * key.
 */
export function persistShared(
  tx: Tx,
  entry: ReceivedBody & Pick<InboxBody, 'hash' | 'repeatOf' | 'sharedId'> & { readonly sharedN: number },
): JournalKey {
  const { rowid } = tx.run(
    `insert into inbox (key, instance, receipt_id, is_json, received_at, queue_complete, repeat_of, deleted_at, delete_result, raw_hash, raw, shared_n,
       shared_id)
     values (${nextKey}, :instance, :receiptId, :isJson, :receivedAt, :isQueueComplete, :repeatOf, :receivedAt, 'done', :hash, ${storedRaw}, :sharedN,
       :sharedId)`,
    { ...entry },
  )
  const key = rowid as JournalKey
  if (isErasedBody(tx, entry)) eraseAnswerWith(tx, key, entry.raw)
  return key
}

/** The oldest notification that waits, or undefined. */
export function oldestInInbox(tx: ReadTx): InboxBody | undefined {
  const row = tx.get<Omit<InboxBody, 'isJson' | 'isQueueComplete'> & { isJson: number; isQueueComplete: number }>(
    `select key, instance, receipt_id as receiptId, is_json as isJson, received_at as receivedAt, queue_complete as isQueueComplete, repeat_of as repeatOf,
       deleted_at as deletedAt, delete_result as deleteResult, shared_n as sharedN, shared_id as sharedId, tries, raw_hash as hash, raw
     from inbox order by key limit 1`,
  )
  return row === undefined
    ? undefined
    : { ...row, isJson: row.isJson === 1, isQueueComplete: row.isQueueComplete === 1 }
}

/** Stores confirmed deletes, in inbox or journal. Deleting a redelivery confirms the earlier copies too. */
export function markDeleted(tx: Tx, instance: InstanceKey, marks: readonly DeleteMark[]): void {
  for (const mark of marks) {
    const hash =
      tx.get<{ hash: string }>('select raw_hash as hash from inbox where key = ?', [mark.event])?.hash ??
      bodyHashOf(tx, mark.event)
    if (hash === undefined) continue
    tx.run(
      `update inbox set deleted_at = :at, delete_result = :result
       where instance = :instance and raw_hash = :hash and deleted_at is null`,
      { instance, hash, result: mark.result, at: mark.at },
    )
    confirmDeletes(tx, instance, hash, mark)
  }
  if (marks.length > 0) tx.changed({ kind: 'journal', instance })
}

/** Keys are unique across inbox and journal, and never reused. */
const nextKey = `1 + max(coalesce((select max(key) from inbox), 0), coalesce((select max(key) from journal), 0),
  coalesce((select cast(value as integer) from meta where name = 'lastKey:journal'), 0))`

/** The first notification with the same body and an unconfirmed delete: an identical one is its redelivery. */
const unconfirmed = (tx: Tx, instance: InstanceKey, hash: string): JournalKey | null =>
  tx.get<{ key: JournalKey | null }>(
    `select coalesce(
       (select min(key) from journal where instance = :instance and raw_hash = :hash and deleted_at is null),
       (select min(key) from inbox where instance = :instance and raw_hash = :hash and deleted_at is null),
       (select cast(value as integer) from meta where name = ${erasedBodyName})) as key`,
    { instance, hash },
  )?.key ?? null

/** Drops a notification that is not applied. Its key is given to no other one. */
export function dropFromInbox(tx: Tx, key: JournalKey): void {
  const last = tx.get<{ value: string }>(`select value from meta where name = 'lastKey:journal'`)?.value
  if (key > Number(last ?? 0)) setMeta(tx, 'lastKey:journal', String(key))
  tx.run('delete from inbox where key = ?', [key])
}

/** The place of an event in the team's journal, wherever it is by now; null: the team's database lost it. */
export function numberEvent(tx: Tx, event: JournalKey, n: number | null): void {
  tx.run('update inbox set shared_n = :n where key = :event', { n, event })
  numberJournalRow(tx, event, n)
}

/**
 * Up to when everything came, epoch ms by our clock. The queue is in order, so that a notification proves it up to the
 * time at which it was written: behind a backlog that is long before it was received, and what followed may be lost. An
 * empty queue proves it up to the present.
 */
function provenUntil(tx: Tx, instance: InstanceKey): number {
  const newest = tx.get<{ receivedAt: number; writtenAt: number | null; answeredAt: number | null; offset: number }>(
    `select j.received_at as receivedAt, j.service_at as writtenAt, i.last_answer_at as answeredAt, i.clock_offset_ms as offset
     from journal j join instance i on i.key = j.instance where j.instance = ? order by j.key desc limit 1`,
    [instance],
  )
  if (newest === undefined || newest.writtenAt === null || newest.answeredAt === null) return Infinity
  return newest.answeredAt > newest.receivedAt ? Infinity : newest.writtenAt - newest.offset
}

/**
 * Something may be missing before what comes next. What waits here came earlier, so it does not begin a complete time
 * either.
 */
export function leaveGap(tx: Tx, instance: InstanceKey): void {
  endCoverage(tx, instance, provenUntil(tx, instance))
  const waiting = tx.get<{ at: number | null }>('select min(received_at) as at from inbox where instance = ?', [
    instance,
  ])
  if (waiting === undefined || waiting.at === null) return
  beginAbsence(tx, instance, waiting.at)
  tx.run('update inbox set queue_complete = 0 where instance = ?', [instance])
}
