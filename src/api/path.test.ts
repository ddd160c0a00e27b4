import { describe, expect, test } from 'vitest'
import { isInstanceId, isToken, mediaUrlOf, operationUrl, otherPrefix, prefixOf, readBaseUrl } from './path.ts'
import type { Target } from './path.ts'

describe('the free field "API URL"', () => {
  test.each([
    ['https://api.example.com', 'https://api.example.com', undefined],
    ['https://api.example.com/', 'https://api.example.com', undefined],
    ['  https://API.Example.com//  ', 'https://api.example.com', undefined],
    ['https://api.example.com/v3', 'https://api.example.com', '/v3'],
    ['https://api.example.com/v3/', 'https://api.example.com', '/v3'],
    ['https://api.example.com/V3//', 'https://api.example.com', '/v3'],
    ['https://api.example.com/v3/v3', 'https://api.example.com', '/v3'],
    ['https://api.example.com:443/', 'https://api.example.com', undefined],
    ['https://proxy.example.com/messages/v3/', 'https://proxy.example.com/messages', '/v3'],
    ['api.example.com', 'https://api.example.com', undefined],
    ['api.example.com:8443/v3', 'https://api.example.com:8443', '/v3'],
    ['http://127.0.0.1:7107/', 'http://127.0.0.1:7107', undefined],
    ['http://localhost:7107/v3', 'http://localhost:7107', '/v3'],
    ['http://[::1]:7107', 'http://[::1]:7107', undefined],
  ])('%s is read', (typed, baseUrl, typedPrefix) => {
    expect(readBaseUrl(typed)).toEqual({ ok: true, baseUrl, typedPrefix })
  })

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['nonsense', 'notUrl'],
    ['not a url', 'notUrl'],
    ['https://', 'notUrl'],
    ['https://exa mple.com', 'notUrl'],
    ['ftp://api.example.com', 'scheme'],
    ['file:///etc/passwd', 'notUrl'],
    ['javascript:alert(1)', 'notUrl'],
    ['http://api.example.com', 'plainHttp'],
    ['http://127.0.0.1.example.com', 'plainHttp'],
    ['http://192.168.0.10', 'plainHttp'],
    ['http://0.0.0.0:80', 'plainHttp'],
    ['https://user:secret@api.example.com', 'credentials'],
    ['https://user@api.example.com', 'credentials'],
    ['https://api.example.com/?a=1', 'query'],
    ['https://api.example.com/?', 'query'],
    ['https://api.example.com/#top', 'fragment'],
    ['https://api.example.com/v3/waInstance1101/getChatHistory/abc', 'operationUrl'],
  ])('%s is refused: %s', (typed, problem) => {
    expect(readBaseUrl(typed)).toEqual({ ok: false, problem })
  })
})

const target: Target = {
  baseUrl: 'https://api.example.com',
  prefix: '/v3',
  family: 'v3',
  idInstance: '1101000001',
  token: 'abc',
}

describe('addresses', () => {
  test.each([
    [
      'lastOutgoingMessages',
      { minutes: 60 },
      'https://api.example.com/v3/waInstance1101000001/lastOutgoingMessages/abc?minutes=60',
    ],
    ['lastOutgoingMessages', {}, 'https://api.example.com/v3/waInstance1101000001/lastOutgoingMessages/abc'],
    [
      'receiveNotification',
      { receiveTimeout: 20 },
      'https://api.example.com/v3/waInstance1101000001/receiveNotification/abc?receiveTimeout=20',
    ],
    [
      'deleteNotification',
      { receiptId: '17' },
      'https://api.example.com/v3/waInstance1101000001/deleteNotification/abc/17',
    ],
    ['sendMessage', { chatId: '1', message: 'x' }, 'https://api.example.com/v3/waInstance1101000001/sendMessage/abc'],
  ] as const)('%s %j', (name, input, url) => {
    expect(operationUrl(target, name, input)).toBe(url)
  })

  test('a family without a version has none in the path, and its own names', () => {
    expect(
      operationUrl({ ...target, prefix: prefixOf('whatsapp'), family: 'whatsapp' }, 'getAccountSettings', {}),
    ).toBe('https://api.example.com/waInstance1101000001/getWaSettings/abc')
  })

  test('after a 404 the other form is known', () => {
    expect([otherPrefix('/v3'), otherPrefix('')]).toEqual(['', '/v3'])
    expect([prefixOf('v3'), prefixOf('whatsapp'), prefixOf('telegram')]).toEqual(['/v3', '', ''])
  })
})

test('instance ids are digits, tokens are one segment of a path', () => {
  expect(['1101000001', '', '12a', ' 12', '-1'].map(isInstanceId)).toEqual([true, false, false, false, false])
  expect(['a1b2c3', 'A-b_c.d~', '', '..', '.', 'a/b', 'a b', 'a?b', 'a#b', 'a%2e', 'é'].map(isToken)).toEqual([
    true,
    true,
    ...Array.from({ length: 9 }, () => false),
  ])
})

test.each([
  ['https://1103.api.green-api.com', 'https://1103.media.green-api.com'],
  ['https://7103.api.greenapi.com', 'https://7103.media.greenapi.com'],
  ['https://api.green-api.com', 'https://media.green-api.com'],
  ['https://1103.api.reseller.example/x', 'https://1103.media.reseller.example/x'],
  ['https://api.example.com', 'https://api.example.com'],
  ['https://shop.example.com/1103.api.x', 'https://shop.example.com/1103.api.x'],
  ['http://127.0.0.1:7107', 'http://127.0.0.1:7107'],
])('the files of %s go to %s', (baseUrl, mediaUrl) => {
  expect(mediaUrlOf(baseUrl)).toBe(mediaUrl)
})
