import { create } from 'zustand'
import type { ChatKey } from '../../../contract/index.ts'

/** A text that was sent while nobody knows yet whether the send arrived; `id` is the send's own. */
interface ToldSend {
  readonly id: string
  readonly text: string
}

export interface Draft {
  readonly text: string
  readonly told: ToldSend | null
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

/** The name of the send of this text: the same one for a text that was told before, so that it is one message. */
export const sendIdOf = ({ told }: Draft, text: string): string | undefined =>
  told?.text === text ? told.id : undefined
