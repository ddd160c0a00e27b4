/** How long the suspicion lasts without a new sign, ms. */
const quietMs = 10 * 60_000

/**
 * Finds out that another program reads the same queue: a delete is answered "already gone" although no try of ours can
 * have removed it (architecture 5). A service that delivers a notification again gives it a new receipt and forgets the
 * old one (service 10.4), so what comes next decides. Times are epoch ms.
 */
export interface OtherReader {
  foundGone(now: number): void
  /** The same body came again under another receipt: nobody took it. */
  cameAgain(): void
  /** Something else came after what was gone, or nothing. True when the suspicion is new. */
  wentOn(): boolean
  /** A delete of ours removed something. True when the suspicion is over. */
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
