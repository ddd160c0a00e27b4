import type { MessageKey, QuickReplyKey } from '../../../contract/ids.ts'
import type { Input } from '../../../contract/index.ts'
import { currentChat } from '../../messages/archive/tx/chat-of.ts'
import { refreshSummary } from '../../messages/archive/tx/chat-summary.ts'
import type { Tx } from '../../store/tx.ts'
import { toStoredPreview } from '../rules/chat-rows.ts'
import { changeChat, putChat } from './change-chat.ts'

/** A draft moves its chat up the list; an emptied one lets it fall back to its newest message. */
export function saveDraft(tx: Tx, input: Input<'chats.saveDraft'>): void {
  const { sendId, quote = null, quickReply = null } = input
  const chat = currentChat(tx, input.chat) ?? input.chat
  const preview = toStoredPreview(input.linkPreview)
  // The submission with this text arrived after all and removed the draft.
  if (
    sendId !== undefined &&
    tx.get(
      `select 1 where exists (select 1 from outbox where send_id = :sendId)
         or exists (select 1 from cancelled_send where send_id = :sendId)`,
      { sendId },
    ) !== undefined
  )
    return
  const text = input.text.trim() === '' ? '' : input.text
  const send = text === '' ? null : (sendId ?? null)
  const before = tx.get<{
    draft: string
    draft_since: number | null
    draft_send: string | null
    draft_quote: MessageKey | null
    draft_reply: QuickReplyKey | null
    draft_no_preview: number
    draft_preview: string | null
  }>(
    `select draft, draft_since, draft_send, draft_quote, draft_reply, draft_no_preview, draft_preview
     from chat where key = ?`,
    [chat],
  )
  // The draft of a chat that was joined to this one is written on here; the draft that this one had beside it stays.
  if (chat !== input.chat && before !== undefined && !text.startsWith(before.draft)) return
  if (
    before?.draft === text &&
    before.draft_send === send &&
    before.draft_quote === quote &&
    before.draft_reply === quickReply &&
    before.draft_no_preview === preview.draft_no_preview &&
    before.draft_preview === preview.draft_preview
  )
    return
  // The time of its beginning decides which answers of colleagues are newer.
  const since = text === '' ? null : (before?.draft_since ?? tx.now)
  const columns = {
    ...{ draft: text, draft_at: text === '' ? null : tx.now, draft_since: since, draft_send: send },
    ...{ draft_quote: quote, draft_reply: quickReply, ...preview },
  }
  // The send that follows announces the chat. An event here would make the window read a draft that is about to be
  // removed, before its bubble appears.
  if (send === null) changeChat(tx, chat, columns)
  else putChat(tx, chat, columns)
  refreshSummary(tx, chat)
}
