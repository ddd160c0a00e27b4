import { expect, it, test } from 'vitest'
import { chooseProxy, proxyFromEnvironment } from './choose-proxy.ts'

const api = 'https://api.example'
const system = async () => 'http://system:3128/'

test.for([
  [{ kind: 'system' }, api, 'http://system:3128/'],
  [{ kind: 'none' }, api, null],
  [{ kind: 'url', url: 'http://me:pw@proxy:8080' }, api, 'http://me:pw@proxy:8080/'],
  [{ kind: 'url', url: 'proxy:8080' }, api, 'http://proxy:8080/'],
  [{ kind: 'url', url: 'socks5://proxy:1080' }, api, 'socks5://proxy:1080'],
  [{ kind: 'url', url: '' }, api, null],
  [{ kind: 'system' }, 'http://127.0.0.1:4000', null],
  [{ kind: 'system' }, 'http://localhost:4000', null],
] as const)('%o for %s: %s', async ([setting, origin, expected]) => {
  expect(await chooseProxy(setting, origin, system)).toBe(expected)
})

test.for([
  [{}, null],
  [{ HTTPS_PROXY: 'http://p:1' }, 'http://p:1/'],
  [{ https_proxy: 'p:1', HTTPS_PROXY: 'http://q:1' }, 'http://p:1/'],
  [{ HTTP_PROXY: 'http://p:1' }, null],
  [{ ALL_PROXY: 'http://p:1' }, 'http://p:1/'],
  [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'other,api.example' }, null],
  [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: '.example' }, null],
  [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'pi.example' }, 'http://p:1/'],
  [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: '*' }, null],
] as const)('%o: %s', ([env, expected]) => {
  expect(proxyFromEnvironment(api, env)).toBe(expected)
})

it.each(['socks5://127.0.0.1:1080', 'socks5h://127.0.0.1:1080', 'socks4://127.0.0.1:1080', 'SOCKS://127.0.0.1:1080'])(
  '%s is asked as SOCKS 5, and never becomes a direct connection',
  (proxy) => expect(proxyFromEnvironment('https://api.example', { ALL_PROXY: proxy })).toBe('socks5://127.0.0.1:1080'),
)
