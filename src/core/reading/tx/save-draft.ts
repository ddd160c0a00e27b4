import type { MessageKey, QuickReplyKey } from '../../../contract/ids.ts'
import type { Input, Output } from '../../../contract/index.ts'
import { mergeText } from '../../../contract/text/merge-text.ts'
import { currentChat } from '../../messages/archive/tx/chat-of.ts'
import { refreshSummary } from '../../messages/archive/tx/chat-summary.ts'
import type { Tx } from '../../store/tx.ts'
import { toStoredPreview } from '../rules/chat-rows.ts'
import { changeChat, putChat } from './change-chat.ts'

/** A draft moves its chat up the list; an emptied one lets it fall back to its newest message. */
export function saveDraft(tx: Tx, input: Input<'chats.saveDraft'>): Output<'chats.saveDraft'> {
  const { sendId, quote = null, quickReply = null } = input
  const asSent = { text: input.text }
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
    return asSent
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
  if (chat !== input.chat && before !== undefined && !input.text.startsWith(before.draft)) return asSent
  const text = textToStore(input, before?.draft ?? '')
  const send = text === input.text && text !== '' ? (sendId ?? null) : null
  if (
    before?.draft === text &&
    before.draft_send === send &&
    before.draft_quote === quote &&
    before.draft_reply === quickReply &&
    before.draft_no_preview === preview.draft_no_preview &&
    before.draft_preview === preview.draft_preview
  )
    return { text }
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
  return { text }
}

/** A blank text counts as none, here as in what windows had before. */
const written = (text: string): string => (text.trim() === '' ? '' : text)

/** What was typed here, together with what another window stored that this one has not read yet. */
function textToStore({ text, before }: Input<'chats.saveDraft'>, stored: string): string {
  const known = before?.map(written)
  if (known === undefined || known.includes(stored)) return written(text)
  // An emptied draft was sent, most likely by the submission that came after the last save.
  const base = (stored === '' ? known.at(-1) : known[0]) ?? ''
  return written(mergeText(base, written(text), stored))
}
