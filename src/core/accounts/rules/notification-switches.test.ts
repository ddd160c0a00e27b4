import { expect, test } from 'vitest'
import {
  allMessagesOn,
  hasCallJournal,
  incomingMessagesOn,
  isEverythingRecorded,
  journalsBesideQueue,
} from './notification-switches.ts'

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

const whatsapp = { typeInstance: 'whatsapp', ...on, outgoingMessageWebhook: 'yes', outgoingAPIMessageWebhook: 'yes' }

test.each([
  ['nothing is known', null, { incoming: true, all: true, recorded: true }],
  ['all are on', whatsapp, { incoming: true, all: true, recorded: true }],
  ['incoming ones are off', { ...whatsapp, incomingWebhook: 'no' }, { incoming: false, all: false, recorded: false }],
  [
    'those of the phone are off',
    { ...whatsapp, outgoingMessageWebhook: 'no' },
    { incoming: true, all: false, recorded: false },
  ],
  // Sends over the API stand in the journals whatever the settings say.
  [
    'own ones over the API are off',
    { ...whatsapp, outgoingAPIMessageWebhook: 'no' },
    { incoming: true, all: false, recorded: true },
  ],
])('what the queue brings and the journals hold, where %s', (_what, settings, expected) => {
  expect({
    incoming: incomingMessagesOn(settings),
    all: allMessagesOn(settings),
    recorded: isEverythingRecorded(settings),
  }).toEqual(expected)
})
