import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ApiError } from '../../api/answers/api-error.ts'
import type { ConnectionFacts, ConnectionReport } from './connection-state.ts'
import { connectionOf, initialFacts, needsHistories, observe } from './connection-state.ts'

const network: ApiError = { operation: 'receiveNotification', kind: 'network', reason: 'refused', mayHaveLeft: false }
const answered = (
  kind: 'wrongToken' | 'webhookSet' | 'rateLimited' | 'server' | 'suspended' | 'starting' | 'wrongInstance',
  text = '',
): ApiError => ({
  operation: 'receiveNotification',
  kind,
  status: 400,
  text,
})
const failed = (error: ApiError, by: 'receive' | 'other' = 'receive'): ConnectionReport => ({
  kind: 'failed',
  error,
  by,
})

const dayMs = 86_400_000
const quota = (operation: string, at = 1000): ConnectionReport => ({ kind: 'quota', operation, text: '', at })
const operation = (name: string): ConnectionReport => ({ kind: 'operationAnswered', operation: name })
const quotaError: ApiError = { operation: 'receiveNotification', kind: 'quota', status: 466, text: '' }

function after(...seen: readonly ConnectionReport[]): ConnectionFacts {
  let now = 1000
  return seen.reduce((facts, one) => observe(facts, one, (now += 1000)), initialFacts(1000))
}
const kindAfter = (...seen: readonly ConnectionReport[]) => connectionOf(after(...seen)).kind

describe('connection state', () => {
  test.for<[string, readonly ConnectionReport[], string]>([
    ['nothing happened yet', [], 'connecting'],
    ['a notification or an empty wait', [{ kind: 'receiveAnswered' }], 'live'],
    ['the poll is held and the service answers', [{ kind: 'receiveWaiting' }, { kind: 'answered' }], 'live'],
    ['the poll hangs and nothing answers', [{ kind: 'receiveWaiting' }], 'connecting'],
    ['a new run hangs', [{ kind: 'answered' }, { kind: 'connecting' }, { kind: 'receiveWaiting' }], 'connecting'],
    [
      'a new run does not poll yet',
      [{ kind: 'receiveWaiting' }, { kind: 'connecting' }, { kind: 'answered' }],
      'connecting',
    ],
    ['the host is gone', [{ kind: 'receiveAnswered' }, failed(network)], 'unreachable'],
    ['the host is back, the poll is held', [failed(network), { kind: 'answered' }, { kind: 'receiveWaiting' }], 'live'],
    ['401', [failed(answered('wrongToken'), 'other')], 'wrongToken'],
    ['401, then a new run with another token', [failed(answered('wrongToken')), { kind: 'connecting' }], 'connecting'],
    [
      'the same token is reported to be there again',
      [failed(answered('wrongToken')), { kind: 'token', there: true }],
      'wrongToken',
    ],
    ['a webhook', [{ kind: 'receiveAnswered' }, failed(answered('webhookSet'))], 'webhookSet'],
    ['a webhook, another call is fine', [failed(answered('webhookSet')), { kind: 'answered' }], 'webhookSet'],
    ['a webhook that was cleared', [failed(answered('webhookSet')), { kind: 'receiveAnswered' }], 'live'],
    [
      'not authorized and a webhook',
      [failed(answered('webhookSet')), { kind: 'stateInstance', state: 'notAuthorized' }],
      'notAuthorized',
    ],
    [
      'authorized again',
      [
        { kind: 'stateInstance', state: 'blocked' },
        { kind: 'receiveAnswered' },
        { kind: 'stateInstance', state: 'authorized' },
      ],
      'live',
    ],
    ['too fast elsewhere', [{ kind: 'receiveAnswered' }, failed(answered('rateLimited'), 'other')], 'live'],
    ['too fast at receiving', [{ kind: 'receiveAnswered' }, failed(answered('rateLimited'))], 'rateLimited'],
    ['a broken service', [failed(answered('server'))], 'serviceTrouble'],
    ['all kinds off', [{ kind: 'receiveAnswered' }, { kind: 'notifications', on: false }], 'notificationsOff'],
    ['another reader', [{ kind: 'receiveAnswered' }, { kind: 'sharedQueue', seen: true }], 'sharedQueue'],
    [
      'send only, with a webhook',
      [
        { kind: 'mode', mode: 'sendOnly' },
        { kind: 'webhookUrl', set: true },
      ],
      'sendOnly',
    ],
    ['send only, and gone', [{ kind: 'mode', mode: 'sendOnly' }, failed(network, 'other')], 'unreachable'],
    ['disk full', [{ kind: 'receiveAnswered' }, { kind: 'store', state: 'full' }], 'storeTrouble'],
    [
      'a quota, and the queue goes on',
      [{ kind: 'receiveAnswered' }, quota('sendMessage'), { kind: 'receiveAnswered' }],
      'quotaExceeded',
    ],
    [
      'a quota, and another operation is answered',
      [{ kind: 'receiveAnswered' }, quota('sendMessage'), operation('getChats')],
      'quotaExceeded',
    ],
    ['a quota that was renewed', [{ kind: 'receiveAnswered' }, quota('sendMessage'), operation('sendMessage')], 'live'],
    ['a quota of receiving itself, and then an answer', [failed(quotaError), { kind: 'receiveAnswered' }], 'live'],
    [
      'a notification of a quota of last month',
      [{ kind: 'receiveAnswered' }, quota('sendMessage', 1000 - dayMs)],
      'live',
    ],
    [
      'a refusal older than what was answered since',
      [
        { kind: 'stateInstance', state: 'authorized' },
        { kind: 'receiveAnswered' },
        { kind: 'stateInstance', state: 'notAuthorized', at: 1000 - dayMs },
      ],
      'live',
    ],
    ['paused covers all', [failed(network), { kind: 'token', there: false }, { kind: 'paused', since: 5 }], 'paused'],
    ['given up by ourselves', [{ kind: 'receiveAnswered' }, failed({ ...network, reason: 'aborted' })], 'live'],
  ])('%s', ([, seen, kind]) => {
    expect(kindAfter(...seen)).toBe(kind)
  })

  test('keeps the time at which a trouble began while it goes on, and the newest words', () => {
    const facts = after(failed(answered('webhookSet', 'first')), failed(answered('webhookSet', 'second')))
    expect(connectionOf(facts)).toMatchObject({ kind: 'webhookSet', since: 2000, text: 'second' })
  })

  test('bytes that are no text are not shown as words of the service', () => {
    const facts = after(failed(answered('server', '{\uFFFD\uFFFD')))
    expect(connectionOf(facts)).toEqual({ kind: 'serviceTrouble', since: 2000, receiving: false })
  })

  test('a quota is said with its words while messages arrive, until the 1st', () => {
    const at = Date.UTC(2026, 10, 20, 12)
    const until = Date.UTC(2026, 11, 1)
    const facts = [
      { kind: 'receiveAnswered' } as const,
      { kind: 'quota', operation: 'sendMessage', text: '3/3', at } as const,
    ].reduce((before, seen) => observe(before, seen, at), initialFacts(at))
    expect(connectionOf(facts)).toEqual({ kind: 'quotaExceeded', since: at, text: '3/3', until, receiving: true })
    const later = (now: number) => connectionOf(observe(facts, { kind: 'receiveAnswered' }, now)).kind
    expect([later(until - 1), later(until)]).toEqual(['quotaExceeded', 'live'])
    // The clock is set back over the 1st, and another day: nothing is known of that month.
    expect(later(at - dayMs)).toBe('live')
  })

  test('histories stand in wherever the queue falls short and something else can be asked', () => {
    const needs = (...seen: readonly ConnectionReport[]) => needsHistories(after(...seen))
    const received: ConnectionReport = { kind: 'receiveAnswered' }
    const shared: ConnectionReport = { kind: 'sharedQueue', seen: true }
    expect([needs(), needs(received), needs({ kind: 'receiveWaiting' }, { kind: 'answered' })]).toEqual([
      false,
      false,
      false,
    ])
    expect(needs(received, shared)).toBe(true)
    expect(needs(received, shared, quota('sendMessage'))).toBe(true)
    expect(needs(received, failed(answered('server')))).toBe(true)
    expect(needs(received, failed(answered('webhookSet')))).toBe(true)
    expect(needs(received, shared, failed(answered('wrongToken')))).toBe(false)
    expect(needs(received, failed(network))).toBe(false)
    expect(needs(received, shared, { kind: 'store', state: 'full' })).toBe(false)
  })

  test('receiving goes on with another reader on the queue, and stops with a webhook', () => {
    expect(connectionOf(after({ kind: 'receiveAnswered' }, { kind: 'sharedQueue', seen: true })).receiving).toBe(true)
    expect(connectionOf(after({ kind: 'receiveAnswered' }, failed(answered('webhookSet')))).receiving).toBe(false)
  })

  test('how long a suspension lasts stays known when another source says again that there is one, and ends with it', () => {
    const suspended: ConnectionReport = { kind: 'stateInstance', state: 'suspended', until: 9_000 }
    const again: ConnectionReport = { kind: 'stateInstance', state: 'suspended' }
    const over: ConnectionReport = { kind: 'stateInstance', state: 'authorized' }
    expect(connectionOf(after(suspended, again)).until).toBe(9_000)
    expect(connectionOf(after(suspended, over, again)).until).toBeUndefined()
  })

  test.each(['yellowCard', 'suspended'])('%s is a restriction in which receiving goes on, and no log-out', (state) => {
    const restricted = after({ kind: 'receiveAnswered' }, { kind: 'stateInstance', state, until: 9_000 })
    expect(connectionOf(restricted)).toMatchObject({ kind: 'restricted', receiving: true, until: 9_000 })
    expect(restricted.authorization).toBe('authorized')
    expect(needsHistories(restricted)).toBe(false)
  })

  test('a suspended account whose sends are refused is suspended, until the service says another state', () => {
    const state = (name: string): ConnectionReport => ({ kind: 'stateInstance', state: name })
    const refused = failed(answered('suspended'), 'other')
    expect(connectionOf(after(refused, state('suspended'))).kind).toBe('suspended')
    expect(connectionOf(after({ kind: 'receiveAnswered' }, refused, state('authorized'))).kind).toBe('live')
  })

  test('an account whose send was refused as suspended is not, once a send is accepted again', () => {
    const refused = failed({ ...answered('suspended'), operation: 'sendMessage' }, 'other')
    const state: ConnectionReport = { kind: 'stateInstance', state: 'suspended' }
    const receiving: ConnectionReport = { kind: 'receiveAnswered' }
    expect(kindAfter(receiving, refused, { kind: 'answered' }, operation('getChatHistory'))).toBe('suspended')
    expect(kindAfter(receiving, refused, operation('sendMessage'))).toBe('live')
    expect(kindAfter(receiving, refused, state, operation('sendMessage'))).toBe('restricted')
    expect(kindAfter(receiving, refused, quota('sendPoll'), operation('sendMessage'))).toBe('quotaExceeded')
    expect(connectionOf(after(refused))).not.toHaveProperty('refused')
  })

  test('an instance that refused because it starts has started, once the same is accepted', () => {
    const refused = failed({ ...answered('starting'), operation: 'sendMessage' }, 'other')
    const receiving: ConnectionReport = { kind: 'receiveAnswered' }
    expect(kindAfter(receiving, refused, { kind: 'answered' }, operation('getChatHistory'))).toBe('starting')
    expect(kindAfter(receiving, refused, operation('sendMessage'))).toBe('live')
    // The service's own word is asked for again.
    expect(kindAfter(receiving, { kind: 'stateInstance', state: 'starting' }, operation('sendMessage'))).toBe(
      'starting',
    )
  })

  test('the state that the service answers counts at once, also after this clock was a day ahead', () => {
    const now = 1000
    const ahead = observe(initialFacts(now + dayMs), { kind: 'stateInstance', state: 'authorized' }, now + dayMs)
    const answered = observe(ahead, { kind: 'stateInstance', state: 'notAuthorized' }, now)
    expect(connectionOf(answered).kind).toBe('notAuthorized')
    const notified = observe(answered, { kind: 'stateInstance', state: 'authorized', at: now + 2000 }, now + 3000)
    expect(notified.authorization).toBe('authorized')
  })

  test('authorization is not known until the service said it, and never guessed', () => {
    expect(after({ kind: 'receiveAnswered' }).authorization).toBe('unknown')
    expect(after({ kind: 'stateInstance', state: 'somethingNew' }).authorization).toBe('unknown')
    expect(after({ kind: 'stateInstance', state: 'authorized' }).authorization).toBe('authorized')
    expect(after({ kind: 'stateInstance', state: 'blocked' }).authorization).toBe('notAuthorized')
  })

  test('whatever was seen before, once all is well it says live', () => {
    const seen = fc.constantFrom<ConnectionReport>(
      { kind: 'answered' },
      { kind: 'receiveWaiting' },
      { kind: 'connecting' },
      failed(network),
      failed(answered('wrongToken')),
      failed(answered('wrongInstance'), 'other'),
      failed(answered('webhookSet')),
      failed(answered('rateLimited')),
      { kind: 'stateInstance', state: 'suspended', until: 9 },
      { kind: 'store', state: 'full' },
      { kind: 'token', there: false },
      { kind: 'paused', since: 3 },
      { kind: 'notifications', on: false },
      { kind: 'sharedQueue', seen: true },
      quota('sendMessage'),
      failed(quotaError),
    )
    const well: readonly ConnectionReport[] = [
      { kind: 'paused', since: null },
      { kind: 'token', there: true },
      { kind: 'store', state: 'ok' },
      { kind: 'stateInstance', state: 'authorized' },
      { kind: 'notifications', on: true },
      { kind: 'sharedQueue', seen: false },
      operation('sendMessage'),
      { kind: 'receiveAnswered' },
    ]
    fc.assert(fc.property(fc.array(seen), (before) => kindAfter(...before, ...well) === 'live'))
  })
})
