import type { InstanceKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { joinByReply } from '../../outbox/tx/join-by-reply.ts'
import { bareId, chatKindOf, isLid, phoneDigitsOf } from '../rules/chat-id.ts'
import type { ArchiveRecord } from '../rules/record.ts'
import { findChat } from './chat-of.ts'
import { joinByUniqueId } from './join-by-unique-id.ts'
import { joinChats } from './join-chats.ts'

/** Joins chats that a record shows to be one. To be called before the record's chat is looked up. */
export function joinByRecord(tx: Tx, instance: InstanceKey, record: ArchiveRecord): void {
  joinByReply(tx, instance, record)
  joinByUniqueId(tx, instance, record)
  const { chatId, sender } = record
  if (sender === null) return
  const id = chatKindOf(chatId) === 'user' ? chatId : sender.id
  joinByNumber(tx, instance, { id, phone: sender.phone })
}

/**
 * A chat that was opened by a number alone is the one of the person whose number the service says it is (service 10.8
 * and 11.3.1): outside WhatsApp answers come under an id that is no number. A `@lid` is left to the service's check.
 * @param person digits of the number, '' where it is hidden
 */
export function joinByNumber(
  tx: Tx,
  instance: InstanceKey,
  { id, phone }: { readonly id: string; readonly phone: string },
): void {
  const number = `${phone}@c.us`
  if (phoneDigitsOf(number) === '' || chatKindOf(id) !== 'user' || isLid(id) || bareId(id) === phone) return
  const opened = [number, phone].find((form) => findChat(tx, instance, form)?.evidence === 'typed')
  if (opened !== undefined) joinChats(tx, instance, id, opened, 'checkAccount')
}
