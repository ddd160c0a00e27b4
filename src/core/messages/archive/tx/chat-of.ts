import type { ChatKey, InstanceKey } from '../../../../contract/ids.ts'
import { nextKey } from '../../../store/sql.ts'
import type { Tx, ReadTx } from '../../../store/tx.ts'
import { addAlias, refreshChatId, type AliasEvidence } from './aliases.ts'
import { canonicalId, chatKindOf, twinOf } from '../rules/chat-id.ts'
import { refreshTitle } from './people.ts'

export interface ChatOfOptions {
  /** Whether the service used this id, so that it may represent the chat. Default true. */
  readonly fromService?: boolean
}

/**
 * The chat of an id in any of its forms, created on first use. Two ids are one chat if they differ only in their
 * suffix, or if `joinChats` joined them on evidence.
 */
export function chatOf(tx: Tx, instance: InstanceKey, given: string, options: ChatOfOptions = {}): ChatKey {
  const chatId = canonicalId(given)
  const isFromService = options.fromService !== false
  const known = findChat(tx, instance, chatId)
  if (known !== null) {
    const isBetterEvidence =
      known.evidence === null || (isFromService && (known.evidence === 'typed' || known.evidence === 'checkAccount'))
    if (isBetterEvidence) {
      addAlias(tx, instance, known.chat, { alias: chatId, evidence: isFromService ? 'form' : 'typed' })
      refreshChatId(tx, known.chat)
      refreshTitle(tx, known.chat)
    }
    return known.chat
  }
  const chat = tx.run(`insert into chat (key, instance, chat_id, kind) values (${nextKey('chat')}, ?, ?, ?)`, [
    instance,
    chatId,
    chatKindOf(chatId),
  ]).rowid as ChatKey
  addAlias(tx, instance, chat, { alias: chatId, evidence: isFromService ? 'id' : 'typed' })
  // Its person may be known from a group.
  refreshTitle(tx, chat)
  tx.changed({ kind: 'chats', instance })
  return chat
}

/** `evidence` null: only the other form of the id is known. */
export function findChat(
  tx: Pick<Tx, 'get'>,
  instance: InstanceKey,
  given: string,
): { readonly chat: ChatKey; readonly evidence: AliasEvidence | null } | null {
  const chatId = canonicalId(given)
  const find = (alias: string) =>
    tx.get<{ chat: ChatKey; evidence: AliasEvidence }>(
      'select chat, evidence from chat_alias where instance = ? and alias = ?',
      [instance, alias],
    )
  const exact = find(chatId)
  if (exact !== undefined) return exact
  const twin = twinOf(chatId)
  const byTwin = twin === null ? undefined : find(twin)
  return byTwin === undefined ? null : { chat: byTwin.chat, evidence: null }
}

/** The chat of this key, or the one that it was joined to since. Undefined: there is none. */
export function currentChat(tx: ReadTx, chat: ChatKey): ChatKey | undefined {
  return tx.get<{ key: ChatKey }>(
    `select key from chat where key = :chat
     union all select chat from chat_was where was = :chat limit 1`,
    { chat },
  )?.key
}
