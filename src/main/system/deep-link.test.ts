import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deepLinkIn, parseDeepLink } from './deep-link.ts'

test.for([
  [
    'switchboard://chat/1101000001/79990001122@c.us',
    { kind: 'chat', idInstance: '1101000001', chatId: '79990001122@c.us' },
  ],
  ['switchboard://chat/1101000001/-4923847', { kind: 'chat', idInstance: '1101000001', chatId: '-4923847' }],
  [
    'SWITCHBOARD://chat/1101000001/79990001122%40c.us/',
    { kind: 'chat', idInstance: '1101000001', chatId: '79990001122@c.us' },
  ],
  [
    'switchboard://outgoing/1101000001?status=failed&minutes=60',
    { kind: 'view', view: 'outgoing', idInstance: '1101000001', query: 'status=failed&minutes=60' },
  ],
  ['switchboard://requests?status=429', { kind: 'view', view: 'requests', idInstance: null, query: 'status=429' }],
  ['switchboard://events', { kind: 'view', view: 'events', idInstance: null, query: '' }],
] as const)('%s leads into the app', ([link, expected]) => {
  expect(parseDeepLink(link)).toEqual(expected)
})

test.for([
  '',
  'switchboard:',
  'switchboard://chat',
  'switchboard://chat/1101000001',
  'switchboard://chat/11010x/1',
  'switchboard://chat/1/2/3',
  'switchboard://chat/1/a%2Fb',
  'switchboard://chat/1/a%0Ab',
  'switchboard://chat/1/%',
  'switchboard://user@chat/1/2',
  'switchboard://outgoing/1/2',
  'switchboard://settings/1',
  'https://chat/1/2',
  'javascript:alert(1)',
])('%s leads nowhere', (link) => {
  expect(parseDeepLink(link).kind).toBe('bad')
})

test('no text breaks it, and what it repeats is short', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const link = parseDeepLink(`switchboard://${text}`)
      return link.kind !== 'bad' || link.text.length <= 200
    }),
  )
})

test('the link is found among the arguments of a second start', () => {
  expect(deepLinkIn(['switchboard', '--flag', 'switchboard://chat/1/2'])).toBe('switchboard://chat/1/2')
  expect(deepLinkIn(['switchboard', '--flag'])).toBeUndefined()
})
