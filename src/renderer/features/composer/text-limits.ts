/** Limits of sendMessage (service 4.4 and 8). Core checks the same again; here they explain themselves in time. */
export const textLimit = 20_000
/** Bytes of the JSON body. */
export const bodyLimit = 102_400
/** From this share of a limit on the counter is shown, and from the second one it warns. */
const shownFrom = 0.9
const nearFrom = 0.95

export type TextVerdict =
  | { readonly kind: 'blank' }
  /** `bytes` is null while the limit of the body is far. */
  | { readonly kind: 'fits'; readonly length: number; readonly bytes: number | null }
  /** `over` in UTF-16 code units. */
  | { readonly kind: 'tooLong'; readonly length: number; readonly over: number }
  /** Few characters, but each takes several bytes in JSON. */
  | { readonly kind: 'bodyTooLarge'; readonly length: number; readonly bytes: number }
  /** Half of a surrogate pair: no valid text for any network. */
  | { readonly kind: 'broken'; readonly length: number }

const utf8 = new TextEncoder()

/** Blanks, and marks with nothing between their signs, as a shortcut writes them. */
const nothing = /^(?:\s|\*\*|__|~~|``)*$/u

/** The text as it would be sent: without byte order marks and blanks at its head, and none of marks alone. */
export function sentText(typed: string): string {
  const text = typed.replace(/^[\uFEFF\s]+/u, '')
  return nothing.test(text) ? '' : text
}

/** May this text be sent to this chat, and if not, which limit is it? */
export function judgeText(typed: string, chatId: string): TextVerdict {
  const text = sentText(typed)
  if (text === '') return { kind: 'blank' }
  const { length } = text
  if (length > textLimit) return { kind: 'tooLong', length, over: length - textLimit }
  if (!text.isWellFormed()) return { kind: 'broken', length }
  // JSON takes six bytes for a UTF-16 code unit at most: a text that fits even so needs no counting.
  if (length * 6 + chatId.length * 6 + 64 < bodyLimit * shownFrom) return { kind: 'fits', length, bytes: null }
  const bytes = utf8.encode(JSON.stringify({ chatId, message: text })).length
  return bytes > bodyLimit ? { kind: 'bodyTooLarge', length, bytes } : { kind: 'fits', length, bytes }
}

/** How much of which limit a text has used up. */
export interface LimitGauge {
  readonly unit: 'characters' | 'bytes'
  readonly used: number
  readonly limit: number
  readonly tone: 'plain' | 'near' | 'over'
}

/** The limit that is nearer, once one is near; null before that. */
export function limitGauge(verdict: TextVerdict): LimitGauge | null {
  if (verdict.kind === 'blank') return null
  const bytes = 'bytes' in verdict ? (verdict.bytes ?? 0) : 0
  const [unit, used, limit] =
    bytes / bodyLimit > verdict.length / textLimit
      ? (['bytes', bytes, bodyLimit] as const)
      : (['characters', verdict.length, textLimit] as const)
  if (used < limit * shownFrom) return null
  return { unit, used, limit, tone: used > limit ? 'over' : used >= limit * nearFrom ? 'near' : 'plain' }
}
