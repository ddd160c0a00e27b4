import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextInLane, type LaneRow } from './lane.ts'

const now = 1_000_000_000
const row = (message: number, state: LaneRow['state'], rest: Partial<LaneRow> = {}): LaneRow => ({
  message,
  state,
  parked: false,
  nextTryAt: 0,
  answeredAt: null,
  ...rest,
})

describe('nextInLane', () => {
  it.each<[string, readonly LaneRow[], ReturnType<typeof nextInLane>]>([
    ['an empty lane rests', [], { kind: 'idle' }],
    ['the first queued one goes', [row(1, 'queued'), row(2, 'queued')], { kind: 'send', message: 1 }],
    ['nothing overtakes one on its way', [row(1, 'sending'), row(2, 'queued')], { kind: 'idle' }],
    [
      'nothing overtakes one that has to wait',
      [row(1, 'queued', { nextTryAt: now + 500 }), row(2, 'queued')],
      { kind: 'wait', at: now + 500 },
    ],
    [
      'an uncertain one holds the lane',
      [row(1, 'uncertain', { answeredAt: now - 59_000 }), row(2, 'queued')],
      { kind: 'wait', at: now + 1000 },
    ],
    [
      'for at most a minute',
      [row(1, 'uncertain', { answeredAt: now - 60_000 }), row(2, 'queued')],
      { kind: 'send', message: 2 },
    ],
    [
      'and no longer when the clock was set back by a day since',
      [row(1, 'uncertain', { answeredAt: now + 86_400_000 }), row(2, 'queued')],
      { kind: 'send', message: 2 },
    ],
    [
      'one that was told to wait goes when the clock was set back by a day since',
      [row(1, 'queued', { nextTryAt: now + 86_400_000 })],
      { kind: 'send', message: 1 },
    ],
    [
      'one that waits for the person is passed over',
      [row(1, 'queued', { parked: true }), row(2, 'queued')],
      { kind: 'send', message: 2 },
    ],
    [
      'a file waits with its message',
      [row(1, 'queued', { waitsForUpload: true, nextTryAt: now + 500 }), row(2, 'queued')],
      { kind: 'wait', at: now + 500 },
    ],
    ['and comes to the service first', [row(1, 'queued', { waitsForUpload: true })], { kind: 'upload' }],
    ['only such ones: rest', [row(1, 'queued', { parked: true })], { kind: 'idle' }],
    ['only uncertain ones: rest', [row(1, 'uncertain', { answeredAt: now })], { kind: 'idle' }],
  ])('%s', (_, rows, decision) => {
    expect(nextInLane(rows, now)).toEqual(decision)
  })

  it('never has two of one chat on their way, and never sends one before an earlier one that still waits', () => {
    const rows = fc.array(
      fc.record({
        state: fc.constantFrom<LaneRow['state']>('queued', 'sending', 'uncertain'),
        parked: fc.boolean(),
        nextTryAt: fc.integer({ min: now - 1000, max: now + 1000 }),
        answeredAt: fc.option(fc.integer({ min: now - 100_000, max: now + 100_000 })),
      }),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(rows, (list) => {
        const lane = list.map((rest, index) => ({ message: index + 1, ...rest }))
        const decision = nextInLane(lane, now)
        const waitMs = decision.kind === 'wait' ? decision.at - now : 1
        expect(waitMs > 0 && waitMs <= 60_000).toBe(true)
        if (decision.kind !== 'send') return
        const before = lane.slice(0, decision.message - 1)
        expect(before.filter((other) => other.state === 'sending')).toEqual([])
        expect(before.filter((other) => other.state === 'queued' && !other.parked)).toEqual([])
        expect(lane[decision.message - 1]?.state).toBe('queued')
      }),
    )
  })
})
