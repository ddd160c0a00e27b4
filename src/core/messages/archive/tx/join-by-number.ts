import type { InstanceKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { bareId, chatKindOf, isLid, phoneDigitsOf } from '../rules/chat-id.ts'
import { findChat } from './chat-of.ts'
import { joinChats } from './join-chats.ts'

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
  if (findChat(tx, instance, number)?.evidence === 'typed') joinChats(tx, instance, id, number, 'checkAccount')
}
