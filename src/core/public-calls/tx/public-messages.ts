import type { ChatKey, InstanceKey, MessageKey } from '../../../contract/ids.ts'
import { programColumn, readProgram } from '../../messages/outbox/rules/program-column.ts'
import { statusColumns, statusOf, type StatusColumns } from '../../messages/statuses/rules/status-of.ts'
import type { OperationOutput } from '../../../public-api/operations.ts'
import { createPeople, type People } from '../../reading/tx/message-rows.ts'
import type { ReadTx, SqlParams } from '../../store/tx.ts'
import { isoTime } from '../rules/public-values.ts'

export type PublicMessage = OperationOutput<'getMessage'>
type PublicStatus = NonNullable<PublicMessage['status']>

interface Columns extends StatusColumns {
  readonly key: MessageKey
  readonly instance: InstanceKey
  readonly id_instance: string
  readonly chat: ChatKey
  readonly chat_id: string
  readonly id_message: string | null
  readonly unsent: number
  readonly at: number
  readonly tie: string
  readonly content_kind: string
  readonly text: string
  readonly file_name: string | null
  readonly mime_type: string | null
  readonly sender_id: string
  readonly sender_name: string
  readonly quoted_id: string | null
  readonly edited: number
  readonly deleted: number
  readonly ref: string | null
  readonly program_text: string | null
  readonly bytes: number | null
}

const fileKinds = `('image', 'video', 'document', 'audio', 'sticker')`

/** Columns of a message as programs see it; conditions for `m` and its chat `c` follow. */
const publicMessageSelect = `
  select m.key, m.instance, i.id_instance, m.chat, c.chat_id, m.id_message, m.unsent, m.at, m.tie, m.content_kind, m.text,
    case when m.content_kind in ${fileKinds} and json_valid(m.content_json) then m.content_json ->> '$.fileName' end as file_name,
    case when m.content_kind in ${fileKinds} and json_valid(m.content_json) then m.content_json ->> '$.mimeType' end as mime_type,
    m.sender_id, m.sender_name, m.quoted_id, m.edited, m.deleted, mm.ref, f.bytes, ${programColumn}, ${statusColumns}
  from message m join chat c on c.key = m.chat join instance i on i.key = m.instance
    left join outbox o on o.message = m.key left join message_media mm on mm.message = m.key
    left join media_file f on f.ref = mm.ref`

export interface PlacedMessage {
  readonly message: PublicMessage
  /** In its chat, as the index `message_place` has it. */
  readonly place: readonly [unsent: number, at: number, tie: string]
}

export function readPublicMessages(tx: ReadTx, conditions: string, params: SqlParams): readonly PlacedMessage[] {
  const people = createPeople(tx)
  return tx
    .all<Columns>(`${publicMessageSelect} where ${conditions}`, params)
    .map((row) => ({ message: toPublic(row, people), place: [row.unsent, row.at, row.tie] as const }))
}

function toPublic(row: Columns, people: People): PublicMessage {
  const isIncoming = row.direction === 'incoming'
  const from = isIncoming ? people.of(row.instance, row.sender_id, row.sender_name) : people.own(row.instance)
  const isGone = row.deleted === 1
  return {
    id: String(row.key),
    instanceId: row.id_instance,
    chatId: row.chat_id,
    serviceId: row.id_message,
    direction: isIncoming ? 'incoming' : 'outgoing',
    at: isoTime(row.at),
    from: { id: from.id, name: from.name },
    kind: row.content_kind,
    text: isGone ? '' : row.text,
    file:
      row.file_name === null || isGone
        ? null
        : { ref: row.ref, name: row.file_name, mimeType: row.mime_type ?? '', bytes: row.bytes },
    quotedServiceId: row.quoted_id,
    program: programOf(row.program_text),
    edited: row.edited === 1,
    deleted: isGone,
    status: toPublicStatus(row),
  }
}

function programOf(text: string | null): PublicMessage['program'] {
  const program = readProgram(text)
  return program === null ? null : { how: program.how, name: program.name }
}

function toPublicStatus(row: StatusColumns): PublicStatus | null {
  const status = statusOf(row)
  if (status === null) return null
  const { kind, reason = null, text = null, waitReason } = status
  const until =
    waitReason === undefined ? undefined : Object.values(waitReason).find((value) => typeof value === 'number')
  return {
    kind,
    reason,
    text,
    wait: waitReason?.kind ?? null,
    waitUntil: waitReason?.kind === 'paced' || until === undefined ? null : isoTime(until),
  }
}
