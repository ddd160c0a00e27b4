import { expect, test } from 'vitest'
import { hasCallJournal, journalsBesideQueue } from './notification-switches.ts'

const on = { incomingWebhook: 'yes', incomingCallWebhook: 'yes', outgoingCallWebhook: 'yes' }

test.each([
  ['all switches on', on, ['lastIncomingCalls', 'lastOutgoingCalls']],
  ['switches that nobody read', null, ['lastIncomingCalls', 'lastOutgoingCalls']],
  ['incoming calls off', { ...on, incomingCallWebhook: 'no' }, ['lastOutgoingCalls']],
  ['incoming messages off', { ...on, incomingWebhook: 'no' }, ['lastOutgoingCalls']],
  ['outgoing calls off', { ...on, outgoingCallWebhook: 'no' }, ['lastIncomingCalls']],
])('a journal of calls is read only where it can have any: %s', (_what, settings, expected) => {
  const journals = ['lastIncomingCalls', 'lastOutgoingCalls'] as const
  expect(journals.filter((name) => hasCallJournal({ family: 'whatsapp', settings }, name))).toEqual(expected)
  expect(journals.filter((name) => hasCallJournal({ family: 'v3', settings }, name))).toEqual([])
  const away = journalsBesideQueue({ family: 'whatsapp', settings }, true)
  expect(journals.filter((name) => away.includes(name))).toEqual(expected)
  expect(journalsBesideQueue({ family: 'whatsapp', settings: on }, false)).toEqual([])
})
