/**
 * What the receive loop knows of the head of its queue, by the answers that named a receipt. Empty waits and failed
 * calls change nothing of it.
 */
export interface QueueHead {
  /** The last answer that was taken as a notification; null before the first. */
  readonly last: {
    readonly raw: string
    readonly receiptId: string
    /** Answers in a row with this body, after the first. */
    readonly repeats: number
  } | null
  /** Answers in a row that were no JSON. */
  readonly garbled: number
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

/** Non-JSON answers in a row after which the body counts as broken in the queue, not in transit. */
const garbledTries = 3

/** Repeats of the same head in a row after which the loop pauses, whatever the answers to its deletes. */
const repeatsWithoutRest = 2

export const unknownHead: QueueHead = { last: null, garbled: 0 }

export function judgeHead(
  { last, garbled }: QueueHead,
  { raw, receiptId, isJson }: HeadAnswer,
): { readonly head: QueueHead; readonly verdict: HeadVerdict } {
  if (!isJson && garbled + 1 < garbledTries) return { head: { last, garbled: garbled + 1 }, verdict: 'cut' }
  const taken = (repeats: number): QueueHead => ({ last: { raw, receiptId, repeats }, garbled: 0 })
  if (last === null || raw !== last.raw) return { head: taken(0), verdict: 'another' }
  return { head: taken(last.repeats + 1), verdict: receiptId === last.receiptId ? 'repeated' : 'redelivered' }
}

/** Whether the next receive may be pipelined: a head that came again shows that deletes have no effect. */
export const isMovingOn = ({ last }: QueueHead): boolean => (last?.repeats ?? 0) === 0

/** How many times in a row the loop has to pause for this head; 0: not at all. */
export const restsDue = ({ last }: QueueHead): number => Math.max(0, (last?.repeats ?? 0) - repeatsWithoutRest + 1)
