import { z } from 'zod'
import type { BusinessFacts, ChatDetails } from '../../../contract/chats.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { MessageKey, QuickReplyKey } from '../../../contract/ids.ts'
import type { Input } from '../../../contract/index.ts'
import { readStored } from '../../base/rules/stored-json.ts'
import { currentChat } from '../../messages/archive/tx/chat-of.ts'
import { chatsApartFrom } from '../../messages/archive/tx/rejoin-chats.ts'
import { readTime } from '../../messages/archive/rules/position.ts'
import { unsyncedLabels } from '../../sharing/tx/pending-changes.ts'
import type { ReadTx } from '../../store/tx.ts'
import { chatRowSelect, fromStoredPreview, toChatRow, type ChatColumns } from '../rules/chat-rows.ts'
import { readQuoted } from './message-rows.ts'

const businessFacts: z.ZodType<BusinessFacts> = z.object({
  category: z.string(),
  description: z.string(),
  email: z.string(),
})

/** Details of a chat. For a chat that was joined to another one: those of that one, under its own key. */
export function chatDetails(tx: ReadTx, input: Input<'chats.details'>): ChatDetails {
  const chat = currentChat(tx, input.chat)
  if (chat === undefined) throw new ContractError('notFound')
  const row = tx.get<ChatColumns>(`${chatRowSelect} where c.key = ?`, [chat])
  const more = tx.get<{
    contact_name: string | null
    name: string | null
    username: string | null
    last_seen: string | null
    business_json: string | null
    names_checked_at: number | null
    avatar_checked_at: number | null
    messages: number
    notes: number
    draft: string
    draft_send: string | null
    draft_quote: MessageKey | null
    draft_reply: QuickReplyKey | null
    draft_no_preview: number
    draft_preview: string | null
    first_at: number | null
    last_incoming_at: number | null
    lifetime: number | null
    service_archived: number | null
  }>(
    `select contact_name, sender_name as name, username, last_seen, business_json, names_checked_at, avatar_checked_at, messages, draft,
       lifetime, service_archived,
       draft_send, draft_quote, (select key from quick_reply where key = draft_reply) as draft_reply, draft_no_preview,
       draft_preview,
       (select count(*) from note n where n.chat = chat.key) as notes,
       (select at from message where chat = chat.key and unsent = 0 order by at, tie limit 1) as first_at,
       nullif(max(coalesce((select at from message indexed by message_unread where chat = chat.key and direction = 'incoming' and unsent = 0
          and folded = 0 and hidden_at is null and content_kind <> 'call' order by at desc limit 1), 0),
         coalesce((select max(at) from message indexed by message_unread where chat = chat.key and direction = 'incoming'
          and unsent = 0 and folded = 0 and hidden_at > 0 and content_kind <> 'call'), 0)), 0) as last_incoming_at
     from chat where key = ?`,
    [chat],
  )
  if (row === undefined || more === undefined) throw new ContractError('notFound')
  return {
    ...toChatRow(row, tx.now),
    aliases: tx
      .all<{ alias: string }>('select alias from chat_alias where chat = ? order by alias', [chat])
      .map(({ alias }) => alias)
      .filter((alias) => alias !== row.chat_id),
    apart: chatsApartFrom(tx, chat),
    senderName: more.name,
    username: more.username,
    contactName: more.contact_name,
    lastSeen:
      more.last_seen === null || more.names_checked_at === null
        ? null
        : { text: more.last_seen, at: readTime(more.last_seen), checkedAt: more.names_checked_at },
    business: readStored(more.business_json, businessFacts, null),
    avatarCheckedAt: more.avatar_checked_at,
    lifetime: more.lifetime,
    serviceArchived: more.service_archived === null ? null : more.service_archived === 1,
    messages: more.messages,
    notes: more.notes,
    unsyncedLabels: unsyncedLabels(tx, chat),
    firstAt: more.first_at,
    lastIncomingAt: more.last_incoming_at,
    draftText: more.draft,
    draftSend: more.draft_send,
    draftQuote: more.draft_quote === null ? null : readQuoted(tx, chat, more.draft_quote),
    draftReply: more.draft_reply,
    draftLinkPreview: fromStoredPreview(more),
  }
}
