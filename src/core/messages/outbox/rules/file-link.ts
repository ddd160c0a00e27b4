/** The service keeps a file for this time at most, ms (service 11.3.2). */
export const longestLinkMs = 15 * 86_400_000

/**
 * Whether the service still has the file behind a link. A link that says it is good for longer than any is was written
 * while the clock was ahead, and nobody knows until when it is good. Times are epoch ms.
 */
export const isLinkGood = (until: number, now: number): boolean => until > now && until <= now + longestLinkMs
