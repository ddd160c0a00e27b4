import type { ChatKey, InstanceKey, MessageKey } from '../../../../contract/ids.ts'
import type { WaitReason } from '../../../../contract/statuses.ts'
import { announceMessage, refreshStatus } from '../../statuses/tx/refresh-status.ts'
import type { Tx } from '../../../store/tx.ts'
import { isSameWaitReason, noWaitReason, waitReasonColumns, type WaitReasonColumns } from '../rules/wait-reason.ts'
import { clockOffset, updateOutbox } from './outbox-row.ts'

/** The service keeps a message in its queue for so long, ms (service 3 and 8). */
export const serviceRetentionMs = 86_400_000

interface QueuedMessage {
  readonly message: MessageKey
  readonly chat: ChatKey
}

/**
 * Sets why everything queued at an instance waits; null when nothing holds it back any more. A message queued before
 * `staleBefore` (epoch ms) waits for the person from now on: a text from this morning may be wrong by now
 * (architecture 6). A message that waits for the service's limit or for its scheduled time is sent later however long
 * that takes; so is one whose scheduled time has come, where the person wants late ones sent.
 */
export function setBlockedReason(
  tx: Tx,
  input: {
    readonly instance: InstanceKey
    readonly waitReason: WaitReason | null
    readonly staleBefore: number
    readonly sendsLate: boolean
  },
): void {
  const { instance, waitReason } = input
  const stale = tx.all<QueuedMessage>(
    `select message, chat from outbox where instance = :instance and state = 'queued' and parked = 0 and queued_at < :staleBefore
       and due_at is null and wait_kind is not 'rateLimited' and (due_zone is null or not :sendsLate)`,
    { instance, staleBefore: input.staleBefore, sendsLate: input.sendsLate },
  )
  for (const row of stale) park(tx, { ...row, instance })
  const rows = tx.all<QueuedMessage & WaitReasonColumns>(
    `select message, chat, wait_kind, wait_until, wait_position from outbox
     where instance = :instance and state = 'queued' and parked = 0 and due_at is null
       and (:blocked or wait_kind not in ('rateLimited', 'starting', 'lane', 'uploadStalled', 'undoable'))`,
    { instance, blocked: waitReason !== null },
  )
  setWaitReasons(tx, instance, rows, () => waitReason)
}

/** The instance is no longer in use: nothing may go by itself should it ever be again. */
export function parkAll(tx: Tx, instance: InstanceKey): void {
  const rows = tx.all<QueuedMessage>(
    `select message, chat from outbox where instance = ? and state = 'queued' and parked = 0`,
    [instance],
  )
  for (const row of rows) park(tx, { ...row, instance })
  // A request under way may turn out never to have left: its message then waits for the person, too.
  tx.run(`update outbox set parked = 1 where instance = ? and state = 'sending'`, [instance])
}

/** Makes a queued message wait for the person. */
export function park(
  tx: Tx,
  row: QueuedMessage & { readonly instance: InstanceKey },
  why: 'waitsForPerson' | 'answeredFirst' = 'waitsForPerson',
): void {
  updateOutbox(tx, row.message, { parked: 1, ...noWaitReason, wait_kind: why })
  refreshStatus(tx, row.message)
  announceMessage(tx, row.message, row)
}

/**
 * In these chats the first message that waits does so for another one, which may be a colleague's. It is said until the
 * message goes.
 */
export function setAfterColleague(
  tx: Tx,
  input: { readonly instance: InstanceKey; readonly chats: readonly ChatKey[] },
): void {
  const rows = input.chats.flatMap((chat) =>
    tx.all<QueuedMessage & WaitReasonColumns>(
      `select message, chat, wait_kind, wait_until, wait_position from outbox
       where instance = ? and chat = ? and state = 'queued' and parked = 0 and due_at is null and wait_kind is null`,
      [input.instance, chat],
    ),
  )
  setWaitReasons(tx, input.instance, rows, () => ({ kind: 'lane' }))
}

/** Chats of an instance in which something may be sent, in the order of their first message. */
export function chatsWithQueuedMessages(
  tx: Pick<Tx, 'all'>,
  input: { readonly instance: InstanceKey },
): readonly ChatKey[] {
  return tx
    .all<{ chat: ChatKey }>(
      `select chat from outbox where instance = ? and state = 'queued' and parked = 0 and due_at is null group by chat order by min(seq)`,
      [input.instance],
    )
    .map((row) => row.chat)
}

/** Messages that a person released from waiting for the team's database. */
export function sendableAlone(
  tx: Pick<Tx, 'all'>,
  { instance, chats }: { readonly instance: InstanceKey; readonly chats: readonly ChatKey[] },
): readonly QueuedMessage[] {
  return chats.flatMap((chat) =>
    tx.all<QueuedMessage>(
      `select message, chat from outbox indexed by outbox_alone where instance = ? and chat = ? and alone = 1 and state = 'queued'`,
      [instance, chat],
    ),
  )
}

/**
 * Accepted by the service and not known to have left its queue: `next_check_at` says that it is still followed. By the
 * index that has only those: SQLite would walk everything that was ever accepted.
 */
const waiting = `from outbox o indexed by outbox_check join message m on m.key = o.message
  where o.instance = :instance and o.state = 'accepted' and o.next_check_at is not null and m.status in ('accepted', 'pending')`

/** While the instance is not authorized the service holds what it accepted, for 24 hours (service 3). */
export function setAwaitingAuthorization(
  tx: Tx,
  input: { readonly instance: InstanceKey; readonly held: boolean },
): void {
  const rows = tx.all<QueuedMessage & WaitReasonColumns & { accepted_at: number }>(
    `select o.message, o.chat, coalesce(o.ended_at - :offset, o.accepted_at) as accepted_at, o.wait_kind, o.wait_until, o.wait_position ${waiting}`,
    { instance: input.instance, offset: clockOffset(tx, input.instance) },
  )
  const changed = rows.filter((row) => (row.wait_kind === 'held') !== input.held)
  setWaitReasons(tx, input.instance, changed, (row) =>
    input.held ? { kind: 'held', heldUntil: row.accepted_at + serviceRetentionMs } : null,
  )
}

/** Places in the service's queue, by message; those that are not in it wait for nothing that we know of. */
export function setQueuePositions(
  tx: Tx,
  input: {
    readonly instance: InstanceKey
    /** null: the service does not show its queue. Then only what it calls pending is known to wait. */
    readonly positions: ReadonlyMap<MessageKey, number> | null
    /** The service's pause between two messages, ms; null where it doesn't tell. */
    readonly intervalMs: number | null
  },
): void {
  const rows = tx.all<QueuedMessage & WaitReasonColumns & { status: string }>(
    `select o.message, o.chat, o.wait_kind, o.wait_until, o.wait_position, m.status ${waiting}`,
    { instance: input.instance },
  )
  const reasonOf = (row: QueuedMessage & { readonly status: string }): WaitReason | null => {
    if (input.positions === null) {
      const paced = row.status === 'pending' && input.intervalMs !== null
      return paced ? { kind: 'paced' } : null
    }
    const position = input.positions.get(row.message)
    if (position === undefined) return null
    const expectedAt = input.intervalMs === null ? undefined : tx.now + position * input.intervalMs
    return { kind: 'paced', position, ...(expectedAt === undefined ? {} : { expectedAt }) }
  }
  setWaitReasons(
    tx,
    input.instance,
    rows.filter((row) => row.wait_kind !== 'held'),
    reasonOf,
  )
}

/** Updates the rows whose reason differs, and announces each. */
function setWaitReasons<Row extends QueuedMessage & WaitReasonColumns>(
  tx: Tx,
  instance: InstanceKey,
  rows: readonly Row[],
  reasonOf: (row: Row) => WaitReason | null,
): void {
  let changed = false
  for (const row of rows) {
    const waitReason = waitReasonColumns(reasonOf(row))
    if (isSameWaitReason(row, waitReason)) continue
    updateOutbox(tx, row.message, waitReason)
    announceMessage(tx, row.message, { instance, chat: row.chat })
    changed = true
  }
  if (changed) tx.changed({ kind: 'instances' })
}
