import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedact, hideOrderToken, withoutUrls } from './redact.ts'

const token = 'd75b3a66374942c5b3c019c698abc2067e151558acbd412345'
const redact = createRedact(token)

test.each([
  [`Cannot GET /v3/waInstance1101/getChats/${token}`, 'Cannot GET /v3/waInstance1101/getChats/[token]'],
  [
    `"path":"\\/v3\\/waInstance1101\\/sendMessage\\/${token}"`,
    '"path":"\\/v3\\/waInstance1101\\/sendMessage\\/[token]"',
  ],
  [`/waInstance1101/deleteNotification/${token}/17`, '/waInstance1101/deleteNotification/[token]/17'],
  ['/waInstance1101/sendMessage/somebodyElsesToken?x=1', '/waInstance1101/sendMessage/[token]?x=1'],
  ['{"webhookUrlToken": "Bearer \\"x\\"","a":""}', '{"webhookUrlToken": "[token]","a":""}'],
  ['{"webhookUrlToken":""}', '{"webhookUrlToken":""}'],
  ['{"webhookUrl":"https://hooks.example.com/T1/B2?secret=abc"}', '{"webhookUrl":"https://hooks.example.com/[token]"}'],
  [
    '{"webhookUrl": "https:\\/\\/me:pass@hooks.example.com:8443\\/a","b":1}',
    '{"webhookUrl": "https://hooks.example.com:8443/[token]","b":1}',
  ],
  ['{"webhookUrl":""}', '{"webhookUrl":""}'],
  ['{"webhookUrl":"not an address, secret=abc"}', '{"webhookUrl":"[token]"}'],
  [`Cannot POST /waInstance1101/setAuthCreds/${token}`, 'Cannot POST /waInstance1101/setAuthCreds/[token]'],
  ['{"authCreds":{"noiseKey":{"private":"aGk="}},"creds":"c2Vzc2lvbg=="}', '{"authCreds":"[token]","creds":"[token]"}'],
  ['nothing to hide', 'nothing to hide'],
])('%s', (text, clean) => {
  expect(redact(text)).toBe(clean)
})

test.each([
  ['{"orderId":"1","token":"AR5k\\"x\\\\","totalPrice":"5"}', '{"orderId":"1","token":"[hidden]","totalPrice":"5"}'],
  ['{"orderToken" : 12345,"a":1}', '{"orderToken" : "[hidden]","a":1}'],
  ['{"Token":["AR5k",{"more":"}AR5k"}],"a":1}', '{"Token":"[hidden]","a":1}'],
  ['{"token":{"value":"AR5k","at":{}},"a":1}', '{"token":"[hidden]","a":1}'],
  ['{"token":"AR5k and then it was cut', '{"token":"[hidden]"'],
  ['{"token":{"value":"AR5k', '{"token":"[hidden]"'],
  [
    '{"token":"","text":"no \\"token\\": here","accessToken":null}',
    '{"token":"","text":"no \\"token\\": here","accessToken":null}',
  ],
])('of %s what opens an order is hidden', (text, clean) => {
  expect(hideOrderToken(text)).toBe(clean)
})

test('hiding takes linear time, whatever stands there', () => {
  for (const part of ['"token":', '"token":{', '"token":[[', '"token":"\\', '"', 'tokentoken', '"token":{"'])
    expect(typeof hideOrderToken(part.repeat(200_000))).toBe('string')
})

test('a token with special characters goes in each of its forms', () => {
  const odd = createRedact('a"b c/d')
  expect(odd('a"b c/d a%22b%20c%2Fd a\\"b c/d a"b c\\/d')).toBe('[token] [token] [token] [token]')
})

test('wherever the token stands, it goes', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constant(token))), (parts) => {
      expect(redact(parts.join(''))).not.toContain(token)
    }),
  )
})

test('whole addresses go', () => {
  expect(withoutUrls('see https://api.example.com/x/y?z=1 or http:\\/\\/b.example')).toBe('see [address] or [address]')
})
