/** How long the suspicion lasts without a new sign, ms. */
const quietMs = 10 * 60_000

/**
 * Finds out that another program reads the same queue: a delete is answered "already gone" although no try of ours can
 * have removed it (architecture 5). Times are epoch ms.
 */
export interface OtherReader {
  /** True when the suspicion is new. */
  foundGone(now: number): boolean
  /** A delete of ours removed something. True when the suspicion is over. */
  deleted(now: number): boolean
  suspected(): boolean
}

export function createOtherReader(): OtherReader {
  let lastGoneAt: number | null = null
  return {
    foundGone(now) {
      const isNew = lastGoneAt === null
      lastGoneAt = now
      return isNew
    },
    deleted(now) {
      if (lastGoneAt === null || now - lastGoneAt < quietMs) return false
      lastGoneAt = null
      return true
    },
    suspected: () => lastGoneAt !== null,
  }
}
