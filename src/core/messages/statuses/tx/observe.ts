import type { ChatKey, InstanceKey, MessageKey } from '../../../../contract/ids.ts'
import { statusKinds, type StatusKind } from '../../../../contract/statuses.ts'
import type { Tx } from '../../../store/tx.ts'
import { isNewObservation, type ObservationRow, type Observation } from '../rules/observation.ts'
import { refreshStatus } from './refresh-status.ts'
import { readRawStatus, type StatusMeaning } from '../rules/raw-status.ts'

const isStatusKind = (raw: string): raw is StatusKind => statusKinds.some((kind) => kind === raw)

/** The status of an observation; our own states are status kinds already. */
function meaningOf({ source, raw, reason }: Observation): StatusMeaning {
  if (source === 'app' || source === 'sendReply')
    return { status: isStatusKind(raw) ? raw : 'unknown', ...(reason === undefined ? {} : { reason }) }
  if (source === 'showMessagesQueue') return { status: 'pending' }
  return readRawStatus(raw)
}

/**
 * Appends an observation if it is new, and updates the shown status (architecture 7). Idempotent. True if it was new.
 */
export function observe(tx: Tx, message: MessageKey, observed: Observation): boolean {
  const known = tx.all<ObservationRow>(
    `select id_message, source, raw, status, reason, text, service_at, seen_at from observation
     where message = ? and source = ? order by key`,
    [message, observed.source],
  )
  if (!isNewObservation(known, observed)) return false
  const { status, reason } = meaningOf(observed)
  tx.run(
    `insert into observation (message, id_message, source, raw, status, reason, text, service_at, seen_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      message,
      observed.idMessage,
      observed.source,
      observed.raw,
      status,
      reason,
      observed.text,
      observed.serviceAt,
      observed.seenAt,
    ],
  )
  refreshStatus(tx, message)
  return true
}

export interface StatusTarget {
  readonly instance: InstanceKey
  readonly chat: ChatKey
  readonly idMessage: string
}

/**
 * The same by the service's id. A status that comes before its message waits for it (service 10.4); the send reply's
 * id counts as well as the journals' (service 10.1). Gives the message, or null while it is not known.
 */
export function observeById(tx: Tx, target: StatusTarget, observed: Observation): MessageKey | null {
  const message = findTarget(tx, target)
  if (message !== null) {
    observe(tx, message, { ...observed, idMessage: target.idMessage })
    return message
  }
  observeEarly(tx, target, observed)
  return null
}

/** Stores a status that waits for its message. `chat` null: the status names none. */
export function observeEarly(
  tx: Tx,
  target: Omit<StatusTarget, 'chat'> & { readonly chat: ChatKey | null },
  observed: Observation,
): void {
  const { reason } = meaningOf(observed)
  tx.run(
    `insert into early_status (instance, chat, id_message, source, raw, reason, text, service_at, seen_at)
     select :instance, :chat, :idMessage, :source, :raw, :reason, :text, :serviceAt, :seenAt
     where not exists (select 1 from early_status where chat is :chat and instance = :instance and id_message = :idMessage and source = :source
       and raw = :raw and text is :text and service_at is :serviceAt)`,
    {
      instance: target.instance,
      chat: target.chat,
      idMessage: target.idMessage,
      source: observed.source,
      raw: observed.raw,
      reason,
      text: observed.text,
      serviceAt: observed.serviceAt,
      seenAt: observed.seenAt,
    },
  )
}

/** A customer's message may have the id that one of ours was answered with: the status is ours. */
function findTarget(tx: Tx, { instance, chat, idMessage }: StatusTarget): MessageKey | null {
  const row = tx.get<{ key: MessageKey }>(
    `select key, iif(direction = 'outgoing', 0, 2) as rank from message where chat = :chat and id_message = :id
     union all select message as key, 1 as rank from outbox where chat = :chat and reply_id = :id
     union all select m.key, 1 as rank from team_send s indexed by team_send_shown
       join message m on m.chat = :chat and m.id_message = s.id_message
       where s.instance = :instance and s.reply_id = :id and s.message is null and s.reply_id <> s.id_message
     order by rank limit 1`,
    { instance, chat, id: idMessage },
  )
  return row?.key ?? null
}

/** Applies statuses that arrived before their message. Call it when its id, or its reply's, becomes known. */
export function takeEarlyStatuses(tx: Tx, message: MessageKey): void {
  const rows = tx.all<{
    key: number
    id_message: string
    source: Observation['source']
    raw: string
    text: string | null
    service_at: number | null
    seen_at: number
  }>(
    [`early.chat = message.chat`, `early.chat is null and early.instance = message.instance`]
      .map(
        (place) => `select early.* from message join early_status early on ${place} and early.id_message in
           (message.id_message, (select reply_id from outbox where outbox.message = message.key),
            (select reply_id from team_send s where s.instance = message.instance and s.id_message = message.id_message and s.message is null))
         where message.key = :message`,
      )
      .join(' union all ') + ' order by key',
    { message },
  )
  for (const row of rows) {
    tx.run('delete from early_status where key = ?', [row.key])
    observe(tx, message, {
      source: row.source,
      raw: row.raw,
      serviceAt: row.service_at,
      seenAt: row.seen_at,
      idMessage: row.id_message,
      text: row.text,
    })
  }
}

/** Forgets the oldest statuses whose messages never came. `before`: epoch ms. Gives how many. */
export const dropEarlyStatuses = (tx: Tx, input: { readonly before: number; readonly limit: number }): number =>
  tx.run(
    'delete from early_status where key in (select key from early_status where seen_at < :before order by seen_at limit :limit)',
    input,
  ).changes
