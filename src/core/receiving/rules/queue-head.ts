/**
 * The head of a queue as its receive loop knows it from the answers with a receipt. Empty waits and failed calls do not
 * change it.
 */
export interface QueueHead {
  /** The last answer that was taken as a notification; null before the first. */
  readonly last: {
    readonly raw: string
    readonly receiptId: string
    /** Answers in a row with this body, after the first. */
    readonly repeats: number
    /** Those of them in a row under this receipt: its delete had no effect. */
    readonly sameReceipt: number
  } | null
  /** The answers in a row that were no JSON, up to the last one; null: the last one was JSON. */
  readonly garbled: {
    readonly raw: string
    /** Answers in a row with this body. */
    readonly times: number
    /** Monotonic ms of the first answer with this body. */
    readonly rawSince: number
    /** Monotonic ms of the first of them all. */
    readonly since: number
  } | null
}

export interface HeadAnswer {
  readonly raw: string
  readonly receiptId: string
  /** False: perhaps the answer was truncated on its way. */
  readonly isJson: boolean
}

/**
 * `cut`: to be received again, and not to be stored. `another`: a notification other than the last one. `repeated`: the
 * last one under its receipt. `redelivered`: the last one under another receipt.
 */
type HeadVerdict = 'cut' | 'another' | 'repeated' | 'redelivered'

/**
 * A body that is no JSON may have been cut in transit, and what is stored of it is deleted in the queue. It counts as
 * broken in the queue when the same bytes came so many times over so many ms, or no JSON came for so many ms. The queue
 * retains a notification for 24 hours, so waiting costs time alone.
 */
const brokenAfter = { times: 3, sameMs: 3 * 60_000, anyMs: 15 * 60_000 } as const

/** Repeats of the same head in a row after which the loop pauses, whatever the answers to its deletes. */
const repeatsWithoutRest = 2

/**
 * The same under receipts of their own: equal notifications come one after another where the service tells of one thing
 * many times. More in a row are a queue that gives its head new receipts and does not shrink.
 */
const receiptsWithoutRest = 100

export const unknownHead: QueueHead = { last: null, garbled: null }

export function judgeHead(
  { last, garbled }: QueueHead,
  { raw, receiptId, isJson }: HeadAnswer,
  /** Monotonic ms. */
  now: number,
): { readonly head: QueueHead; readonly verdict: HeadVerdict } {
  if (!isJson) {
    const next =
      garbled?.raw === raw
        ? { ...garbled, times: garbled.times + 1 }
        : { raw, times: 1, rawSince: now, since: garbled?.since ?? now }
    const isBroken =
      (next.times >= brokenAfter.times && now - next.rawSince >= brokenAfter.sameMs) ||
      now - next.since >= brokenAfter.anyMs
    if (!isBroken) return { head: { last, garbled: next }, verdict: 'cut' }
  }
  const taken = (repeats: number, sameReceipt: number): QueueHead => ({
    last: { raw, receiptId, repeats, sameReceipt },
    garbled: null,
  })
  if (last === null || raw !== last.raw) return { head: taken(0, 0), verdict: 'another' }
  const repeats = last.repeats + 1
  return receiptId === last.receiptId
    ? { head: taken(repeats, last.sameReceipt + 1), verdict: 'repeated' }
    : { head: taken(repeats, 0), verdict: 'redelivered' }
}

/** Whether the next receive may be pipelined: a head that came again shows that deletes have no effect. */
export const isMovingOn = ({ last }: QueueHead): boolean => (last?.repeats ?? 0) === 0

/** How many times in a row the loop has to pause for this head; 0: not at all. */
export const restsDue = ({ last }: QueueHead): number =>
  last === null ? 0 : Math.max(0, last.sameReceipt - repeatsWithoutRest + 1, last.repeats - receiptsWithoutRest + 1)
