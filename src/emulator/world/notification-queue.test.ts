import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClock } from '../clock.ts'
import { NotificationQueue, notificationRetentionMs } from './notification-queue.ts'

type Step =
  | { readonly kind: 'push' }
  | { readonly kind: 'take' }
  | { readonly kind: 'redeliver' }
  | { readonly kind: 'delete'; readonly receiptId: number }
  | { readonly kind: 'advance'; readonly ms: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Step>({ kind: 'push' }) },
  { weight: 4, arbitrary: fc.constant<Step>({ kind: 'take' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'redeliver' }) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 40 }).map((receiptId): Step => ({ kind: 'delete', receiptId })) },
  {
    weight: 2,
    arbitrary: fc
      .oneof(
        fc.integer({ min: 0, max: 1000 }),
        fc.constantFrom(notificationRetentionMs - 1, notificationRetentionMs, 2 * notificationRetentionMs),
      )
      .map((ms): Step => ({ kind: 'advance', ms })),
  },
)

test('any sequence of actions keeps first in first out, 24 hours, and removes exactly once', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const clock = createClock({ mode: 'manual', startAt: 0 })
      const deleted: number[] = []
      const expired: number[] = []
      const queue = new NotificationQueue(clock, {
        queued: () => undefined,
        deleted: (receiptId) => deleted.push(receiptId),
        expired: (receiptId) => expired.push(receiptId),
      })
      /** What should be in the queue, oldest first: the plainest possible model. */
      let model: { receiptId: number; readonly body: number; readonly at: number }[] = []
      const results: unknown[] = []
      const wanted: unknown[] = []
      let pushed = 0
      let receipts = 0
      for (const action of steps) {
        model = model.filter((entry) => entry.at > clock.now() - notificationRetentionMs)
        switch (action.kind) {
          case 'push':
            pushed += 1
            receipts += 1
            queue.push(pushed)
            model.push({ receiptId: receipts, body: pushed, at: clock.now() })
            break
          case 'take': {
            const head = queue.head()
            results.push([head?.body, head && queue.delete(head.receiptId), head && queue.delete(head.receiptId)])
            const expected = model.shift()
            wanted.push(expected ? [expected.body, 'deleted', 'unknown'] : [undefined, undefined, undefined])
            break
          }
          case 'redeliver': {
            const [head] = model
            queue.redeliverHead()
            if (head) {
              receipts += 1
              head.receiptId = receipts
            }
            break
          }
          case 'delete': {
            const known = model.some((entry) => entry.receiptId === action.receiptId)
            results.push(queue.delete(action.receiptId))
            wanted.push(known ? 'deleted' : 'unknown')
            model = model.filter((entry) => entry.receiptId !== action.receiptId)
            break
          }
          case 'advance':
            clock.advance(action.ms)
            model = model.filter((entry) => entry.at > clock.now() - notificationRetentionMs)
            break
        }
        expect(results).toEqual(wanted)
        expect(queue.list().map(({ receiptId, body, at }) => ({ receiptId, body, at }))).toEqual(model)
      }
      expect(new Set([...deleted, ...expired]).size).toBe(deleted.length + expired.length)
      expect(deleted.length + expired.length + queue.size).toBe(pushed)
    }),
    { numRuns: 300 },
  )
})

test('a long queue drains as fast from its end as from its start', () => {
  const clock = createClock({ mode: 'manual', startAt: 0 })
  const queue = new NotificationQueue(clock, {
    queued: () => undefined,
    deleted: () => undefined,
    expired: () => undefined,
  })
  for (let index = 0; index < 50_000; index += 1) queue.push(index)
  for (let index = 0; index < 50_000; index += 1) {
    const head = queue.head()
    expect(head?.body).toBe(index)
    if (head) queue.delete(head.receiptId)
  }
  expect(queue.size).toBe(0)
})
