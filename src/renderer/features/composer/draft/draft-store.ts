import { create } from 'zustand'
import type { LinkPreviewChoice } from '../../../../contract/link-preview.ts'
import type { ChatKey, MessageKey, QuickReplyKey, QuotedMessage } from '../../../../contract/index.ts'
import { draftAfter, mergeText, restAfter, type Save } from '../../../../contract/text/merge-text.ts'

/** A submission whose result is unknown; `id`: its idempotency key. */
interface Submission {
  readonly id: string
  readonly text: string
  readonly quote: MessageKey | null
  /** Core's names of the files that went with it. */
  readonly uploads: string
}

/** The rest of a draft beside its text, as core stores it. */
interface Choices {
  readonly quote: MessageKey | null
  /** The last chosen quick reply in it. */
  readonly quickReply: QuickReplyKey | null
  readonly linkPreview: LinkPreviewChoice
}

const nothingChosen: Choices = { quote: null, quickReply: null, linkPreview: true }

export interface Draft extends Omit<Choices, 'quote'> {
  readonly text: string
  /** The message that it answers. */
  readonly quote: QuotedMessage | null
  readonly lastSubmission: Submission | null
  /** Core's values beside the text when they were read or saved last: only differences were chosen here. */
  readonly choicesAtCore: Choices
  /** Core's text when it was read or answered last. */
  readonly atCore: string
  /** The saves since: each may have arrived. */
  readonly unanswered: readonly Save[]
  /** Core has this version. */
  readonly isDraftStored: boolean
  /** A save is in progress: until it ends, core may have another version. */
  readonly isGoing: boolean
}

interface Drafts {
  readonly byChat: ReadonlyMap<ChatKey, Draft>
  readonly put: (chat: ChatKey, draft: Draft) => void
}

/**
 * The drafts of this window. Core stores drafts across restarts; this store prevents a quick switch between chats from
 * showing an older text. A saved draft may be changed or sent in another window, and follows core (use-draft.ts).
 */
export const useDrafts = create<Drafts>((set) => ({
  byChat: new Map(),
  put: (chat, draft) => set(({ byChat }) => ({ byChat: new Map(byChat).set(chat, draft) })),
}))

/** The save of a text; a repeated one has its id again. */
export function saveOf({ unanswered }: Draft, text: string): Save {
  const last = unanswered.at(-1)
  return last?.text === text ? last : { id: crypto.randomUUID(), text }
}

/** The draft while a save of it is under way. Saves of a chat follow each other, so few are without an answer. */
export const whileSent = (now: Draft, save: Save): Draft => ({
  ...now,
  unanswered: [...now.unanswered.filter(({ id }) => id !== save.id).slice(-2), save],
})

/** Those after the last one that is meant: its answer says nothing about them. */
const savedSince = (saves: readonly Save[], isMeant: (save: Save) => boolean): readonly Save[] =>
  saves.slice(saves.findLastIndex(isMeant) + 1)

/** The answer to `chats.saveDraft`. */
interface Saved {
  /** Core's text, which holds also what another window typed at the same time. */
  readonly text: string
  /** The submission of the draft had arrived: its text is in no draft any more. */
  readonly isSent: boolean
}

/** The draft after core has answered a save of the one that was sent; it may have changed here since. */
export function afterSave(now: Draft, sent: Draft, { id, text: saved }: Save, { text: stored, isSent }: Saved): Draft {
  const arrived = (isSent && sent.lastSubmission) || null
  const base = restAfter(arrived?.text ?? '', saved)
  const hasIt = arrived !== null && now.lastSubmission?.id === arrived.id
  const left = hasIt ? withoutSent(now, { ...sent, text: arrived.text }) : now
  // A message that came back meanwhile stands below the save, here as in core.
  const withBack = left.unanswered.find((one) => one.id === id)?.text
  const isKnown = isSameText(stored, base) || stored === withBack
  const text = isKnown ? left.text : mergeText(base, left.text, stored)
  const isStored = isSameText(text, stored) && isSameDraft({ ...now, text }, { ...sent, text })
  const unanswered = savedSince(left.unanswered, (one) => one.id === id)
  const choicesAtCore = isSent ? nothingChosen : { ...now.choicesAtCore, ...changedChoices(sent) }
  return {
    ...left,
    ...{ text, atCore: stored, unanswered, choicesAtCore },
    isDraftStored: now.isDraftStored || isStored,
  }
}

/** The draft after a message of it went: what was typed or chosen since is a new one. */
export function withoutSent(now: Draft, sent: Pick<Draft, 'text' | 'quote' | 'quickReply'>): Draft {
  const text = restAfter(sent.text, now.text)
  const quote = quoteKey(now) === quoteKey(sent) ? null : now.quote
  // A quick reply that was chosen since belongs to the remaining text.
  const quickReply = text === '' || now.quickReply === sent.quickReply ? null : now.quickReply
  const atCore = draftAfter(sent.text, now.atCore)
  const unanswered = savedSince(now.unanswered, (one) => one.text === sent.text).map((one) => ({
    ...one,
    text: restAfter(sent.text, one.text),
  }))
  const atCoreNow = { atCore, unanswered, choicesAtCore: nothingChosen }
  return { ...now, text, quote, quickReply, lastSubmission: null, linkPreview: true, ...atCoreNow }
}

/** The draft after a message came back into it: core has put the text below its draft, as it is put below this one. */
export function withTakenBack(now: Draft, back: string): Draft {
  const belowIt = (text: string): string => (text.trim() === '' ? back : `${text}\n${back}`)
  // Core's draft with it has been shown already, and may have been written on since.
  if (now.atCore.includes(back)) return now
  const unanswered = now.unanswered.map((one) => ({ ...one, text: belowIt(one.text) }))
  return { ...now, text: belowIt(now.text), atCore: belowIt(now.atCore), unanswered }
}

/** Core stores a blank text as none. */
export const isSameText = (a: string, b: string): boolean => a === b || (a.trim() === '' && b.trim() === '')

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
  const choicesAtCore = { quote: quote?.key ?? null, quickReply, linkPreview }
  const state = { atCore: text, unanswered: [], choicesAtCore, isDraftStored: true, isGoing: false }
  return { text, quote, lastSubmission, linkPreview, quickReply, ...state }
}

/** Whether two drafts are equal for the person. */
export const isSameDraft = (a: Draft, b: Draft): boolean =>
  isSameText(a.text, b.text) && Object.keys(differences(choicesOf(a), choicesOf(b))).length === 0

const choicesOf = ({ quote, quickReply, linkPreview }: Draft): Choices => ({
  quote: quote?.key ?? null,
  quickReply,
  linkPreview,
})

const differences = ({ quote, quickReply, linkPreview }: Choices, from: Choices): Partial<Choices> => ({
  ...(quote !== from.quote && { quote }),
  ...(quickReply !== from.quickReply && { quickReply }),
  ...(JSON.stringify(linkPreview) !== JSON.stringify(from.linkPreview) && { linkPreview }),
})

/** Choices made here that are not stored: another window may have made the rest. */
export const changedChoices = (draft: Draft): Partial<Choices> => differences(choicesOf(draft), draft.choicesAtCore)

export const quoteKey = ({ quote }: Pick<Draft, 'quote'>): MessageKey | null => quote?.key ?? null

/** The idempotency key of this text with these files: equal for a resubmission, so that it is sent once. */
export const sendIdOf = (draft: Draft, text: string, uploads = ''): string | undefined =>
  draft.lastSubmission?.text === text &&
  draft.lastSubmission.quote === quoteKey(draft) &&
  draft.lastSubmission.uploads === uploads
    ? draft.lastSubmission.id
    : undefined
