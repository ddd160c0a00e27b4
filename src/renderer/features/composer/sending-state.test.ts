import { expect, it, describe, test } from 'vitest'
import type { ConnectionKind, InstanceSummary } from '../../../contract/index.ts'
import { sendingState, followsSent, templateNeededFrom } from './sending-state.ts'

const instance = (connection: ConnectionKind, extra: Partial<InstanceSummary> = {}) =>
  ({
    connection: { kind: connection, since: 0, receiving: true },
    authorization: 'authorized',
    token: 'vault',
    mode: 'full',
    ...extra,
  }) as InstanceSummary

it('lets write at once when the instance is live', () =>
  expect(sendingState(instance('live'))).toEqual({ kind: 'ready' }))
it('writes nothing while paused', () => expect(sendingState(instance('paused'))).toEqual({ kind: 'paused' }))

it.each([
  ['notAuthorized', 'notAuthorized', false],
  ['tokenMissing', 'tokenMissing', false],
  ['unreachable', 'unreachable', false],
  ['wrongToken', 'wrongToken', true],
  ['wrongInstance', 'wrongInstance', true],
  ['suspended', 'suspended', false],
  ['blocked', 'suspended', false],
  ['quotaExceeded', 'quotaExceeded', false],
  ['restricted', 'restricted', false],
] as const)('explains %s', (connection, hint, blocked) => {
  expect(sendingState(instance(connection))).toMatchObject({ kind: 'hint', hint, blocked })
})

it('knows that an instance can be unauthorized although its queue answers', () => {
  expect(sendingState(instance('live', { authorization: 'notAuthorized' }))).toMatchObject({ hint: 'notAuthorized' })
})

it.each([
  ['the token is locked', instance('live', { token: 'locked' }), 'tokenLocked', 'warn'],
  ['the token waits', instance('live', { token: 'waiting' }), 'tokenWaiting', 'warn'],
  ['the token is missing', instance('live', { token: 'missing' }), 'tokenMissing', 'warn'],
  ['it only sends', instance('live', { mode: 'sendOnly' }), 'sendOnly', 'plain'],
  [
    'it is restricted for a time',
    instance('live', { connection: { kind: 'restricted', since: 0, until: 9, receiving: true } }),
    'restrictedUntil',
    'warn',
  ],
] as const)('explains that %s', (_, summary, hint, tone) => {
  expect(sendingState(summary)).toEqual({ kind: 'hint', hint, tone, blocked: false })
})

describe('Enter while a text is on its way', () => {
  test.each([
    ['sends what followed the text', 'One', 'OneTwo', 'Two', true],
    ['sends a text that was written anew', 'One', 'Two', 'Two', true],
    ['sends nothing when nothing followed', 'One', 'One', '', false],
    ['does not send what was typed after it', 'One', 'OneTwo', 'TwoThree', false],
    ['does not send an end of it that is left over', 'One', 'OneTwo', 'wo', false],
  ])('%s', (_, sent, pressed, left, goes) => expect(followsSent(sent, pressed, left)).toBe(goes))
})

test.each([
  [true, 'user', 1000, 86_401_000],
  [true, 'unknown', null, 0],
  [true, 'group', 1000, null],
  [true, 'channel', null, null],
  [false, 'user', 1000, null],
] as const)(
  'of an account that is WABA: %s, a chat of a %s with news from %s needs a template from %s',
  (isWaba, kind, lastIncomingAt, from) => expect(templateNeededFrom({ isWaba }, kind, lastIncomingAt)).toBe(from),
)
