import type { ChatKey, InstanceKey, MessageKey } from '../../../../contract/ids.ts'
import type { FailureReason, ObservationSource } from '../../../../contract/statuses.ts'
import { refreshSummary } from '../../archive/tx/chat-summary.ts'
import type { OutboxState } from '../../outbox/rules/outbox-state.ts'
import type { Tx } from '../../../store/tx.ts'
import { deriveStatus, statusRank, type DerivedStatus, type OwnStatus } from '../rules/derive-status.ts'
import type { ObservationRow } from '../rules/observation.ts'
import { nextRefresh, refreshNeed } from '../rules/refresh-schedule.ts'

interface Row {
  readonly instance: InstanceKey
  readonly chat: ChatKey
  readonly id_message: string | null
  readonly hidden_at: number | null
  readonly status: string | null
  readonly status_raw: string | null
  readonly status_reason: string | null
  readonly status_text: string | null
  readonly state: OutboxState | null
  readonly reason: FailureReason | null
  readonly service_text: string | null
  readonly parked: number | null
  readonly due_at: number | null
  readonly needs_person: number | null
  /** When the service accepted it, by this computer's clock as it is set now. */
  readonly accepted_at: number | null
  readonly last_checked_at: number | null
  /** Notifications bring statuses: their kind is on, and the queue was read a moment ago. */
  readonly statuses_come: 0 | 1 | null
}

/** A queue that was read so long ago brings nothing now, ms: a receive waits for a minute at most. */
const queueAwayMs = 600_000

/** Recomputes the shown status of an outgoing message and what follows from it, and announces the change. */
export function refreshStatus(tx: Tx, message: MessageKey): void {
  const row = tx.get<Row>(
    `select m.instance, m.chat, m.id_message, m.hidden_at, m.status, m.status_raw, m.status_reason, m.status_text,
       o.state, o.reason, o.service_text, o.parked, o.due_at, o.needs_person, coalesce(o.ended_at - i.clock_offset_ms, o.accepted_at) as accepted_at, o.last_checked_at,
       i.mode = 'full' and i.last_answer_at >= :readSince and
         case when json_valid(i.settings_json) then i.settings_json ->> '$.outgoingWebhook' = 'yes' end as statuses_come
     from message m join instance i on i.key = m.instance left join outbox o on o.message = m.key
     where m.key = :message and m.direction = 'outgoing'`,
    { message, readSince: tx.now - queueAwayMs },
  )
  if (row === undefined) return
  const observations = tx.all<ObservationRow>(
    `select id_message, source, raw, status, reason, text, service_at, seen_at from observation
     where message = ? and source not in ('app', 'sendReply') order by key`,
    [message],
  )
  const derived = deriveStatus(
    ownStatus(row),
    observations.map(({ status, raw, reason, text }) => ({
      status,
      raw,
      reason: reason ?? undefined,
      text: text ?? undefined,
    })),
  )
  const changed = store(tx, message, row, derived, firstSource(derived, observations, tx.now))
  if (row.state !== null) follow(tx, message, row, derived, observations)
  if (!changed) return
  announceMessage(tx, message, row)
  // An answer that failed, has not gone yet, or may never have arrived is none: its customer still waits.
  if (isNoAnswer(row.status) === isNoAnswer(derived.status)) return
  refreshSummary(tx, row.chat)
  tx.changed({ kind: 'chats', instance: row.instance, chats: [row.chat] })
}

const isNoAnswer = (status: string | null): boolean =>
  status === 'failed' || status === 'scheduled' || status === 'uncertain'

function ownStatus(row: Row): OwnStatus | null {
  switch (row.state) {
    case null:
      return null
    case 'failed':
      return { status: 'failed', reason: row.reason ?? undefined, text: row.service_text ?? undefined }
    case 'uncertain':
      return { status: 'uncertain', text: row.service_text ?? undefined }
    // The person closed a question: it stays what it was.
    case 'dismissed':
      return { status: row.id_message === null ? 'uncertain' : 'expired' }
    case 'queued':
      return { status: row.due_at === null ? 'queued' : 'scheduled' }
    default:
      return { status: row.state }
  }
}

interface FirstSource {
  readonly source: ObservationSource
  /** When it came about, epoch ms. */
  readonly at: number
}

/** First source of the shown status, and the earliest known time of it. */
function firstSource(derived: DerivedStatus, observations: readonly ObservationRow[], now: number): FirstSource {
  const first = observations.find((observation) => observation.status === derived.status)
  return first === undefined
    ? { source: 'app', at: now }
    : { source: first.source, at: first.service_at ?? first.seen_at }
}

function store(tx: Tx, message: MessageKey, row: Row, derived: DerivedStatus, from: FirstSource): boolean {
  const { status, raw, reason, text } = derived
  const { source, at } = from
  const same =
    row.status === status && row.status_raw === raw && row.status_reason === reason && row.status_text === text
  if (same) return false
  tx.run(
    `update message set status = ?, status_raw = ?, status_reason = ?, status_text = ?, status_source = ?,
       status_at = case when status is ? then status_at else ? end where key = ?`,
    [status, raw, reason, text, source, status, at, message],
  )
  return true
}

/** Updates the job by its status: whether a person is needed, why it waits, and when to poll again. */
function follow(
  tx: Tx,
  message: MessageKey,
  row: Row,
  derived: DerivedStatus,
  observations: readonly ObservationRow[],
): void {
  const { status } = derived
  const trouble = status === 'failed' || status === 'uncertain' || status === 'expired' || row.parked === 1
  const needsPerson = trouble && row.state !== 'dismissed' && row.hidden_at === null ? 1 : 0
  if (needsPerson !== row.needs_person) {
    tx.run('update outbox set needs_person = ? where message = ?', [needsPerson, message])
    tx.changed({ kind: 'instances' })
  }
  if (row.state !== 'accepted' || row.accepted_at === null) return
  const hasNotification = observations.some(
    (observation) => observation.source === 'notification' && observation.status === status,
  )
  const next = nextRefresh(
    row.accepted_at,
    row.last_checked_at,
    refreshNeed(status, hasNotification, row.statuses_come === 1),
  )
  // A message that left the queue no longer waits for anything.
  const left = statusRank(status) > statusRank('pending')
  tx.run(
    `update outbox set next_check_at = :next, wait_kind = iif(:left, null, wait_kind), wait_until = iif(:left, null, wait_until),
       wait_position = iif(:left, null, wait_position) where message = :message`,
    { next, left, message },
  )
}

/** Says that a message shows something else; and its chat's row with it, when it is the newest there. */
export function announceMessage(
  tx: Tx,
  message: MessageKey,
  place: { readonly instance: InstanceKey; readonly chat: ChatKey },
): void {
  tx.changed({ kind: 'messages', instance: place.instance, chat: place.chat, messages: [message] })
  const newest = tx.get<{ last_message: number | null }>('select last_message from chat where key = ?', [place.chat])
  if (newest?.last_message === message) tx.changed({ kind: 'chats', instance: place.instance, chats: [place.chat] })
}
