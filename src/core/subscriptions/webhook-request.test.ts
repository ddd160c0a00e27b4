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
