import type { ChatKey, MessageKey } from '../../../../contract/index.ts'
import type { ScrollAnchor } from './scroll-anchor.ts'

/** Where the person left a chat in this run. */
export interface RememberedScroll {
  readonly anchor: ScrollAnchor
  /** Heights of the rows round it, so that it is found again to the pixel. */
  readonly sizes: ReadonlyMap<MessageKey, number>
}

const remembered = 100

/** Places of chats by key, the oldest forgotten first. A chat left at its end is not in it: it opens at its newest. */
class ScrollMemory {
  readonly #places = new Map<ChatKey, RememberedScroll>()

  leave(chat: ChatKey, left: RememberedScroll | null): void {
    this.#places.delete(chat)
    if (left) this.#places.set(chat, left)
    if (this.#places.size <= remembered) return
    for (const oldest of this.#places.keys()) {
      this.#places.delete(oldest)
      return
    }
  }

  of(chat: ChatKey): RememberedScroll | null {
    return this.#places.get(chat) ?? null
  }
}

/** Lives as long as the window: a person who comes back finds the place as it was. */
export const scrollMemory = new ScrollMemory()
