import type { WebSocketRoute } from '@playwright/test'
import type { HostLink, HostLinkListener } from '../../src/rpc/link.ts'
import { encode } from '../../src/rpc/protocol.ts'
import { serve } from '../../src/rpc/server.ts'
import type { ScriptedDesk } from './scripted-desk.ts'

interface Cut {
  readonly name: string
  /** Before the desk has the call, or after the desk has answered it. */
  readonly lost: 'call' | 'answer'
}

/** The connection of a window to its scripted desk: slow, held or cut as a test wants. */
export class Pipe {
  /** Every message takes so long in each direction, ms. They stay in order. */
  delayMs = 0
  readonly #desk: ScriptedDesk
  readonly #open = new Set<() => void>()
  readonly #resyncs = new Set<() => void>()
  readonly #held = new Map<string, { readonly words: string; readonly answers: (() => void)[] }>()
  #news: (() => void)[] | null = null
  #isDown = false
  #cutting: Cut | null = null
  #left = Infinity
  /** Messages that are on their way. */
  #underWay = 0

  constructor(desk: ScriptedDesk) {
    this.#desk = desk
  }

  /** Cuts every connection, and refuses new ones until it is mended. What is under way is lost. */
  cut(): void {
    this.#isDown = true
    this.#cutting = null
    this.#left = Infinity
    for (const close of this.#open) close()
  }

  /** Cuts it at the next call of a name. */
  cutAt(name: string, lost: Cut['lost']): void {
    this.#cutting = { name, lost }
  }

  /** Cuts it at the message of a number, counted from now in both directions. */
  cutAfter(messages: number): void {
    this.#left = messages
  }

  /** Whether everything that was sent has arrived. */
  get isIdle(): boolean {
    return this.#underWay === 0
  }

  get isCut(): boolean {
    return this.#isDown
  }

  mend(): void {
    this.#isDown = false
  }

  /** Keeps answers to calls of a name with these words back; the returned function lets them go, in order. */
  hold(name: string, words = ''): () => void {
    const answers: (() => void)[] = []
    this.#held.set(name, { words, answers })
    return () => {
      this.#held.delete(name)
      for (const send of answers) send()
    }
  }

  /** Keeps back what the desk tells by itself; the returned function lets it go, in order. */
  holdNews(): () => void {
    const news: (() => void)[] = []
    this.#news = news
    return () => {
      this.#news = null
      for (const send of news) send()
    }
  }

  /** Lets the window read everything anew, as after a connection that broke. */
  resync(): void {
    for (const send of this.#resyncs) send()
  }

  #isLast(): boolean {
    this.#left -= 1
    return this.#left < 0
  }

  /** Takes a new connection of the window. */
  accept(route: WebSocketRoute): void {
    if (this.#isDown) return void route.close()
    let listener: HostLinkListener | null = null
    let isOpen = true
    /** Calls that were not answered yet. */
    const calls = new Map<number, { readonly name: string; readonly text: string }>()
    const after = (act: () => void): void => {
      const run = (): void => void (isOpen && act())
      if (this.delayMs === 0) return run()
      this.#underWay += 1
      setTimeout(() => {
        this.#underWay -= 1
        run()
      }, this.delayMs)
    }
    const isCut = (name: string | undefined, lost: Cut['lost']): boolean =>
      name !== undefined && this.#cutting?.name === name && this.#cutting.lost === lost
    const resync = (): void => route.send(encode({ kind: 'resync' }))
    const close = (): void => {
      if (!isOpen) return
      isOpen = false
      this.#open.delete(close)
      this.#resyncs.delete(resync)
      listener?.closed()
      void route.close().catch(() => undefined)
    }
    const link: HostLink = {
      send: (text) => {
        const { id } = JSON.parse(text) as { readonly id?: number }
        const call = id === undefined ? undefined : calls.get(id)
        if (id !== undefined) calls.delete(id)
        if (isCut(call?.name, 'answer') || this.#isLast()) return this.cut()
        const send = (): void => after(() => route.send(text))
        const held = call && this.#held.get(call.name)
        const waiting = id === undefined ? this.#news : call?.text.includes(held?.words ?? '') ? held?.answers : null
        if (waiting) waiting.push(send)
        else send()
      },
      listen(given) {
        listener = given
        return () => {
          listener = null
        }
      },
    }
    this.#open.add(close)
    this.#resyncs.add(resync)
    serve(link, this.#desk)
    route.onMessage((data) => {
      const text = String(data)
      const { id, name } = JSON.parse(text) as { readonly id?: number; readonly name?: string }
      if (isCut(name, 'call') || this.#isLast()) return this.cut()
      if (id !== undefined && name !== undefined) calls.set(id, { name, text })
      after(() => listener?.received(text))
    })
    route.onClose(close)
  }
}
