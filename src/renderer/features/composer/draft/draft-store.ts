import { create } from 'zustand'
import type { ChatKey, MessageKey, QuickReplyKey, QuotedMessage } from '../../../../contract/index.ts'

/** A text that was sent while nobody knows yet whether the send arrived; `id` is the send's own. */
interface Submission {
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
  readonly lastSubmission: Submission | null
  /** No preview of its link is to be made. */
  readonly noPreview: boolean
  /** The quick reply that stands in it, as chosen last. */
  readonly quickReply: QuickReplyKey | null
  /** Core has it as it stands here. */
  readonly isDraftStored: boolean
  /** What was told of it is on its way to core: until that ends, core may have more or less of it than stands here. */
  readonly isGoing: boolean
}

interface Drafts {
  readonly byChat: ReadonlyMap<ChatKey, Draft>
  readonly put: (chat: ChatKey, draft: Draft) => void
  /** Core has kept this text of this draft, which is a newer one by now if anything was changed since. */
  readonly keep: (chat: ChatKey, draft: Draft, text: string) => void
}

/**
 * What stands in the composer of each chat, as typed in this window. Core keeps the drafts over restarts; this keeps a
 * quick switch to another chat and back from showing the text of a moment ago. A draft that core has may be changed or
 * sent in another window, and follows core (use-draft.ts).
 */
export const useDrafts = create<Drafts>((set) => ({
  byChat: new Map(),
  put: (chat, draft) => set(({ byChat }) => ({ byChat: new Map(byChat).set(chat, draft) })),
  keep: (chat, draft, text) =>
    set(({ byChat }) =>
      byChat.get(chat) === draft && draft.text === text
        ? { byChat: new Map(byChat).set(chat, { ...draft, isDraftStored: true }) }
        : {},
    ),
}))

/** What core has of a draft. */
export function draftOf(stored: {
  readonly draftText: string
  readonly draftQuote: QuotedMessage | null
  readonly draftSend: string | null
  readonly draftReply: QuickReplyKey | null
  readonly draftLinkPreview: boolean
}): Draft {
  const { draftText: text, draftQuote: quote, draftSend: id, draftReply: quickReply, draftLinkPreview } = stored
  const lastSubmission = id === null ? null : { id, text, quote: quote?.key ?? null, uploads: '' }
  return { text, quote, lastSubmission, noPreview: !draftLinkPreview, quickReply, isDraftStored: true, isGoing: false }
}

/** Whether two say the same to whoever writes. Core keeps a blank text as none. */
export const isSameDraft = (a: Draft, b: Draft): boolean =>
  (a.text === b.text || (a.text.trim() === '' && b.text.trim() === '')) &&
  quoteKey(a) === quoteKey(b) &&
  a.noPreview === b.noPreview &&
  a.quickReply === b.quickReply

/** What core keeps of it beside its text and quote. */
export const choicesOf = ({ quickReply, noPreview }: Draft) => ({ quickReply, linkPreview: !noPreview })

export const quoteKey = ({ quote }: Draft): MessageKey | null => quote?.key ?? null

/** The name of the send of this text with these files: the same one for what was told before, so that it goes once. */
export const sendIdOf = (draft: Draft, text: string, uploads = ''): string | undefined =>
  draft.lastSubmission?.text === text &&
  draft.lastSubmission.quote === quoteKey(draft) &&
  draft.lastSubmission.uploads === uploads
    ? draft.lastSubmission.id
    : undefined
