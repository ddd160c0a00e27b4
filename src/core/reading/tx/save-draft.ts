import type { MessageKey, QuickReplyKey } from '../../../contract/ids.ts'
import type { Input, Output } from '../../../contract/index.ts'
import { draftToStore } from '../../../contract/text/merge-text.ts'
import { currentChat } from '../../messages/archive/tx/chat-of.ts'
import { updateChat } from '../../messages/archive/tx/chat-row.ts'
import { refreshSummary } from '../../messages/archive/tx/chat-summary.ts'
import type { Tx } from '../../store/tx.ts'
import { fromStoredPreview, toStoredPreview } from '../rules/chat-rows.ts'
import { changeChat, putChat } from './change-chat.ts'

const nothingChosen = { quote: null, quickReply: null, linkPreview: true } as const

/** Ids of saves that a chat keeps: more than other windows make while one has lost its connection in the same chat. */
const maxSaves = 16

/** A draft moves its chat up the list; an emptied one lets it fall back to its newest message. */
export function saveDraft(tx: Tx, input: Input<'chats.saveDraft'>): Output<'chats.saveDraft'> {
  const { submission } = input
  const isSent =
    submission !== undefined &&
    tx.get(
      `select 1 where exists (select 1 from outbox where send_id = :id)
         or exists (select 1 from cancelled_send where send_id = :id)`,
      { id: submission.id },
    ) !== undefined
  const chat = currentChat(tx, input.chat) ?? input.chat
  const before = tx.get<{
    draft: string
    draft_since: number | null
    draft_saves: string
    draft_send: string | null
    draft_quote: MessageKey | null
    draft_reply: QuickReplyKey | null
    draft_no_preview: number
    draft_preview: string | null
  }>(
    `select draft, draft_since, draft_saves, draft_send, draft_quote, draft_reply, draft_no_preview, draft_preview
     from chat where key = ?`,
    [chat],
  )
  // The draft of a chat that was joined to this one is written on here; the draft that this one had beside it stays.
  if (chat !== input.chat && before !== undefined && !input.text.startsWith(before.draft))
    return { text: input.text, isSent }
  const stored = before?.draft ?? ''
  const saves = (before?.draft_saves ?? '').split(' ')
  const text = draftToStore(input, stored, (save) => saves.includes(save), isSent ? submission.text : '')
  if (input.id !== undefined) updateChat(tx, chat, { draft_saves: [...saves, input.id].slice(-maxSaves).join(' ') })
  if (isSent && text === stored) return { text, isSent }
  // Quote and choices went with the message; else what is not given stays as another window may have chosen it.
  const {
    quote = before?.draft_quote ?? null,
    quickReply = before?.draft_reply ?? null,
    linkPreview = before === undefined ? undefined : fromStoredPreview(before),
  } = isSent ? nothingChosen : input
  const preview = toStoredPreview(linkPreview)
  const send = !isSent && text !== '' && text === submission?.text ? submission.id : null
  if (
    before?.draft === text &&
    before.draft_send === send &&
    before.draft_quote === quote &&
    before.draft_reply === quickReply &&
    before.draft_no_preview === preview.draft_no_preview &&
    before.draft_preview === preview.draft_preview
  )
    return { text, isSent }
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
  return { text, isSent }
}
