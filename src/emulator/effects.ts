/** Something that happened in the emulator and that tests can await. */
type Effect =
  | { readonly kind: 'request'; readonly operation: string; readonly idInstance: string }
  | { readonly kind: 'answered'; readonly operation: string; readonly idInstance: string; readonly status: number }
  | { readonly kind: 'waiting'; readonly idInstance: string }
  | { readonly kind: 'queued'; readonly idInstance: string; readonly receiptId: number; readonly typeWebhook: string }
  | { readonly kind: 'handed-out'; readonly idInstance: string; readonly receiptId: number }
  | { readonly kind: 'deleted'; readonly idInstance: string; readonly receiptId: number }
  | { readonly kind: 'expired'; readonly idInstance: string; readonly receiptId: number }
  | {
      readonly kind: 'accepted' | 'sent'
      readonly idInstance: string
      readonly chatId: string
      readonly idMessage: string
      readonly text: string
    }
  | { readonly kind: 'status'; readonly idInstance: string; readonly idMessage: string; readonly status: string }
  | { readonly kind: 'fault'; readonly idInstance: string; readonly operation: string; readonly fault: string }
  | { readonly kind: 'violation'; readonly idInstance: string; readonly rule: string }

/** An effect with its sequence number. */
export type LoggedEffect = Effect & { readonly seq: number; readonly at: number }

/** Which effect to wait for: every named field must be equal. `text` matches a substring. */
export interface EffectPattern {
  readonly kind: Effect['kind']
  readonly idInstance?: string
  readonly operation?: string
  readonly receiptId?: number
  readonly chatId?: string
  readonly idMessage?: string
  readonly text?: string
  readonly status?: string | number
  readonly typeWebhook?: string
  readonly fault?: string
  readonly rule?: string
}

export interface UntilOptions {
  /** Real milliseconds before the wait fails. Default 15000. */
  readonly withinMs?: number
  /** Only effects after this sequence number count. Default 0: past effects count too. */
  readonly after?: number
  /** How many matching effects are needed. Default 1. */
  readonly count?: number
}

export interface EffectLog {
  add(effect: Effect): void
  /** Calls `listener` after each effect; returns a function that unsubscribes. */
  listen(listener: (effect: LoggedEffect) => void): () => void
  /** Sequence number of the newest effect: pass it as `after` to wait for later effects only. */
  mark(): number
  recent(limit?: number): readonly LoggedEffect[]
  /** Resolves with the effect that completed the wait; rejects with what was seen when time runs out. */
  until(pattern: EffectPattern, options?: UntilOptions): Promise<LoggedEffect>
  /** Ends all waits. */
  stop(): void
}

const matches = (effect: LoggedEffect, pattern: EffectPattern): boolean =>
  Object.entries(pattern).every(([key, wanted]) => {
    if (wanted === undefined) return true
    const value: unknown = Reflect.get(effect, key)
    return key === 'text' && typeof value === 'string' ? value.includes(String(wanted)) : value === wanted
  })

const describe = (value: object): string =>
  Object.entries(value)
    .filter(([key]) => key !== 'seq' && key !== 'at')
    .map(([key, field]) => (key === 'kind' ? String(field) : `${key}=${String(field).slice(0, 60)}`))
    .join(' ')

interface Wait {
  readonly pattern: EffectPattern
  readonly after: number
  left: number
  readonly resolve: (effect: LoggedEffect) => void
  readonly reject: (error: Error) => void
}

/** Keeps the newest `capacity` effects; older ones are forgotten. */
export const createEffectLog = (now: () => number, capacity = 20_000): EffectLog => {
  let effects: LoggedEffect[] = []
  let seq = 0
  const waits = new Set<Wait>()
  const listeners = new Set<(effect: LoggedEffect) => void>()
  return {
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(effect) {
      seq += 1
      const logged: LoggedEffect = { ...effect, seq, at: now() }
      effects.push(logged)
      if (effects.length > capacity * 2) effects = effects.slice(-capacity)
      for (const listener of listeners) listener(logged)
      for (const wait of waits) {
        if (!matches(logged, wait.pattern)) continue
        wait.left -= 1
        if (wait.left > 0) continue
        waits.delete(wait)
        wait.resolve(logged)
      }
    },
    mark: () => seq,
    recent: (limit = 50) => effects.slice(-limit),
    until(pattern, options = {}) {
      const after = options.after ?? 0
      const found = effects.filter((effect) => effect.seq > after && matches(effect, pattern))
      const count = options.count ?? 1
      const last = found[count - 1]
      if (last) return Promise.resolve(last)
      const withinMs = options.withinMs ?? 120_000
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waits.delete(wait)
          const seen = effects.filter((effect) => effect.seq > after).slice(-30)
          const lines = seen.map((effect) => `  ${effect.seq} ${describe(effect)}`)
          reject(
            new Error(
              `Waited ${withinMs} ms for ${count > 1 ? `${count} times ` : ''}${describe(pattern)}. ` +
                (lines.length > 0 ? `Seen instead:\n${lines.join('\n')}` : 'Nothing was seen at all.'),
            ),
          )
        }, withinMs)
        const wait: Wait = {
          pattern,
          after,
          left: count - found.length,
          resolve: (effect) => {
            clearTimeout(timer)
            resolve(effect)
          },
          reject: (error) => {
            clearTimeout(timer)
            reject(error)
          },
        }
        waits.add(wait)
      })
    },
    stop() {
      for (const wait of waits)
        wait.reject(new Error(`The emulator stopped during a wait for ${describe(wait.pattern)}.`))
      waits.clear()
    },
  }
}
