import { z } from 'zod'
import { statusKinds, type FailureReason, type MessageStatus, type WaitReason } from '../../../../contract/statuses.ts'
import { isRetriable, type OutboxState } from '../../outbox/rules/outbox-state.ts'
import { readWaitReason, type WaitReasonColumns } from '../../outbox/rules/wait-reason.ts'

/** Columns of `message` joined with `outbox` that make up a status. */
export interface StatusColumns extends WaitReasonColumns {
  readonly direction: string
  readonly status: string | null
  readonly status_raw: string | null
  readonly status_reason: string | null
  readonly status_text: string | null
  readonly outbox_state: OutboxState | null
  readonly outbox_parked: number | null
  readonly due_at: number | null
  readonly due_zone: string | null
}

export const statusColumns = `m.direction, m.status, m.status_raw, m.status_reason, m.status_text,
  o.state as outbox_state, o.parked as outbox_parked, o.wait_kind, o.wait_until, o.wait_position,
  o.due_at, o.due_zone`

const kind = z.enum(statusKinds)

/** Of what goes at a time, or should have. */
function dueReason({ due_at: at, due_zone: zone, outbox_parked: parked }: StatusColumns): WaitReason | null {
  if (at === null) return null
  return { kind: parked === 1 ? 'pastDue' : 'scheduled', at, zone: zone ?? '' }
}

/** Null for incoming messages. A status word this version does not know reads as unknown, with its raw word. */
export function statusOf(row: StatusColumns): MessageStatus | null {
  if (row.direction !== 'outgoing') return null
  const known = kind.safeParse(row.status ?? 'none')
  const waitReason = dueReason(row) ?? readWaitReason(row)
  return {
    kind: known.success ? known.data : 'unknown',
    ...(row.status_raw === null ? {} : { raw: row.status_raw }),
    ...(row.status_reason === null ? {} : { reason: row.status_reason as FailureReason }),
    ...(row.status_text === null ? {} : { text: row.status_text }),
    ...(waitReason === null ? {} : { waitReason: waitReason }),
    changeable: row.outbox_state === 'queued',
    ...(isRetriable({ state: row.outbox_state, parked: row.outbox_parked === 1, status: row.status })
      ? { retriable: true }
      : {}),
  }
}
