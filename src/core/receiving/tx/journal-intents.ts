import type { InstanceKey, JournalKey } from '../../../contract/ids.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { queueKeepsMs } from '../../messages/archive/rules/completeness.ts'
import { applyAgain, unfinishedTry } from './apply-notification.ts'
import { dropEarlyStatuses } from '../../messages/statuses/tx/observe.ts'

export interface RetentionInput {
  /** Rows received before this are too old, epoch ms; null keeps them for ever. */
  readonly olderThan: number | null
  /** What age is measured by where it is another clock than the transaction's, epoch ms. */
  readonly now?: number
  /**
   * Bytes of applied bodies that are too much ({@link journalReads} `journal.appliedBytes`); none when it is not above
   * 0.
   */
  readonly excess: number
  /** Rows to remove at once, so that receiving waits for none for long. */
  readonly limit: number
}

/**
 * The journal's upkeep. Nothing here ever touches a message, nor an event that is quarantined or unknown: those are the
 * only copies left, and go only when the person says so.
 */
export const journalWrites = {
  /**
   * Removes applied events by age, then by size, oldest first, and with them the statuses that still wait for a message
   * nobody has seen. Answers the bytes that went by size, and whether there is more to remove.
   */
  'journal.retain'(tx: Tx, input: RetentionInput): { readonly freed: number; readonly more: boolean } {
    // A delete that was never confirmed is settled once the queue has forgotten the notification itself.
    const removable = "state = 'applied' and (deleted_at is not null or received_at < ?)"
    const settled = (input.now ?? tx.now) - 2 * queueKeepsMs
    const aged =
      input.olderThan === null
        ? 0
        : tx.run(
            `delete from journal where key in (
               select key from journal where received_at < ? and ${removable} order by received_at limit ?)`,
            [input.olderThan, settled, input.limit],
          ).changes
    let removed = aged
    let goneUntil = input.olderThan ?? -Infinity
    let freed = 0
    if (input.excess > 0 && removed < input.limit) {
      const oldest = tx.all<{ key: JournalKey; bytes: number; receivedAt: number }>(
        `select key, bytes, received_at as receivedAt from journal where ${removable} order by received_at limit ?`,
        [settled, input.limit - removed],
      )
      for (const row of oldest) {
        if (freed >= input.excess) break
        tx.run('delete from journal where key = ?', [row.key])
        freed += row.bytes
        goneUntil = Math.max(goneUntil, row.receivedAt)
        removed += 1
      }
    }
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

  'journal.applyAgain'(
    tx: Tx,
    input: { readonly events: readonly JournalKey[]; readonly version: string },
  ): { readonly applied: number; readonly left: number } {
    const applied = input.events.filter((event) => applyAgain(tx, event, input.version)).length
    return { applied, left: input.events.length - applied }
  },

  /** The person gives up events that could not be applied. */
  'journal.discard'(tx: Tx, input: { readonly events: readonly JournalKey[] }): void {
    for (const event of input.events) {
      const row = tx.get<{ instance: InstanceKey }>('select instance from journal where key = ?', [event])
      if (row === undefined) continue
      tx.run('delete from journal where key = ?', [event])
      tx.changed({ kind: 'journal', instance: row.instance })
    }
  },

  /** Clears an instance's journal, or every one; what could not be applied stays. True while there is more. */
  'journal.clear'(tx: Tx, input: { readonly instance: InstanceKey | null; readonly limit: number }): boolean {
    const { changes } = tx.run(
      `delete from journal where key in (
         select key from journal where (:instance is null or instance = :instance) and state = 'applied' and deleted_at is not null limit :limit)`,
      { instance: input.instance, limit: input.limit },
    )
    if (changes > 0)
      for (const { key } of tx.all<{ key: InstanceKey }>('select key from instance'))
        tx.changed({ kind: 'journal', instance: key })
    return changes >= input.limit
  },
}

export const journalReads = {
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
      tx.get<{ bytes: number }>(`select coalesce(sum(bytes), 0) as bytes from journal ${where}`)?.bytes ?? 0
    return sum('') - sum("where state <> 'applied'")
  },
}
