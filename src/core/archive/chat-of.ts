import type { ChatKey, InstanceKey } from '../../contract/ids.ts'
import type { Tx } from '../store/tx.ts'
import { chatKindOf, phoneDigitsOf, twinOf } from './chat-id.ts'
import { foldText, titleOf } from './chat-title.ts'
import { refreshTitle } from './people.ts'

export interface ChatOfOptions {
  /** The service itself said this id, so it is the better one to call the chat by. Default true. */
  readonly fromService?: boolean
}

/**
 * The chat of an id in any of its forms; made on first use. Two ids are one chat when they differ only in their
 * suffix, or when `joinChats` was told so on evidence.
 */
export function chatOf(tx: Tx, instance: InstanceKey, chatId: string, options: ChatOfOptions = {}): ChatKey {
  const known = findChat(tx, instance, chatId)
  if (known !== null) {
    if (!known.exact) {
      addAlias(tx, instance, chatId, known.chat, 'form')
      // Suffix or not: the shorter form is the service's own on v3, the longer one what people type.
      const better = options.fromService !== false && chatId.length < known.chatId.length ? chatId : known.chatId
      const phone = phoneDigitsOf(chatId)
      tx.run('update chat set chat_id = ?, phone = coalesce(phone, ?) where key = ?', [
        better,
        phone === '' ? null : phone,
        known.chat,
      ])
      refreshTitle(tx, known.chat)
    }
    return known.chat
  }
  const kind = chatKindOf(chatId)
  const phone = phoneDigitsOf(chatId)
  const title = titleOf({ chatId, contactName: null, senderName: null, subject: null, phone: null })
  const chat = tx.run(
    'insert into chat (instance, chat_id, kind, title, title_folded, phone) values (?, ?, ?, ?, ?, ?)',
    [instance, chatId, kind, title, foldText(title), phone === '' ? null : phone],
  ).rowid as ChatKey
  addAlias(tx, instance, chatId, chat, 'id')
  tx.changed({ kind: 'chats', instance })
  return chat
}

export function findChat(
  tx: Pick<Tx, 'get'>,
  instance: InstanceKey,
  chatId: string,
): { readonly chat: ChatKey; readonly chatId: string; readonly exact: boolean } | null {
  const sql = `select chat.key as chat, chat.chat_id as chatId from chat_alias join chat on chat.key = chat_alias.chat
    where chat_alias.instance = ? and chat_alias.alias = ?`
  const exact = tx.get<{ chat: ChatKey; chatId: string }>(sql, [instance, chatId])
  if (exact !== undefined) return { ...exact, exact: true }
  const twin = twinOf(chatId)
  const byTwin = twin === null ? undefined : tx.get<{ chat: ChatKey; chatId: string }>(sql, [instance, twin])
  return byTwin === undefined ? null : { ...byTwin, exact: false }
}

/** `evidence`: `id` (its first one), `form`, or what showed that two ids are one chat. */
export function addAlias(tx: Tx, instance: InstanceKey, alias: string, chat: ChatKey, evidence: string): void {
  tx.run('insert into chat_alias (instance, alias, chat, evidence) values (?, ?, ?, ?) on conflict do nothing', [
    instance,
    alias,
    chat,
    evidence,
  ])
}
