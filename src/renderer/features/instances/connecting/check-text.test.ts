import { expect, test } from 'vitest'
import type { CheckStep, ConnectionKind, SteadyInstance } from '../../../../contract/instances.ts'
import { createTranslations } from '../../../lib/translations.ts'
import { en } from '../messages.en.ts'
import { createNumbers } from '../../../lib/numbers.ts'
import { checkAsText, sentenceOf, stepDetail } from './check-text.ts'

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

const numbers = createNumbers('en-GB')
const detail = (step: Omit<CheckStep, 'result'>) => stepDetail(translate, numbers, { result: 'ok', ...step })

test.each<[string, Omit<CheckStep, 'result'>]>([
  ['None in the last 24 hours', { step: 'outgoing', values: { messages: 0 } }],
  ['A notification is waiting in it', { step: 'queue', values: { waiting: true } }],
  ['It is empty at the moment', { step: 'queue', values: { waiting: false } }],
  ['Nothing can be read from it while the webhook is set.', { step: 'queue', code: 'webhookSet' }],
  ['', { step: 'settings', values: { webhookSet: true } }],
  [
    'No webhook URL is set. 2 kinds of notification are on. Off: account state (stateWebhook). No pause between two sends.',
    {
      step: 'settings',
      values: { webhookSet: false, kindsOn: 2, kindsOff: 'stateWebhook', sendIntervalMs: 0 },
    },
  ],
  ['500 ms between two sends.', { step: 'settings', values: { sendIntervalMs: 500 } }],
  ['No rate limits in effect.', { step: 'limits' }],
  ['sendMessage', { step: 'limits', values: { operations: 'sendMessage' } }],
  ['The API’s clock and this computer’s are 2 s apart.', { step: 'clock', values: { offsetMs: -2000 } }],
  ['', { step: 'clock' }],
])('a finding reads "%s"', (text, step) => {
  expect(detail(step)).toBe(text)
})

test('a report says of each step what was found and how long it took, and no more', () => {
  const instance = { name: 'Shop', idInstance: '1101', apiUrl: 'https://api.example', family: 'v3', mode: 'full' }
  const steps: readonly CheckStep[] = [
    { step: 'address', result: 'ok', tookMs: 40 },
    { step: 'queue', result: 'ok', values: { waiting: false }, text: 'in their words' },
  ]
  const report = { steps, usable: true, family: 'v3', authorization: 'authorized' } as const
  expect(checkAsText(translate, numbers, instance as SteadyInstance, report).split('\n')).toEqual([
    'Shop, 1101, https://api.example, v3, full',
    expect.stringMatching(/^\[[^\]]+\] [^:]+ \(40 ms\)$/u),
    expect.stringMatching(/^\[[^\]]+\] [^:(]+: It is empty at the moment in their words$/u),
    '',
  ])
})
