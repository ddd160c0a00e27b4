import { expect, test } from 'vitest'
import type { ConnectionKind, InstanceMode } from '../../../contract/instances.ts'
import { isAccountKnown, needsAttention, receiverOf } from './instance-facts.ts'

const instance = (kind: ConnectionKind, receiving: boolean, mode: InstanceMode = 'full') => ({
  mode,
  connection: { kind, since: 0, receiving },
})

test.each([
  [instance('live', true), 'here', 'readsQueue'],
  [instance('notificationsOff', true), 'here', 'readsQueue'],
  [instance('sharedQueue', true), 'shared', 'readsBoth'],
  [instance('webhookSet', false), 'webhook', 'setThere'],
  [instance('wrongToken', false), 'nobody', 'notNow'],
  [instance('paused', false), 'nobody', 'notNow'],
  [instance('sendOnly', false, 'sendOnly'), 'nobody', 'readsNot'],
  [instance('unreachable', false, 'sendOnly'), 'nobody', 'readsNot'],
] as const)('of %j %s receives: %s', (given, who, how) => {
  expect(receiverOf(given)).toEqual({ who, how })
})

test.each([
  ['live', false, true],
  ['paused', false, true],
  ['notAuthorized', true, true],
  ['webhookSet', true, true],
  ['wrongToken', true, false],
  ['unreachable', true, false],
] as const)('%s needs attention: %s; the state of the account is known: %s', (kind, attention, known) => {
  const given = instance(kind, false)
  expect([needsAttention(given), isAccountKnown(given)]).toEqual([attention, known])
})
