import { expect, test } from 'vitest'
import { gateLink } from './link-gate.ts'

test.for<readonly [string, string]>([
  ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['HTTP://EXAMPLE.com', 'http://example.com/'],
  ['mailto:someone@example.com', 'mailto:someone@example.com'],
  [
    'mailto:a@example.com?subject=Hi%20there&attach=/etc/passwd&Attachment=%2Fb&body=a+b%26c',
    'mailto:a@example.com?subject=Hi%20there&body=a%20b%26c',
  ],
  ['mailto:a@example.com?attach=/etc/passwd', 'mailto:a@example.com'],
  ['https://пример.рф/', 'https://xn--e1afmkfd.xn--p1ai/'],
])('%s opens as the parser understood it', ([text, url]) => {
  expect(gateLink(text)).toEqual({ kind: 'open', url })
})

test.for<readonly [string, string]>([
  ['javascript:alert(1)', 'javascript'],
  [' javascript:alert(1)', 'javascript'],
  ['java\nscript:alert(1)', 'javascript'],
  ['file:///etc/passwd', 'file'],
  ['data:text/html,x', 'data'],
  ['blob:https://example.com/1', 'blob'],
  ['app://bundle/index.html', 'app'],
  ['switchboard://chat/1/2', 'switchboard'],
  ['ms-msdt:/id', 'ms-msdt'],
  ['vbscript:x', 'vbscript'],
  ['tel:+1', 'tel'],
  ['https://bank.example@evil.example/', 'https'],
  ['https://:bank.example@evil.example/', 'https'],
  ['//example.com', ''],
  ['example.com', ''],
  ['', ''],
])('%s is refused by name', ([text, scheme]) => {
  expect(gateLink(text)).toEqual({ kind: 'refused', scheme })
})
