import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClock } from '../clock.ts'
import { OutgoingQueue, outgoingRetentionMs } from './outgoing-queue.ts'

type Step =
  | { readonly kind: 'send' }
  | { readonly kind: 'authorize'; readonly on: boolean }
  | { readonly kind: 'advance'; readonly ms: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Step>({ kind: 'send' }) },
  { weight: 2, arbitrary: fc.boolean().map((on): Step => ({ kind: 'authorize', on })) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 5000 }).map((ms): Step => ({ kind: 'advance', ms })) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 0, max: 2 * outgoingRetentionMs }).map((ms): Step => ({ kind: 'advance', ms })),
  },
)

test('messages leave in order, paced, only while authorized, each once or never after 24 hours', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 0, max: 2000 }), (steps, intervalMs) => {
      const clock = createClock({ mode: 'manual', startAt: 0 })
      const left: { readonly job: { readonly index: number; readonly at: number }; readonly at: number }[] = []
      const expired: number[] = []
      let authorized = true
      const queue = new OutgoingQueue<{ readonly index: number; readonly at: number }>({
        clock,
        intervalMs: () => intervalMs,
        typingMs: () => 0,
        mayLeave: () => authorized,
        leave: (job) => {
          expect(authorized).toBe(true)
          left.push({ job, at: clock.now() })
        },
        expire: (job) => expired.push(job.index),
      })
      let sent = 0
      for (const action of steps) {
        if (action.kind === 'send') {
          queue.push({ index: sent, at: clock.now() })
          sent += 1
        } else if (action.kind === 'advance') clock.advance(action.ms)
        else {
          authorized = action.on
          queue.run()
        }
      }
      const order = left.map(({ job }) => job.index)
      expect(order).toEqual([...order].sort((a, b) => a - b))
      expect(Math.max(0, ...left.map(({ job, at }) => at - job.at))).toBeLessThanOrEqual(outgoingRetentionMs)
      const pauses = left.slice(1).map(({ at }, index) => at - (left[index]?.at ?? -Infinity))
      expect(Math.min(intervalMs, ...pauses)).toBe(intervalMs)
      expect(new Set([...order, ...expired]).size).toBe(order.length + expired.length)
      expect(order.length + expired.length + queue.list().length).toBe(sent)
    }),
    { numRuns: 300 },
  )
})
