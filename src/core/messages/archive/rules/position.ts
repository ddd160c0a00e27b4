/**
 * The position of a message in its chat: (unsent, at, tie). `at` is the service's time of acceptance; a weaker time
 * replaces it until that is known (architecture 5).
 */

/**
 * Sources of `at`, from weak to strong: first seen here, last action (lastOutgoingMessages), our corrected send time,
 * acceptance.
 */
export const positionSources = ['seen', 'action', 'sent', 'accepted'] as const
export type PositionSource = (typeof positionSources)[number]

export interface Position {
  /** Epoch ms. */
  readonly at: number
  readonly source: PositionSource
}

/** The stronger source wins; of equal sources the earlier time. Independent of the order of arrival. */
export function betterPosition(a: Position, b: Position): Position {
  const difference = positionSources.indexOf(a.source) - positionSources.indexOf(b.source)
  if (difference !== 0) return difference > 0 ? a : b
  return a.at <= b.at ? a : b
}

/**
 * The tiebreak among messages of one second. The length comes first, so that numeric ids sort as numbers. Ids are text
 * of any length.
 */
export function tieOf(idMessage: string): string {
  return `${String(Math.min(idMessage.length, 999)).padStart(3, '0')}${idMessage}`
}

/** A time that the service wrote as text: UNIX seconds or a date. Epoch ms; null for what is neither. */
export function readTime(text: string): number | null {
  const trimmed = text.trim()
  if (/^\d{1,17}$/.test(trimmed)) return serviceTime(Number(trimmed))
  const at = Date.parse(trimmed)
  return Number.isFinite(at) ? at : null
}

const firstSecond = 946_684_800 // 2000
const lastSecond = 7_258_118_400 // 2200

/** Service seconds as epoch ms; null for what can't be a time (missing, 0, far away). Milliseconds are recognised. */
export function serviceTime(seconds: number | undefined): number | null {
  if (seconds === undefined || !Number.isFinite(seconds)) return null
  if (seconds >= firstSecond && seconds <= lastSecond) return Math.round(seconds * 1000)
  if (seconds >= firstSecond * 1000 && seconds <= lastSecond * 1000) return Math.round(seconds)
  return null
}
