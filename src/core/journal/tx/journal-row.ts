import type { ChatKey, InstanceKey, JournalKey, MessageKey } from '../../../contract/ids.ts'
import type { JournalState, QuarantineReason } from '../../../contract/journal.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'

/**
 * Stands for the version that tried a body which the program never lived to finish: the body may be innocent, because a
 * program can be killed by anything. A run that has lasted tries it once more (create-journal.ts).
 */
export const unfinishedTry = ''

/** How a body was understood. */
export interface JournalOutcome {
  readonly state: JournalState
  readonly reason: QuarantineReason | null
  readonly detail: string | null
  readonly typeWebhook: string
  /** Epoch ms. */
  readonly serviceAt: number | null
  readonly summary: string
  readonly chat: ChatKey | null
  readonly message: MessageKey | null
}

/** The service's answer to a delete. `gone`: it was removed before, and not by a try of ours. */
export interface DeleteMark {
  readonly event: JournalKey
  readonly result: 'done' | 'gone'
  /** Epoch ms. */
  readonly at: number
}

/** Times are epoch ms. */
interface NewJournalRow extends JournalOutcome {
  readonly key: JournalKey
  readonly instance: InstanceKey
  readonly receiptId: string
  readonly receivedAt: number
  readonly appliedAt: number | null
  readonly deletedAt: number | null
  readonly deleteResult: DeleteMark['result'] | null
  readonly repeatOf: JournalKey | null
  readonly raw: string
  readonly hash: string
  readonly sharedN: number | null
  readonly sharedId: string | null
  readonly version: string
}

export function insertJournalRow(tx: Tx, row: NewJournalRow): void {
  tx.run(
    `insert into journal (key, instance, receipt_id, type_webhook, state, reason, detail, service_at, received_at, applied_at,
       deleted_at, delete_result, repeat_of, chat, message, summary, raw, raw_hash, bytes, tried_version, shared_n, shared_id)
     values (:key, :instance, :receiptId, :typeWebhook, :state, :reason, :detail, :serviceAt, :receivedAt, :appliedAt,
       :deletedAt, :deleteResult, :repeatOf, :chat, :message, :summary, :raw, :hash, :bytes, :version, :sharedN, :sharedId)`,
    { ...row, bytes: Buffer.byteLength(row.raw) },
  )
  tx.changed({ kind: 'journal', instance: row.instance })
  tx.changed({ kind: 'journalRow', instance: row.instance })
}

/** The result of another attempt at a stored body. `appliedAt`: epoch ms. */
export function updateJournalOutcome(
  tx: Tx,
  row: JournalOutcome & {
    readonly key: JournalKey
    readonly instance: InstanceKey
    readonly appliedAt: number | null
    readonly version: string
  },
): void {
  tx.run(
    `update journal set state = :state, reason = :reason, detail = :detail, type_webhook = :typeWebhook, service_at = :serviceAt,
       applied_at = :appliedAt, chat = :chat, message = :message, summary = :summary, tried_version = :version where key = :key`,
    {
      key: row.key,
      state: row.state,
      reason: row.reason,
      detail: row.detail,
      typeWebhook: row.typeWebhook,
      serviceAt: row.serviceAt,
      appliedAt: row.appliedAt,
      chat: row.chat,
      message: row.message,
      summary: row.summary,
      version: row.version,
    },
  )
  tx.changed({ kind: 'journal', instance: row.instance })
}

/** The body that came first and its redeliveries, of those that are not applied; without `event` itself. */
export const unappliedCopies = (tx: ReadTx, first: JournalKey, event: JournalKey): readonly JournalKey[] =>
  tx
    .all<{ key: JournalKey }>(
      `select key from journal where key = :first and key <> :event and state <> 'applied'
       union all select key from journal where repeat_of = :first and key <> :event and state <> 'applied'`,
      { first, event },
    )
    .map(({ key }) => key)

export const bodyHashOf = (tx: ReadTx, event: JournalKey): string | undefined =>
  tx.get<{ hash: string }>('select raw_hash as hash from journal where key = ?', [event])?.hash

/** The service answered the delete of every unconfirmed event of this body. */
export function confirmDeletes(tx: Tx, instance: InstanceKey, hash: string, { result, at }: DeleteMark): void {
  tx.run(
    `update journal set deleted_at = :at, delete_result = :result
     where instance = :instance and raw_hash = :hash and deleted_at is null`,
    { instance, hash, result, at },
  )
}

/** The place of an event in the team's journal; null: the team's database lost it. */
export function numberJournalRow(tx: Tx, event: JournalKey, n: number | null): void {
  tx.run('update journal set shared_n = :n where key = :event', { n, event })
}
