import { expect, test } from 'vitest'
import { checkWebhookUrl } from './webhook-request.ts'

const refusedAddresses = [
  ['ftp://shop.example/hook', 'badAddress'],
  ['shop.example', 'badAddress'],
  ['http://shop.example/hook', 'notSecure'],
  ['https://user:word@shop.example/', 'credentials'],
  ['https://169.254.169.254/latest', 'linkLocal'],
  ['https://[fe80::1]/', 'linkLocal'],
  ['https://0.0.0.0/', 'linkLocal'],
  ['https://192.168.0.10/', 'privateAddress'],
  ['https://10.1.2.3/', 'privateAddress'],
  ['https://[fd00::1]/', 'privateAddress'],
  // Other ways to write an address: as one number, in octal and hexadecimal, with parts left out, within IPv6.
  ['https://2852039166/latest', 'linkLocal'],
  ['https://0xa9fea9fe/', 'linkLocal'],
  ['https://0251.0376.0251.0376/', 'linkLocal'],
  ['https://10.1/', 'privateAddress'],
  ['https://0300.0250.1.1/', 'privateAddress'],
  ['https://192.168.0.10./', 'privateAddress'],
  ['https://[::ffff:169.254.169.254]/', 'linkLocal'],
  ['https://[::ffff:10.0.0.1]/', 'privateAddress'],
  ['https://[64:ff9b::a9fe:a9fe]/', 'linkLocal'],
  ['https://[2002:a9fe:a9fe::]/', 'linkLocal'],
  ['https://[::]/', 'linkLocal'],
  ['http://[::ffff:93.184.216.34]/', 'notSecure'],
] as const

test.each(refusedAddresses)('the address %s is refused: %s', (url, reason) => {
  expect(() => checkWebhookUrl(url, false)).toThrow(
    expect.objectContaining({ data: { code: 'webhookAddress', details: { reason } } }),
  )
})

test.each(['http://127.0.0.1:8080/hook', 'http://localhost/', 'http://[::1]:1/', 'https://shop.example/hook?a=1'])(
  'the address %s is taken',
  (url) => {
    expect(checkWebhookUrl(url, false).href).toBe(url)
  },
)

test('a person may allow private networks, and no link-local address', () => {
  expect(checkWebhookUrl('https://192.168.0.10/', true).hostname).toBe('192.168.0.10')
  expect(() => checkWebhookUrl('https://169.254.169.254/', true)).toThrow('webhookAddress')
})
