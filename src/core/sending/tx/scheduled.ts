import { announceMoved } from '../../messages/archive/tx/chat-summary.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { InstanceKey, MessageKey } from '../../../contract/ids.ts'
import type { SendAt } from '../../../contract/sending.ts'
import { findOutbox, readOutbox, updateOutbox } from '../../messages/outbox/tx/outbox-row.ts'
import { observe } from '../../messages/statuses/tx/observe.ts'
import { refreshStatus } from '../../messages/statuses/tx/refresh-status.ts'
import type { Tx } from '../../store/tx.ts'
import { requeue, type Lane } from './person-acts.ts'
import { checkSendAt, setDue } from './due.ts'
import { retryPolicy } from '../rules/retry-policy.ts'

/** Schedules a message that is not sent yet, or changes its time. Throws `notEditable` and errors of the time. */
export function schedule(tx: Tx, input: { readonly message: MessageKey; readonly sendAt: SendAt }): Lane {
  const row = readOutbox(tx, input.message)
  if (row.state !== 'queued') throw new ContractError('notEditable')
  checkSendAt(tx, input.sendAt)
  setDue(tx, input.message, input.sendAt)
  observe(tx, row.message, {
    source: 'app',
    raw: 'scheduled',
    serviceAt: null,
    seenAt: tx.now,
  })
  refreshStatus(tx, row.message)
  announceMoved(tx, row, [row.message])
  return { instance: row.instance, chat: row.chat }
}

/**
 * Sends a scheduled message at once, or one of a program although programs are paused: that one goes as a person's does
 * and keeps its place in its lane. Throws `notEditable`.
 */
export function sendNow(tx: Tx, input: { readonly message: MessageKey }): Lane {
  const row = readOutbox(tx, input.message)
  if (row.state !== 'queued') throw new ContractError('notEditable')
  if (row.program !== null) updateOutbox(tx, row.message, { released_at: tx.now, due_at: null })
  if (row.program === null || row.parked) requeue(tx, row, 'now')
  else {
    observe(tx, row.message, { source: 'app', raw: 'queued', serviceAt: null, seenAt: tx.now, text: 'now' })
    refreshStatus(tx, row.message)
    announceMoved(tx, row, [row.message])
  }
  return { instance: row.instance, chat: row.chat }
}

export interface ReleasedLanes {
  readonly lanes: readonly Lane[]
  /** When to look again, epoch ms; null: when something changes. */
  readonly nextAt: number | null
}

/**
 * Moves due messages to the end of their lanes. A message that could not be sent at its time, because the program was
 * off, the computer slept or the instance was not ready, waits for the person, or with `late: 'send'` only for the
 * instance.
 * @param input.ready instances that run and are not known to be without authorization
 */
export function releaseDue(
  tx: Tx,
  input: { readonly ready: readonly InstanceKey[]; readonly late: 'ask' | 'send' },
): ReleasedLanes {
  const ready = new Set(input.ready)
  const due = tx.all<{ message: MessageKey; due_at: number }>(
    `select message, due_at from outbox where due_at is not null and parked = 0 and due_at <= ? order by due_at, seq`,
    [tx.now],
  )
  const lanes: Lane[] = []
  let pollAgainAt = Infinity
  for (const { message, due_at: dueAt } of due) {
    const row = findOutbox(tx, message)
    if (row === null) continue
    // oxlint-disable-next-line clocks/monotonic -- a person chose the time by the wall clock
    const isLate = tx.now > dueAt + retryPolicy.late
    if (!row.hidden && ready.has(row.instance) && (!isLate || input.late === 'send')) {
      requeue(tx, row, 'due', dueAt)
      lanes.push({ instance: row.instance, chat: row.chat })
    } else if (!row.hidden && input.late === 'send') {
      // The message is sent as soon as its instance is ready.
    } else if (row.hidden || isLate) {
      updateOutbox(tx, message, { parked: 1 })
      refreshStatus(tx, message)
      announceMoved(tx, row, [message])
    } else pollAgainAt = Math.min(pollAgainAt, dueAt + retryPolicy.late + 1)
  }
  const next = tx.get<{ at: number | null }>(
    'select min(due_at) as at from outbox where due_at is not null and parked = 0 and due_at > ?',
    [tx.now],
  )
  const nextAt = Math.min(next?.at ?? Infinity, pollAgainAt)
  return { lanes, nextAt: Number.isFinite(nextAt) ? nextAt : null }
}
