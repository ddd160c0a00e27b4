import { expect, test } from 'vitest'
import type { ConnectionKind } from '../../../../contract/instances.ts'
import { knownCode } from './check-codes.ts'

/** What the queue's step of the self-check may say while our own loop reads it (core/accounts/self-check.ts). */
const notLive: Readonly<Record<Exclude<ConnectionKind, 'live' | 'sendOnly'>, true>> = {
  connecting: true,
  paused: true,
  tokenMissing: true,
  wrongToken: true,
  wrongInstance: true,
  notAuthorized: true,
  starting: true,
  suspended: true,
  restricted: true,
  blocked: true,
  webhookSet: true,
  notificationsOff: true,
  sharedQueue: true,
  unreachable: true,
  rateLimited: true,
  quotaExceeded: true,
  serviceTrouble: true,
  storeTrouble: true,
}

test.for(Object.keys(notLive))('the self-check says what %s means', (kind) => {
  expect(knownCode(kind)).toBe(`instances.code.${kind}`)
})

test('the service’s own words stand alone for what has no sentence', () => {
  expect(knownCode('somethingNew')).toBeUndefined()
  expect(knownCode(undefined)).toBeUndefined()
})
