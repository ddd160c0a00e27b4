import type { ChatKey } from '../../../contract/ids.ts'

/** The position in a round through waiting chats: a chat, and since when it waited when it was visited (epoch ms). */
export interface RoundPlace {
  readonly chat: ChatKey
  /** Null: not visited by the round. */
  readonly at: number | null
}

/** How many steps lead back. */
const longest = 500

let place: RoundPlace | null = null
let trail: readonly RoundPlace[] = []

/**
 * The place from which the round goes on. A chat that was answered waits no longer, but the round goes on behind it, so
 * that those who were passed over are not visited again before the others.
 */
export const placeOf = (chat: ChatKey | null): RoundPlace | null =>
  chat === null ? null : place?.chat === chat ? place : { chat, at: null }

/** Remembers a step of the round, and where it came from. */
export function stepTo(from: ChatKey | null, to: RoundPlace): void {
  const before = placeOf(from)
  if (before !== null) trail = [...trail, before].slice(-longest)
  place = to
}

/** Where the last step came from, once; null when none is left. */
export function stepBack(): RoundPlace | null {
  place = trail.at(-1) ?? place
  const back = trail.length === 0 ? null : place
  trail = trail.slice(0, -1)
  return back
}
