import { expect, test } from 'vitest'
import { proxyFromRule } from './proxy-rule.ts'

test.for([
  ['DIRECT', null],
  ['PROXY proxy.example:8080; DIRECT', 'http://proxy.example:8080'],
  ['HTTPS secure.example:443', 'https://secure.example'],
  ['SOCKS5 127.0.0.1:1080; PROXY b:3128', 'socks5://127.0.0.1:1080'],
  ['SOCKS 127.0.0.1:1080', 'socks5://127.0.0.1:1080'],
  ['SOCKS4 127.0.0.1:1080; DIRECT', 'socks5://127.0.0.1:1080'],
  ['DIRECT; PROXY b:3128', null],
  ['PROXY', null],
  ['QUIC q.example:443; PROXY b:3128', 'http://b:3128'],
  ['', null],
] as const)('the system says "%s": %s', ([rule, expected]) => {
  expect(proxyFromRule(rule)).toBe(expected)
})
