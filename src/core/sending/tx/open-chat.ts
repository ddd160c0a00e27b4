import { chatOf, findChat } from '../../messages/archive/tx/chat-of.ts'
import { storeUsername } from '../../messages/archive/tx/store-account.ts'
import { joinByNumber } from '../../messages/archive/tx/join-by-record.ts'
import { joinChats } from '../../messages/archive/tx/join-chats.ts'
import { phoneDigitsOf } from '../../messages/archive/rules/chat-id.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey } from '../../../contract/ids.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { countryOf, isChatId, readRecipient, type TypedRecipient } from '../rules/recipient.ts'

/**
 * Opens a chat by its id, whatever its form, or by the number of a person; makes it when it is not there. Throws
 * `chatIdInvalid`.
 */
export function openChat(
  tx: Tx,
  input: { readonly instance: InstanceKey; readonly chatId: string },
): { readonly chat: ChatKey } {
  const known = findChat(tx, input.instance, input.chatId)
  if (known === null && !isChatId(input.chatId)) {
    const { read } = typedRecipient(tx, { instance: input.instance, text: input.chatId })
    throw new ContractError('chatIdInvalid', 'chatId' in read ? { details: { suggestion: read.chatId } } : {})
  }
  const opened = chatOf(tx, input.instance, input.chatId, { fromService: false })
  const phone = numberIn(input.chatId)
  const id = known !== null || phone === '' ? null : idOf(tx, input.instance, 'phone', phone)
  if (id !== null) joinByNumber(tx, input.instance, { id, phone })
  return { chat: findChat(tx, input.instance, input.chatId)?.chat ?? opened }
}

/** The typed recipient with its chat, if there is one. Throws `notFound`. */
export function typedRecipient(
  tx: ReadTx,
  input: { readonly instance: InstanceKey; readonly text: string },
): { readonly read: TypedRecipient; readonly existing: ChatKey | null } {
  const account = tx.get<{ wid: string | null; family: string }>('select wid, family from instance where key = ?', [
    input.instance,
  ])
  if (account === undefined) throw new ContractError('notFound')
  const exact = findChat(tx, input.instance, input.text.trim())
  if (exact !== null && !isChatId(input.text.trim())) {
    // A chat of a shape that nobody described is there all the same: the service made it.
    const chatId = input.text.trim()
    return { read: { kind: 'exact', chatId, phone: null, display: chatId }, existing: exact.chat }
  }
  const read = readRecipient(input.text, countryOf(account.wid))
  if (read.kind === 'invalid') return { read, existing: null }
  if (read.kind === 'username') {
    const known = idOf(tx, input.instance, 'username', read.username)
    if (known !== null) return found(tx, input.instance, { ...read, kind: 'exact', chatId: known, phone: null })
    // Telegram alone says who has a name.
    return { read: account.family === 'telegram' ? read : { kind: 'invalid', display: read.display }, existing: null }
  }
  const { chat } = findChat(tx, input.instance, read.chatId) ?? {}
  if (chat !== undefined) return { read, existing: chat }
  // Outside WhatsApp the plan counts a person's number and id as two chats: the id is the one, where it is known.
  const phone = account.family === 'whatsapp' ? '' : numberIn(read.chatId)
  const own = phone === '' ? null : idOf(tx, input.instance, 'phone', phone)
  return found(tx, input.instance, own === null ? read : { ...read, chatId: own })
}

const found = (tx: ReadTx, instance: InstanceKey, read: TypedRecipient & { readonly chatId: string }) => ({
  read,
  existing: findChat(tx, instance, read.chatId)?.chat ?? null,
})

/** Digits that may be a number: the service takes one with and without its suffix (service 11.3.1). */
const numberIn = (chatId: string): string => phoneDigitsOf(chatId) || phoneDigitsOf(`${chatId}@c.us`)

/** The id of the person with this number or public name. */
const idOf = (tx: ReadTx, instance: InstanceKey, by: 'phone' | 'username', value: string): string | null =>
  tx.get<{ id: string }>(`select id from person where instance = ? and ${by} = ? order by seen_at desc, id limit 1`, [
    instance,
    value,
  ])?.id ?? null

/**
 * The service said which chat a phone number's account has: a chat that was opened by the number is that one
 * (architecture 5). Nothing is made where neither is there.
 */
export function learnAccount(
  tx: Tx,
  input: {
    readonly instance: InstanceKey
    /** Null: a username was typed. */
    readonly typed: string | null
    readonly chatId: string
    readonly username: string | null
  },
): void {
  if (input.username !== null) storeUsername(tx, input.instance, input.chatId, input.username)
  if (input.typed === null) return
  if (findChat(tx, input.instance, input.chatId) === null && findChat(tx, input.instance, input.typed) === null) return
  const typed = findChat(tx, input.instance, input.typed)
  // The id under which messages come stays the better one, whatever the account check answers.
  const isService = typed !== null && typed.evidence !== 'typed' && typed.evidence !== 'checkAccount'
  const [better, other] = isService ? [input.typed, input.chatId] : [input.chatId, input.typed]
  joinChats(tx, input.instance, better, other, 'checkAccount')
}
