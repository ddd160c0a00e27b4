import type { ChatKey } from '../../../contract/index.ts'

/**
 * What stands in the composer of each chat, as typed in this window. Core keeps the drafts over restarts; this keeps a
 * quick switch to another chat and back from showing the text of a moment ago.
 */
class DraftStore {
  readonly #texts = new Map<ChatKey, string>()

  /** Undefined when nothing was typed in this chat in this run. */
  of(chat: ChatKey): string | undefined {
    return this.#texts.get(chat)
  }

  set(chat: ChatKey, text: string): void {
    this.#texts.set(chat, text)
  }
}

export const drafts = new DraftStore()
