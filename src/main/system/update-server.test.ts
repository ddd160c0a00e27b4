import { expect, test } from 'vitest'
import { namesUpdateServer } from './update-server.ts'

const addresses = [
  ['https://updates.example/', true],
  ['"https://updates.example/"', true],
  ["'https://updates.example/'", true],
  ['http://127.0.0.1:8080', true],
  ['http://updates.example/', false],
  ['http://127.0.0.1.example/', false],
  ['http://localhost/', false],
  ['ftp://updates.example/', false],
  ['updates.example', false],
  ['', false],
] as const

test.each(addresses)('an address of updates without TLS counts as none: %s %s', (url, isServer) => {
  expect(namesUpdateServer(`provider: generic\nurl: ${url}\nupdaterCacheDirName: switchboard-updater\n`)).toBe(isServer)
})

test('a package of another provider has no server of ours', () => {
  expect(namesUpdateServer('provider: github\nowner: somebody\n')).toBe(false)
})
