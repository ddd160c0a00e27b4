import { describe, expect, it } from 'vitest'
import { isMovingOn, judgeHead, restsDue, unknownHead, type HeadAnswer, type QueueHead } from './queue-head.ts'

const now = 1_000_000
const minute = 60_000
/** Answers that were no JSON: the last of them, with its bytes, came first so many ms ago. */
const garbledFor = (rawMs: number, times: number, raw = 'A', ms = rawMs): QueueHead['garbled'] => ({
  ...{ raw, times, rawSince: now - rawMs, since: now - ms },
})
const seen = (repeats: number, garbled: QueueHead['garbled'] = null, sameReceipt = repeats): QueueHead => ({
  last: { raw: 'A', receiptId: '1', repeats, sameReceipt },
  garbled,
})
const states = {
  unknown: unknownHead,
  'garbled first': { last: null, garbled: garbledFor(1000, 1) },
  seen: seen(0),
  'seen again': seen(1),
  'seen, then garbled often within minutes': seen(0, garbledFor(2 * minute, 9)),
  'seen, then garbled twice over minutes': seen(0, garbledFor(5 * minute, 1)),
  'seen again, then garbled alike for minutes': seen(1, garbledFor(3 * minute, 2)),
  'seen, then garbled differently for minutes': seen(0, garbledFor(minute, 1, 'A half', 5 * minute)),
  'seen, then garbled differently for long': seen(0, garbledFor(minute, 1, 'A half', 15 * minute)),
} as const satisfies Record<string, QueueHead>

const answers = {
  another: { raw: 'B', receiptId: '2', isJson: true },
  repeated: { raw: 'A', receiptId: '1', isJson: true },
  redelivered: { raw: 'A', receiptId: '2', isJson: true },
  garbled: { raw: 'A', receiptId: '1', isJson: false },
} as const satisfies Record<string, HeadAnswer>

const taken = (raw: string, receiptId: string, repeats: number): QueueHead => ({
  // Each state knows the receipt 1: under another one the count of it begins again.
  last: { raw, receiptId, repeats, sameReceipt: receiptId === '1' ? repeats : 0 },
  garbled: null,
})

type Row = readonly [keyof typeof states, keyof typeof answers, ReturnType<typeof judgeHead>['verdict'], QueueHead]

/** Each state with each answer: what it is taken as, and what is known then. */
const table: readonly Row[] = [
  ['unknown', 'another', 'another', taken('B', '2', 0)],
  ['unknown', 'repeated', 'another', taken('A', '1', 0)],
  ['unknown', 'redelivered', 'another', taken('A', '2', 0)],
  ['unknown', 'garbled', 'cut', { last: null, garbled: garbledFor(0, 1) }],
  ['garbled first', 'another', 'another', taken('B', '2', 0)],
  ['garbled first', 'repeated', 'another', taken('A', '1', 0)],
  ['garbled first', 'redelivered', 'another', taken('A', '2', 0)],
  ['garbled first', 'garbled', 'cut', { last: null, garbled: garbledFor(1000, 2) }],
  ['seen', 'another', 'another', taken('B', '2', 0)],
  ['seen', 'repeated', 'repeated', taken('A', '1', 1)],
  ['seen', 'redelivered', 'redelivered', taken('A', '2', 1)],
  ['seen', 'garbled', 'cut', seen(0, garbledFor(0, 1))],
  ['seen again', 'another', 'another', taken('B', '2', 0)],
  ['seen again', 'repeated', 'repeated', taken('A', '1', 2)],
  ['seen again', 'redelivered', 'redelivered', taken('A', '2', 2)],
  ['seen again', 'garbled', 'cut', seen(1, garbledFor(0, 1))],
  ['seen, then garbled often within minutes', 'another', 'another', taken('B', '2', 0)],
  ['seen, then garbled often within minutes', 'repeated', 'repeated', taken('A', '1', 1)],
  ['seen, then garbled often within minutes', 'redelivered', 'redelivered', taken('A', '2', 1)],
  ['seen, then garbled often within minutes', 'garbled', 'cut', seen(0, garbledFor(2 * minute, 10))],
  ['seen, then garbled twice over minutes', 'another', 'another', taken('B', '2', 0)],
  ['seen, then garbled twice over minutes', 'repeated', 'repeated', taken('A', '1', 1)],
  ['seen, then garbled twice over minutes', 'redelivered', 'redelivered', taken('A', '2', 1)],
  ['seen, then garbled twice over minutes', 'garbled', 'cut', seen(0, garbledFor(5 * minute, 2))],
  ['seen again, then garbled alike for minutes', 'another', 'another', taken('B', '2', 0)],
  ['seen again, then garbled alike for minutes', 'repeated', 'repeated', taken('A', '1', 2)],
  ['seen again, then garbled alike for minutes', 'redelivered', 'redelivered', taken('A', '2', 2)],
  // Broken in the queue, and stored as it is.
  ['seen again, then garbled alike for minutes', 'garbled', 'repeated', taken('A', '1', 2)],
  ['seen, then garbled differently for minutes', 'another', 'another', taken('B', '2', 0)],
  ['seen, then garbled differently for minutes', 'repeated', 'repeated', taken('A', '1', 1)],
  ['seen, then garbled differently for minutes', 'redelivered', 'redelivered', taken('A', '2', 1)],
  ['seen, then garbled differently for minutes', 'garbled', 'cut', seen(0, garbledFor(0, 1, 'A', 5 * minute))],
  ['seen, then garbled differently for long', 'another', 'another', taken('B', '2', 0)],
  ['seen, then garbled differently for long', 'repeated', 'repeated', taken('A', '1', 1)],
  ['seen, then garbled differently for long', 'redelivered', 'redelivered', taken('A', '2', 1)],
  // Broken in the queue, and stored as it is.
  ['seen, then garbled differently for long', 'garbled', 'repeated', taken('A', '1', 1)],
]

describe('the head of a queue', () => {
  it('has a row for each state with each answer', () => {
    expect(new Set(table.map(([state, answer]) => `${state} ${answer}`)).size).toBe(
      Object.keys(states).length * Object.keys(answers).length,
    )
  })

  it.each(table)('%s, then %s: %s', (state, answer, verdict, head) => {
    expect(judgeHead(states[state], answers[answer], now)).toEqual({ verdict, head })
  })

  it.each([
    [unknownHead, true, 0],
    [seen(0), true, 0],
    [seen(1), false, 0],
    [seen(2), false, 1],
    [seen(5), false, 4],
    // Equal notifications under receipts of their own do not wait, a queue that only gives new receipts does.
    [seen(5, null, 0), false, 0],
    [seen(99, null, 0), false, 0],
    [seen(101, null, 0), false, 2],
    [seen(5, null, 2), false, 1],
  ])('pauses longer each time the same head comes again (%#)', (head, movesOn, rests) => {
    expect(isMovingOn(head)).toBe(movesOn)
    expect(restsDue(head)).toBe(rests)
  })
})
