import { expect, test } from 'vitest'
import type { ConnectionKind } from '../../../../contract/instances.ts'
import { createTranslations } from '../../../lib/translations.ts'
import { en } from '../messages.en.ts'
import { sentenceOf } from './check-text.ts'

const { translate } = createTranslations('en', en)
const sentence = (code: string | undefined) => sentenceOf(translate, code, { host: '', typeInstance: '' })

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
  expect(sentence(kind)).toMatch(/^[A-Z].*\.$/)
})

test('the service’s own words stand alone for what has no sentence', () => {
  expect(sentence('somethingNew')).toBe('')
  expect(sentence(undefined)).toBe('')
})
