/**
 * While other calls arrive closer together than this, ms, deferred calls wait until none arrived for so long: a queue
 * is being drained, and the next notification would wait for them.
 */
const closeTogetherMs = 6

/** Deferred calls run after this time even while other calls keep arriving, ms. */
const deferredLimitMs = 50

/** When calls arrived at the writer, ms of a monotonic clock. Urgent and ordinary calls are the front. */
export interface Arrivals {
  /** When front calls last arrived, and the gap before them, without the time spent on deferred calls. */
  readonly frontAt: number
  readonly frontGap: number
  /** Since when the first deferred call waits, or when one last ran. */
  readonly deferredSince: number
}

export const noArrivals: Arrivals = { frontAt: -Infinity, frontGap: Infinity, deferredSince: 0 }

export const frontArrived = (arrivals: Arrivals, now: number): Arrivals => ({
  ...arrivals,
  frontAt: now,
  frontGap: now - arrivals.frontAt,
})

/** The first deferred call arrived. */
export const deferredArrived = (arrivals: Arrivals, now: number): Arrivals => ({ ...arrivals, deferredSince: now })

/** A deferred call ran. Its time does not count as a gap between front calls. */
export const deferredRan = (arrivals: Arrivals, from: number, to: number): Arrivals => ({
  ...arrivals,
  deferredSince: to,
  frontAt: arrivals.frontAt + (to - from),
})

/** Calls that wait for a commit. */
export interface WaitingCalls {
  readonly front: number
  readonly deferred: number
  /** No call arrives any more. */
  readonly isClosing: boolean
}

/** Which calls the next commit contains. `later`: deferred ones wait, and are asked for again soon. */
export function nextGroup(
  { front, deferred, isClosing }: WaitingCalls,
  { frontAt, frontGap, deferredSince }: Arrivals,
  now: number,
): 'none' | 'front' | 'deferred' | 'later' {
  if (deferred === 0) return front === 0 ? 'none' : 'front'
  if (now - deferredSince > deferredLimitMs) return 'deferred'
  if (front > 0) return 'front'
  const isAnotherExpected = !isClosing && frontGap < closeTogetherMs && now - frontAt < closeTogetherMs
  return isAnotherExpected ? 'later' : 'deferred'
}
