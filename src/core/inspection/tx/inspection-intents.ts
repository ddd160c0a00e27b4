import { outgoingReads } from './outgoing.ts'
import type { InstanceKey } from '../../../contract/ids.ts'
import type { TouchedMessage } from '../../../contract/requests.ts'
import type { ReadTx } from '../../store/tx.ts'
import type { OwnMessage } from '../../messages/rules/request-subjects.ts'

/** A link shows one line of it. */
const textLength = 200

const named = `
  with named as (
    select key from message where instance = :instance and id_message in (select value from json_each(:ids))
    union select message from outbox where reply_id in (select value from json_each(:ids)) and instance = :instance
    union select o.message from json_each(:own) as one
      join outbox o on o.message = one.value ->> 'message' and o.created_at = one.value ->> 'createdAt'
      where o.instance = :instance
  ),
  shown as (select m.key from named join message m on m.key = named.key where m.folded = 0 and m.hidden_at is null)`

export interface NamedMessagesInput {
  readonly instance: InstanceKey
  /** Written here. */
  readonly own: readonly OwnMessage[]
  /** The service's ids; the send reply's and the journals' may differ (service 10.1). */
  readonly ids: readonly string[]
  readonly limit: number
}

export const namedMessageReads = {
  /** Those of the named messages that are shown somewhere, newest first, and how many they are. */
  'messages.named'(
    tx: ReadTx,
    { instance, own, ids, limit }: NamedMessagesInput,
  ): { readonly messages: readonly TouchedMessage[]; readonly total: number } {
    const params = { instance, ids: JSON.stringify(ids), own: JSON.stringify(own) }
    const messages = tx.all<TouchedMessage>(
      `${named} select m.key, m.instance, m.chat, c.title as chatTitle, m.direction, m.at, m.content_kind as kind,
         substr(m.text, 1, ${textLength}) as text
       from shown join message m on m.key = shown.key join chat c on c.key = m.chat
       order by m.at desc, m.key desc limit :limit`,
      { ...params, limit },
    )
    const counted = tx.get<{ total: number }>(`${named} select count(*) as total from shown`, params)
    return { messages, total: counted?.total ?? 0 }
  },
}

export const inspectionReads = { ...outgoingReads, ...namedMessageReads }
