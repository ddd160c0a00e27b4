import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ApiError } from '../answers/api-error.ts'
import { operations } from '../operations.ts'
import { defaultRetryPolicy, isTransient, retryDelay } from './retry.ts'

const answered = { operation: 'getAvatar', status: 500, text: '' } as const
const server: ApiError = { ...answered, kind: 'server' }

test.each<[ApiError, boolean]>([
  [server, true],
  [{ ...answered, kind: 'gateway' }, true],
  [{ ...answered, kind: 'rateLimited' }, true],
  [{ ...answered, kind: 'serviceTimeout' }, true],
  [{ operation: 'getAvatar', kind: 'network', reason: 'reset', mayHaveLeft: true }, true],
  [{ operation: 'getAvatar', kind: 'network', reason: 'dns', mayHaveLeft: false }, true],
  [{ operation: 'getAvatar', kind: 'network', reason: 'tls', mayHaveLeft: false }, false],
  [{ operation: 'getAvatar', kind: 'network', reason: 'aborted', mayHaveLeft: true }, false],
  [{ operation: 'getAvatar', kind: 'network', reason: 'tooLarge', mayHaveLeft: true }, false],
  [{ ...answered, kind: 'wrongToken' }, false],
  [{ ...answered, kind: 'quota' }, false],
  [{ ...answered, kind: 'validation' }, false],
  [{ operation: 'getAvatar', kind: 'aborted' }, false],
])('%j is worth a repeat: %s', (error, expected) => {
  expect(isTransient(error)).toBe(expected)
})

test('a send is never repeated, whatever the policy says', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 100 }), (attempt, retries) => {
      const policy = { ...defaultRetryPolicy, retries }
      expect(retryDelay(operations.sendMessage, server, attempt, policy, () => 0)).toBeUndefined()
    }),
  )
})

test('pauses grow within their bounds and end with the attempts', () => {
  const delays = (random: number): (number | undefined)[] =>
    [1, 2, 3].map((attempt) => retryDelay(operations.getAvatar, server, attempt, defaultRetryPolicy, () => random))
  expect(delays(0)).toEqual([250, 500, undefined])
  expect(delays(1)).toEqual([500, 1000, undefined])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const policy = { retries: 100, baseMs: 500, capMs: 30_000 }
      const delay = retryDelay(operations.getAvatar, server, attempt, policy, () => random)
      expect(delay).toBeGreaterThanOrEqual(250)
      expect(delay).toBeLessThanOrEqual(30_000)
    }),
  )
})

test('the service is given the time it asked for', () => {
  const error: ApiError = { ...answered, kind: 'rateLimited', retryAfterMs: 7000 }
  expect(retryDelay(operations.getAvatar, error, 1, defaultRetryPolicy, () => 0)).toBe(7000)
  const long = { ...error, retryAfterMs: 10 * defaultRetryPolicy.capMs }
  expect(retryDelay(operations.getAvatar, long, 1, defaultRetryPolicy, () => 0)).toBe(10 * defaultRetryPolicy.capMs)
})
