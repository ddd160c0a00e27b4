import { expect, it } from 'vitest'
import { readMethodUrl } from './read-method-url.ts'

it.each([
  [
    'https://1101.api.example/waInstance1101000003/sendMessage/d75b3a66374942c5b3',
    { apiUrl: 'https://1101.api.example', idInstance: '1101000003', token: 'd75b3a66374942c5b3' },
  ],
  [
    ' https://api.example/v3/waInstance1101000003/receiveNotification/d75b?receiveTimeout=5\n',
    { apiUrl: 'https://api.example/v3', idInstance: '1101000003', token: 'd75b' },
  ],
  [
    'https://api.example/waInstance1101000003/',
    { apiUrl: 'https://api.example', idInstance: '1101000003', token: null },
  ],
  ['https://api.example/waInstance{{idInstance}}/getSettings/{{apiTokenInstance}}', null],
  ['https://api.example/v3', null],
  [`https://api.example/${'waInstance'.repeat(100_000)}`, null],
] as const)('%s', (text, read) => {
  expect(readMethodUrl(text)).toEqual(read)
})
