import { expect, test } from 'vitest'
import type { ConnectionKind, InstanceKey, InstanceMode } from '../../../contract/index.ts'
import { colleagueWhoReceives, isAccountKnown, needsAttention, receiverOf } from './instance-facts.ts'

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

test('a colleague whose desk receives is named, and nobody else', () => {
  const key = 1 as InstanceKey
  const members = [{ desk: 'desk 2', name: 'Anna' }]
  const of = (reader: string | null, isThis: boolean) =>
    colleagueWhoReceives({ members, instances: [{ instance: key, reader, isThis }] }, key)?.name ?? null
  expect([of('desk 2', false), of('desk 1', true), of(null, false), of('desk 9', false)]).toEqual([
    'Anna',
    null,
    null,
    null,
  ])
  expect(colleagueWhoReceives({ members, instances: [] }, key)).toBe(null)
  expect(colleagueWhoReceives(null, key)).toBe(null)
})
