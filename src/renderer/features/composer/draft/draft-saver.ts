import type { ChatKey } from '../../../../contract/index.ts'

export interface DraftSaverPorts {
  /** Gives the shown text where core has another one: it is saved next. */
  readonly save: (chat: ChatKey, text: string) => Promise<string | null>
  /** Pause in ms before a failed save is retried (the connection broke, or the disk is full). Null: no retry. */
  readonly retryAfter: (error: unknown) => number | null
  /** Called when a save of the chat's newest text fails, and when one succeeds again. */
  readonly onSaved: (chat: ChatKey, isSaved: boolean) => void
  readonly setTimer: (run: () => void, ms: number) => number
  readonly clearTimer: (timer: number) => void
}

const quietMs = 300

interface Save {
  readonly text: string
  wanted: boolean
}

/**
 * Saves drafts to core, debounced after the last key. A text is bound to its chat when it is typed, so that a fast
 * switch never puts it into another chat; saves of one chat never overtake each other.
 */
export class DraftSaver {
  readonly #ports: DraftSaverPorts
  readonly #waiting = new Map<ChatKey, { readonly text: string; readonly timer: number }>()
  readonly #running = new Map<ChatKey, Promise<unknown>>()
  /** The content that the running save writes. */
  readonly #written = new Map<ChatKey, Save>()
  /** The save that is to come after the running one. */
  readonly #queued = new Map<ChatKey, Save>()

  constructor(ports: DraftSaverPorts) {
    this.#ports = ports
  }

  /** The text of the chat's draft is now this. */
  change(chat: ChatKey, text: string, afterMs = quietMs): void {
    this.#stopWaiting(chat)
    const timer = this.#ports.setTimer(() => this.flush(chat), afterMs)
    this.#waiting.set(chat, { text, timer })
  }

  /** Saves pending text as soon as the save before it is answered: on blur and on a switch to another chat. */
  flush(chat: ChatKey): void {
    const waiting = this.#waiting.get(chat)
    if (!waiting) return
    this.#stopWaiting(chat)
    const before = this.#running.get(chat) ?? Promise.resolve()
    const save = { text: waiting.text, wanted: true }
    this.#queued.set(chat, save)
    const run = before
      .catch(() => undefined)
      .then(() => {
        if (this.#queued.get(chat) === save) this.#queued.delete(chat)
        this.#written.set(chat, save)
        return save.wanted ? this.#ports.save(chat, save.text) : null
      })
      .then((next) => {
        this.#ports.onSaved(chat, true)
        if (next !== null) this.change(chat, next)
      })
      .catch((error: unknown) => {
        const isNewest = !this.#waiting.has(chat) && !this.#queued.has(chat)
        if (!save.wanted) return
        this.#ports.onSaved(chat, false)
        const afterMs = this.#ports.retryAfter(error)
        if (isNewest && afterMs !== null) this.change(chat, save.text, afterMs)
      })
      .finally(() => {
        if (this.#written.get(chat) === save) this.#written.delete(chat)
        if (this.#running.get(chat) === run) this.#running.delete(chat)
      })
    this.#running.set(chat, run)
  }

  flushAll(): void {
    for (const chat of this.#waiting.keys()) this.flush(chat)
  }

  /**
   * Saves the newest text of each chat now, because the window closes without waiting for answers. The connection
   * preserves the order.
   */
  leave(): void {
    this.flushAll()
    for (const [chat, save] of this.#queued) {
      if (save.wanted) this.#ports.save(chat, save.text).catch(() => undefined)
      save.wanted = false
    }
  }

  /** Drops pending text: it was sent, and core clears the draft in the same transaction. */
  forget(chat: ChatKey): void {
    this.#stopWaiting(chat)
    for (const save of [this.#queued.get(chat), this.#written.get(chat)]) if (save) save.wanted = false
  }

  /** Text not saved yet; null if core has the newest. */
  pending(chat: ChatKey): string | null {
    return this.#waiting.get(chat)?.text ?? null
  }

  #stopWaiting(chat: ChatKey): void {
    const waiting = this.#waiting.get(chat)
    if (waiting) this.#ports.clearTimer(waiting.timer)
    this.#waiting.delete(chat)
  }
}
