import type { ChatKey } from '../../../../contract/index.ts'

export interface DraftSaverPorts {
  readonly save: (chat: ChatKey, text: string) => Promise<unknown>
  readonly setTimer: (run: () => void, ms: number) => number
  readonly clearTimer: (timer: number) => void
}

const quietMs = 300

/**
 * Writes drafts to core a moment after the last key. A text is bound to its chat when it is typed, so that a fast
 * switch can never put it into another one; saves of one chat never overtake each other.
 */
export class DraftSaver {
  readonly #ports: DraftSaverPorts
  readonly #waiting = new Map<ChatKey, { readonly text: string; readonly timer: number }>()
  readonly #running = new Map<ChatKey, Promise<unknown>>()
  /** The save that is to come after the running one. */
  readonly #queued = new Map<ChatKey, { wanted: boolean }>()

  constructor(ports: DraftSaverPorts) {
    this.#ports = ports
  }

  /** The text of the chat's draft is now this. */
  change(chat: ChatKey, text: string): void {
    this.#stopWaiting(chat)
    const timer = this.#ports.setTimer(() => this.flush(chat), quietMs)
    this.#waiting.set(chat, { text, timer })
  }

  /** Writes at once what waits: on blur, on a switch to another chat, before the window goes. */
  flush(chat: ChatKey): void {
    const waiting = this.#waiting.get(chat)
    if (!waiting) return
    this.#stopWaiting(chat)
    const before = this.#running.get(chat) ?? Promise.resolve()
    const save = { wanted: true }
    this.#queued.set(chat, save)
    const run = before
      .catch(() => undefined)
      .then(() => (save.wanted ? this.#ports.save(chat, waiting.text) : undefined))
      .catch(() => undefined)
      .finally(() => {
        if (this.#running.get(chat) === run) this.#running.delete(chat)
      })
    this.#running.set(chat, run)
  }

  flushAll(): void {
    for (const chat of this.#waiting.keys()) this.flush(chat)
  }

  /** Drops what waits: the text is sent, and core clears the draft in the same transaction. */
  forget(chat: ChatKey): void {
    this.#stopWaiting(chat)
    const queued = this.#queued.get(chat)
    if (queued) queued.wanted = false
  }

  /** What was typed and is not written yet; null when core has the newest. */
  pending(chat: ChatKey): string | null {
    return this.#waiting.get(chat)?.text ?? null
  }

  #stopWaiting(chat: ChatKey): void {
    const waiting = this.#waiting.get(chat)
    if (waiting) this.#ports.clearTimer(waiting.timer)
    this.#waiting.delete(chat)
  }
}
