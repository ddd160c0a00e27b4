import { describe, expect, it } from 'vitest'
import { isMovingOn, judgeHead, restsDue, unknownHead } from './queue-head.ts'
import type { HeadAnswer, QueueHead } from './queue-head.ts'

const seen = (repeats: number, garbled = 0): QueueHead => ({ last: { raw: 'A', receiptId: '1', repeats }, garbled })
const states = {
  unknown: unknownHead,
  'garbled first': { last: null, garbled: 1 },
  seen: seen(0),
  'seen again': seen(1),
  'seen, then garbled': seen(0, 1),
  'seen again, then garbled twice': seen(1, 2),
} as const satisfies Record<string, QueueHead>

const answers = {
  another: { raw: 'B', receiptId: '2', isJson: true },
  repeated: { raw: 'A', receiptId: '1', isJson: true },
  redelivered: { raw: 'A', receiptId: '2', isJson: true },
  garbled: { raw: 'A', receiptId: '1', isJson: false },
} as const satisfies Record<string, HeadAnswer>

const taken = (raw: string, receiptId: string, repeats: number): QueueHead => ({
  last: { raw, receiptId, repeats },
  garbled: 0,
})

type Row = readonly [keyof typeof states, keyof typeof answers, ReturnType<typeof judgeHead>['verdict'], QueueHead]

/** Each state with each answer: what it is taken as, and what is known then. */
const table: readonly Row[] = [
  ['unknown', 'another', 'another', taken('B', '2', 0)],
  ['unknown', 'repeated', 'another', taken('A', '1', 0)],
  ['unknown', 'redelivered', 'another', taken('A', '2', 0)],
  ['unknown', 'garbled', 'cut', { last: null, garbled: 1 }],
  ['garbled first', 'another', 'another', taken('B', '2', 0)],
  ['garbled first', 'repeated', 'another', taken('A', '1', 0)],
  ['garbled first', 'redelivered', 'another', taken('A', '2', 0)],
  ['garbled first', 'garbled', 'cut', { last: null, garbled: 2 }],
  ['seen', 'another', 'another', taken('B', '2', 0)],
  ['seen', 'repeated', 'repeated', taken('A', '1', 1)],
  ['seen', 'redelivered', 'redelivered', taken('A', '2', 1)],
  ['seen', 'garbled', 'cut', seen(0, 1)],
  ['seen again', 'another', 'another', taken('B', '2', 0)],
  ['seen again', 'repeated', 'repeated', taken('A', '1', 2)],
  ['seen again', 'redelivered', 'redelivered', taken('A', '2', 2)],
  ['seen again', 'garbled', 'cut', seen(1, 1)],
  ['seen, then garbled', 'another', 'another', taken('B', '2', 0)],
  ['seen, then garbled', 'repeated', 'repeated', taken('A', '1', 1)],
  ['seen, then garbled', 'redelivered', 'redelivered', taken('A', '2', 1)],
  ['seen, then garbled', 'garbled', 'cut', seen(0, 2)],
  ['seen again, then garbled twice', 'another', 'another', taken('B', '2', 0)],
  ['seen again, then garbled twice', 'repeated', 'repeated', taken('A', '1', 2)],
  ['seen again, then garbled twice', 'redelivered', 'redelivered', taken('A', '2', 2)],
  // The third in a row is broken in the queue, and is stored as it is.
  ['seen again, then garbled twice', 'garbled', 'repeated', taken('A', '1', 2)],
]

describe('the head of a queue', () => {
  it('has a row for each state with each answer', () => {
    expect(new Set(table.map(([state, answer]) => `${state} ${answer}`)).size).toBe(
      Object.keys(states).length * Object.keys(answers).length,
    )
  })

  it.each(table)('%s, then %s: %s', (state, answer, verdict, head) => {
    expect(judgeHead(states[state], answers[answer])).toEqual({ verdict, head })
  })

  it.each([
    [unknownHead, true, 0],
    [seen(0), true, 0],
    [seen(1), false, 0],
    [seen(2), false, 1],
    [seen(5), false, 4],
  ])('pauses longer each time the same head comes again (%#)', (head, movesOn, rests) => {
    expect(isMovingOn(head)).toBe(movesOn)
    expect(restsDue(head)).toBe(rests)
  })
})
