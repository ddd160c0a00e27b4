import { expect, it } from 'vitest'
import type { ConnectionKind, InstanceSummary } from '../../../contract/index.ts'
import { sendingState } from './sending-state.ts'

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
] as const)('explains %s', (connection, note, blocked) => {
  expect(sendingState(instance(connection))).toMatchObject({ kind: 'note', note, blocked })
})

it('knows that an instance can be unauthorized although its queue answers', () => {
  expect(sendingState(instance('live', { authorization: 'notAuthorized' }))).toMatchObject({ note: 'notAuthorized' })
})
