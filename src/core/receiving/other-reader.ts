/** The suspicion ends without a new sign after, ms. */
const quietMs = 10 * 60_000

/**
 * Detects another program on the same queue: a delete is answered "already gone" although no attempt of ours can have
 * removed the notification (architecture 5). A redelivery gets a new receipt and invalidates the old one (service
 * 10.4), so the next notification decides. Times are monotonic, ms.
 */
export interface OtherReader {
  foundGone(now: number): void
  /** The same body arrived under another receipt: it was a redelivery. */
  cameAgain(): void
  /** Another notification, or none, followed. True if the suspicion is new. */
  wentOn(): boolean
  /** A delete succeeded. True if this ends the suspicion. */
  deleted(now: number): boolean
  /** Also while what comes next is not known. */
  suspected(): boolean
}

export function createOtherReader(): OtherReader {
  let lastGoneAt: number | null = null
  let doubtAt: number | null = null
  return {
    foundGone(now) {
      doubtAt = now
    },
    cameAgain() {
      doubtAt = null
    },
    wentOn() {
      if (doubtAt === null) return false
      const isNew = lastGoneAt === null
      lastGoneAt = doubtAt
      doubtAt = null
      return isNew
    },
    deleted(now) {
      if (lastGoneAt === null || now - lastGoneAt < quietMs) return false
      lastGoneAt = null
      return true
    },
    suspected: () => lastGoneAt !== null || doubtAt !== null,
  }
}
