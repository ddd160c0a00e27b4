/** How long messages are gathered before they are announced, ms. */
const gatherMs = 600
/** More announcements a minute than this keep a screen reader from everything else. */
const mostAMinute = 4

/**
 * How long what came is gathered, ms. `announcedAt`: when the announcements before were made, by the clock of `now`,
 * the newest last.
 */
export const announcePauseMs = (announcedAt: readonly number[], now: number): number =>
  Math.max(gatherMs, (announcedAt.at(-mostAMinute) ?? -Infinity) + 60_000 - now)
