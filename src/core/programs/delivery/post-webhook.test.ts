import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { checkWebhookUrl, createWebhookPoster, type WebhookPoster } from './post-webhook.ts'

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

const names = [
  ['a private network', '192.168.0.10', false],
  ['this computer', '127.0.0.1', false],
  ['link-local addresses, also where private ones are allowed', '169.254.169.254', true],
] as const

test.each(names)('a name that leads to %s is not called', async (_title, address, allowPrivate) => {
  expect(await troubleOfName(address, allowPrivate)).toBe('privateAddress')
})

test('a name that leads to this computer is called where a person allowed private addresses', async () => {
  // The endpoint speaks no TLS, so that the call fails, but for another reason.
  expect(await troubleOfName('127.0.0.1', true)).not.toBe('privateAddress')
})

/** The trouble of a post to a name that leads to this address first. */
async function troubleOfName(address: string, allowPrivate: boolean) {
  const server = createServer((_request, response) => void response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const settings = { url: `https://shop.example:${port}/`, allowPrivate, inFlight: 1, timeoutMs: 5000 }
  const poster = createWebhookPoster(settings, {}, () =>
    Promise.resolve([
      { address, family: 4 },
      // A public one, which nobody calls: the first is used, or none.
      { address: '93.184.216.34', family: 4 },
    ]),
  )
  onTestFinished(() => poster.close())
  const outcome = await poster.post({}, '{}', Date.now, new AbortController().signal)
  return outcome.kind === 'endpoint' ? outcome.trouble.kind : null
}

async function posterTo(server: Server, timeoutMs: number): Promise<WebhookPoster> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const poster = createWebhookPoster({ url: `http://127.0.0.1:${port}/`, allowPrivate: false, inFlight: 1, timeoutMs })
  onTestFinished(() => {
    poster.close()
    server.closeAllConnections()
    server.close()
  })
  return poster
}

const late = [
  ['does not begin', 0],
  ['never ends', 200],
] as const
test.each(late)('an answer that %s costs its own time, and says nothing of the event', async (_title, status) => {
  const poster = await posterTo(
    createServer((_request, response) => void (status === 0 || response.writeHead(status).write('so'))),
    50,
  )
  const outcome = await poster.post({}, '{}', () => 7, new AbortController().signal)
  const trouble = { at: 7, kind: 'timeout', status: null, text: '' }
  expect(outcome).toEqual({ kind: 'endpoint', retryAfterMs: null, trouble })
})

test('a date after which the endpoint wants to be asked counts by its own clock', async () => {
  // Its clock is ten minutes ahead.
  const headers = { date: 'Fri, 20 Nov 2026 12:10:00 GMT', 'retry-after': 'Fri, 20 Nov 2026 12:11:30 GMT' }
  const poster = await posterTo(
    createServer((_request, response) => void response.writeHead(503, headers).end()),
    5000,
  )
  const now = () => Date.UTC(2026, 10, 20, 12)
  const outcome = await poster.post({}, '{}', now, new AbortController().signal)
  expect(outcome).toMatchObject({ kind: 'endpoint', retryAfterMs: 90_000 })
})

test('of the text of an answer its first words are shown, on one line', async () => {
  const text = `no\r\n\tsuch\u0000shop ${'x'.repeat(5000)}`
  const poster = await posterTo(
    createServer((_request, response) => void response.writeHead(404).end(text)),
    5000,
  )
  const outcome = await poster.post({}, '{}', Date.now, new AbortController().signal)
  const shown = outcome.kind === 'endpoint' ? outcome.trouble.text : ''
  expect([shown.slice(0, 15), shown.length < 2100]).toEqual(['no such shop xx', true])
})

test('a connection that the endpoint ended meanwhile is no failure', async () => {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    // The second request comes over the connection of the first, and gets no answer.
    if (requests === 2) request.socket.destroy()
    else response.end()
  })
  const poster = await posterTo(server, 5000)
  const post = () => poster.post({}, '{}', Date.now, new AbortController().signal)
  expect(await post()).toEqual({ kind: 'delivered', status: 200 })
  expect(await post()).toEqual({ kind: 'delivered', status: 200 })
  expect(requests).toBe(3)
})

test('of an answer without end the beginning is read, and its connection ends', async () => {
  const ended = Promise.withResolvers<number>()
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200)
    let written = 0
    const piece = Buffer.alloc(65_536, 'x')
    const pour = () => {
      while (!response.destroyed && response.write(piece)) written += piece.length
    }
    response.on('drain', pour).on('error', () => undefined)
    response.on('close', () => ended.resolve(written))
    pour()
  })
  const poster = await posterTo(server, 180_000)
  expect(await poster.post({}, '{}', Date.now, new AbortController().signal)).toEqual({
    kind: 'delivered',
    status: 200,
  })
  // What the system holds of it on the way counts as written.
  expect(await ended.promise).toBeLessThan(50_000_000)
})

test('a name is resolved once for each connection, which goes to the address that was checked', async () => {
  let asked = 0
  const server = createServer((_request, response) => void response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const settings = { url: `https://shop.example:${port}/`, allowPrivate: false, inFlight: 1, timeoutMs: 5000 }
  // Public when it is checked, this computer when somebody asks again.
  const poster = createWebhookPoster(settings, {}, () => {
    asked += 1
    return Promise.resolve([{ address: asked === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }])
  })
  onTestFinished(() => poster.close())
  const outcome = await poster.post({}, '{}', Date.now, new AbortController().signal)
  expect(asked).toBe(1)
  expect(outcome).toMatchObject({ kind: 'endpoint', trouble: { kind: 'privateAddress' } })
})

test('behind a proxy a name is checked before anything goes out', async () => {
  const asked: (string | undefined)[] = []
  const proxy = createServer((request, response) => {
    asked.push(request.url)
    response.end()
  })
  proxy.on('connect', (request, socket) => {
    asked.push(request.url)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  const { port } = proxy.address() as AddressInfo
  const troubleOf = async (address: string) => {
    const settings = { url: 'https://shop.example/', allowPrivate: false, inFlight: 1, timeoutMs: 5000 }
    const poster = createWebhookPoster(settings, { resolveProxy: async () => `http://127.0.0.1:${port}` }, () =>
      Promise.resolve([{ address, family: 4 }]),
    )
    onTestFinished(() => poster.close())
    const outcome = await poster.post({}, '{}', Date.now, new AbortController().signal)
    return outcome.kind === 'endpoint' ? outcome.trouble.kind : null
  }
  expect(await troubleOf('192.168.0.10')).toBe('privateAddress')
  expect(asked).toEqual([])
  expect(await troubleOf('93.184.216.34')).not.toBe('privateAddress')
  expect(asked).toEqual(['shop.example:443'])
})

test('a proxy, a certificate or a name that is looked up for ever costs a webhook its own time', async () => {
  const never = () => new Promise<never>(() => undefined)
  const settings = { url: 'https://shop.example/', allowPrivate: false, inFlight: 1, timeoutMs: 50 }
  const proxied = { resolveProxy: async () => 'http://127.0.0.1:9' }
  for (const poster of [
    createWebhookPoster(settings, { resolveProxy: never }),
    createWebhookPoster(settings, { certificates: never() }),
    createWebhookPoster(settings, proxied, never),
  ]) {
    onTestFinished(() => poster.close())
    const outcome = await poster.post({}, '{}', Date.now, new AbortController().signal)
    expect(outcome).toMatchObject({ kind: 'endpoint', trouble: { kind: 'timeout' } })
  }
})

test('after a failure the proxy is asked for anew', async () => {
  const server = createServer((_request, response) => void response.end())
  const gone = createServer()
  for (const one of [server, gone]) await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
  const [{ port }, { port: goneFrom }] = [server.address() as AddressInfo, gone.address() as AddressInfo]
  await new Promise((resolve) => gone.close(resolve))
  const proxies: (string | null)[] = [`http://127.0.0.1:${goneFrom}`, null]
  const settings = { url: `http://127.0.0.1:${port}/`, allowPrivate: false, inFlight: 1, timeoutMs: 5000 }
  const poster = createWebhookPoster(settings, { resolveProxy: async () => proxies.shift() ?? null })
  onTestFinished(() => {
    poster.close()
    server.closeAllConnections()
    server.close()
  })
  const post = () => poster.post({}, '{}', Date.now, new AbortController().signal)
  expect(await post()).toMatchObject({ kind: 'endpoint' })
  expect(await post()).toEqual({ kind: 'delivered', status: 200 })
})
