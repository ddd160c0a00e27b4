import { z } from 'zod'
import { statusKinds } from '../../../contract/messages.ts'
import type { FailureReason, MessageStatus, StatusNote } from '../../../contract/messages.ts'

/** Columns of `message` joined with `outbox` that make up a status. */
export interface StatusColumns {
  readonly direction: string
  readonly status: string | null
  readonly status_raw: string | null
  readonly status_reason: string | null
  readonly status_text: string | null
  readonly outbox_state: string | null
  readonly note_json: string | null
}

export const statusColumns = `m.direction, m.status, m.status_raw, m.status_reason, m.status_text,
  o.state as outbox_state, o.note_json`

const kind = z.enum(statusKinds)

/** Null for incoming messages. A status word this version does not know reads as unknown, with its raw word. */
export function statusOf(row: StatusColumns): MessageStatus | null {
  if (row.direction !== 'outgoing') return null
  const known = kind.safeParse(row.status ?? 'none')
  const note = row.note_json === null ? undefined : (JSON.parse(row.note_json) as StatusNote)
  return {
    kind: known.success ? known.data : 'unknown',
    ...(row.status_raw === null ? {} : { raw: row.status_raw }),
    ...(row.status_reason === null ? {} : { reason: row.status_reason as FailureReason }),
    ...(row.status_text === null ? {} : { text: row.status_text }),
    ...(note === undefined ? {} : { note }),
    changeable: row.outbox_state === 'queued',
    ...(isRetriable(row, note) ? { retriable: true } : {}),
  }
}

/** What the person may send again without a second thought: the rule of sending/tx/person-acts.ts, for what is shown. */
function isRetriable({ status, outbox_state }: StatusColumns, note: StatusNote | undefined): boolean {
  switch (outbox_state) {
    case 'queued':
      return note?.kind === 'waitsForPerson'
    case 'failed':
    case 'accepted':
      return status === 'failed'
    case 'expired':
      return status === 'expired'
    default:
      return false
  }
}
