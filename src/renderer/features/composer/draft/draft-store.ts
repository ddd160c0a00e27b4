import { create } from 'zustand'
import type { ChatKey, MessageKey, QuickReplyKey, QuotedMessage } from '../../../../contract/index.ts'

/** A text that was sent while nobody knows yet whether the send arrived; `id` is the send's own. */
interface ToldSend {
  readonly id: string
  readonly text: string
  readonly quote: MessageKey | null
  /** Core's names of the files that went with it. */
  readonly uploads: string
}

export interface Draft {
  readonly text: string
  /** The message that it answers. */
  readonly quote: QuotedMessage | null
  readonly told: ToldSend | null
  /** No preview of its link is to be made. */
  readonly noPreview: boolean
  /** The quick reply that stands in it, as chosen last. */
  readonly quickReply: QuickReplyKey | null
}

interface Drafts {
  readonly byChat: ReadonlyMap<ChatKey, Draft>
  readonly put: (chat: ChatKey, draft: Draft) => void
}

/**
 * What stands in the composer of each chat, as typed in this window. Core keeps the drafts over restarts; this keeps a
 * quick switch to another chat and back from showing the text of a moment ago.
 */
export const useDrafts = create<Drafts>((set) => ({
  byChat: new Map(),
  put: (chat, draft) => set(({ byChat }) => ({ byChat: new Map(byChat).set(chat, draft) })),
}))

/** What core has of a draft, as it stands when the composer is made. */
export function draftOf(stored: {
  readonly draftText: string
  readonly draftQuote: QuotedMessage | null
  readonly draftSend: string | null
  readonly draftReply: QuickReplyKey | null
  readonly draftLinkPreview: boolean
}): Draft {
  const { draftText: text, draftQuote: quote, draftSend: id, draftReply: quickReply, draftLinkPreview } = stored
  const told = id === null ? null : { id, text, quote: quote?.key ?? null, uploads: '' }
  return { text, quote, told, noPreview: !draftLinkPreview, quickReply }
}

/** What core keeps of it beside its text and quote. */
export const choicesOf = ({ quickReply, noPreview }: Draft) => ({ quickReply, linkPreview: !noPreview })

export const quoteKey = ({ quote }: Draft): MessageKey | null => quote?.key ?? null

/** The name of the send of this text with these files: the same one for what was told before, so that it goes once. */
export const sendIdOf = (draft: Draft, text: string, uploads = ''): string | undefined =>
  draft.told?.text === text && draft.told.quote === quoteKey(draft) && draft.told.uploads === uploads
    ? draft.told.id
    : undefined
