import { create } from 'zustand'
import type { LinkPreviewChoice } from '../../../../contract/link-preview.ts'
import type { ChatKey, MessageKey, QuickReplyKey, QuotedMessage } from '../../../../contract/index.ts'

/** A submission whose result is unknown; `id`: its idempotency key. */
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
  readonly linkPreview: LinkPreviewChoice
  /** The last chosen quick reply in it. */
  readonly quickReply: QuickReplyKey | null
  /** Core has this version. */
  readonly isDraftStored: boolean
  /** A save is in progress: until it ends, core may have another version. */
  readonly isGoing: boolean
}

interface Drafts {
  readonly byChat: ReadonlyMap<ChatKey, Draft>
  readonly put: (chat: ChatKey, draft: Draft) => void
  /** Core has saved this text; the draft may have changed since. */
  readonly keep: (chat: ChatKey, draft: Draft, text: string) => void
}

/**
 * The drafts of this window. Core stores drafts across restarts; this store prevents a quick switch between chats from
 * showing an older text. A saved draft may be changed or sent in another window, and follows core (use-draft.ts).
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

/** A draft as core stored it. */
export function draftOf(stored: {
  readonly draftText: string
  readonly draftQuote: QuotedMessage | null
  readonly draftSend: string | null
  readonly draftReply: QuickReplyKey | null
  readonly draftLinkPreview: LinkPreviewChoice
}): Draft {
  const { draftText: text, draftQuote: quote, draftSend: id, draftReply: quickReply } = stored
  const { draftLinkPreview: linkPreview } = stored
  const lastSubmission = id === null ? null : { id, text, quote: quote?.key ?? null, uploads: '' }
  return { text, quote, lastSubmission, linkPreview, quickReply, isDraftStored: true, isGoing: false }
}

/** Whether two drafts are equal for the person. Core stores a blank text as none. */
export const isSameDraft = (a: Draft, b: Draft): boolean =>
  (a.text === b.text || (a.text.trim() === '' && b.text.trim() === '')) &&
  quoteKey(a) === quoteKey(b) &&
  JSON.stringify(a.linkPreview) === JSON.stringify(b.linkPreview) &&
  a.quickReply === b.quickReply

/** Stored fields besides text and quote. */
export const choicesOf = ({ quickReply, linkPreview }: Draft) => ({ quickReply, linkPreview })

export const quoteKey = ({ quote }: Draft): MessageKey | null => quote?.key ?? null

/** The idempotency key of this text with these files: equal for a resubmission, so that it is sent once. */
export const sendIdOf = (draft: Draft, text: string, uploads = ''): string | undefined =>
  draft.lastSubmission?.text === text &&
  draft.lastSubmission.quote === quoteKey(draft) &&
  draft.lastSubmission.uploads === uploads
    ? draft.lastSubmission.id
    : undefined
