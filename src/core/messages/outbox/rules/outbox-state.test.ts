import { expect, test } from 'vitest'
import { isRetriable } from './outbox-state.ts'

test.each([
  // It has not left.
  ['queued', true, null, true],
  ['queued', false, null, false],
  ['sending', true, null, false],
  // The service said that it did not go.
  ['failed', false, 'failed', true],
  ['accepted', false, 'failed', true],
  ['accepted', false, 'read', false],
  ['failed', false, 'read', false],
  // It waited at the service for too long, unless that sent it after all.
  ['expired', false, 'expired', true],
  ['expired', false, 'delivered', false],
  // Nobody knows.
  ['uncertain', false, 'uncertain', false],
  ['uncertain', true, 'failed', false],
  ['dismissed', false, 'uncertain', false],
  [null, false, 'failed', false],
] as const)('a message that is %s, parked %s and shown as %s may be retried without a warning: %s', (...row) => {
  const [state, parked, status, expected] = row
  expect(isRetriable({ state, parked, status })).toBe(expected)
})
