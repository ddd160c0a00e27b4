import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { contentSecurityPolicy } from '../core/hosting/security-headers.ts'
import { createWindowOrigin } from '../core/hosting/window-origin.ts'
import { createAccess, createSession, type Access } from './access.ts'
import { startWebServer, type WebServer } from './web-server.ts'

let folder: string
let access: Access
let server: WebServer
let links = 0
let faults: unknown[] = []

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'switchboard-web-'))
  mkdirSync(path.join(folder, 'renderer/assets'), { recursive: true })
  writeFileSync(path.join(folder, 'renderer/index.html'), '<!doctype html><title>Switchboard</title>')
  writeFileSync(path.join(folder, 'renderer/assets/index-1a2b.js'), 'export {}')
  writeFileSync(path.join(folder, 'secret.json'), '{}')
  writeFileSync(path.join(folder, 'picture'), 'picture bytes')
  writeFileSync(path.join(folder, 'page'), '<script>alert(1)</script>')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeEach(async () => {
  access = createAccess(createSession())
  links = 0
  faults = []
  server = await startWebServer({
    port: 0,
    access,
    origin: createWindowOrigin({
      rendererDir: path.join(folder, 'renderer'),
      openMedia: async (ref) => media.get(ref),
      openFile: async () => undefined,
      async takeSlice(token, offset, body) {
        let bytes = 0
        for await (const piece of body) bytes += piece.length
        return token === 'known' ? { kind: 'stored', stored: offset + bytes } : { kind: 'unknown' }
      },
    }),
    session: Promise.resolve({ serve: () => links++ }),
    onError: (error) => void faults.push(error),
  })
})
afterEach(() => server.close())

const media = new Map([
  [
    'picture',
    {
      get path() {
        return path.join(folder, 'picture')
      },
      type: 'image/png',
    },
  ],
  [
    'page',
    {
      get path() {
        return path.join(folder, 'page')
      },
      type: 'text/html',
    },
  ],
])

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** Node's own client, because fetch neither sets Host nor leaves `..` in a path. */
async function get(where: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const request = httpRequest({ host: '127.0.0.1', port: server.port, path: where, headers, method }).end()
  const [response] = await once(request, 'response')
  let body = ''
  for await (const chunk of response) body += String(chunk)
  return { status: response.statusCode, headers: response.headers, body }
}

/** What a browser sends once it has opened the printed address. */
const cookie = (): Record<string, string> => ({ cookie: access.exchange(access.key)?.cookie?.split(';')[0] ?? '' })
/** An address of the window's origin as the browser knows it. */
const inside = (where: string): string => `${access.exchange(access.key)?.path.slice(0, -1)}${where}`

describe('the key', () => {
  test('is exchanged for a cookie that scripts and other sites never see, and leaves the address', async () => {
    const { status, headers } = await get(
      new URL(server.url(access.key)).pathname + new URL(server.url(access.key)).search,
    )
    expect(status).toBe(303)
    const path = String(headers['location'])
    expect(path).toMatch(/^\/[\w-]{43}\/$/)
    expect(headers['set-cookie']?.[0]).toMatch(
      /^switchboard=[\w-]{43}; Path=\/[\w-]{43}\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    )
    expect(headers['set-cookie']?.[0]).toContain(`Path=${path};`)
    const page = await get(path, { cookie: String(headers['set-cookie']?.[0]).split(';')[0] ?? '' })
    expect(page.body).toContain('<title>Switchboard</title>')
  })

  test('for one use is good once', async () => {
    const key = access.createSingleUseKey()
    expect((await get(`/?key=${key}`)).status).toBe(303)
    expect((await get(`/?key=${key}`)).status).toBe(403)
  })

  test.for(['/', '/?key=', '/?key=wrong', '/assets/index-1a2b.js', '/media/picture'])(
    '%s without it says where it is',
    async (where) => {
      const asked: readonly [string, Record<string, string>][] = [
        [where, {}],
        // Neither the path alone opens anything nor the cookie alone.
        [inside(where), {}],
        [where, cookie()],
        [`/${'A'.repeat(43)}${where}`, cookie()],
      ]
      for (const [address, headers] of asked) {
        const { status, body } = await get(address, headers)
        expect(status).toBe(403)
        expect(body).toContain('the address that Switchboard printed')
      }
    },
  )

  test('still opens when another port of this machine has set cookies of the same name', async () => {
    const { cookie: own } = cookie()
    expect((await get(inside('/'), { cookie: `switchboard=stolen; ${own}; switchboard` })).status).toBe(200)
  })
})

describe('a stranger', () => {
  test.for(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', '127.0.0.1@evil.example'])(
    'whose name resolves to this machine (%s) is misdirected',
    async (host) => {
      expect((await get(inside('/'), { ...cookie(), host })).status).toBe(421)
    },
  )

  test('from another origin is refused, cookie or not', async () => {
    expect((await get(inside('/'), { ...cookie(), origin: 'http://evil.example' })).status).toBe(403)
    expect((await get(inside('/'), { ...cookie(), origin: 'null' })).status).toBe(403)
    // Another port of this machine is the same site.
    for (const site of ['cross-site', 'same-site']) {
      const headers = { ...cookie(), 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' }
      expect((await get(inside('/media/picture'), headers)).status, site).toBe(403)
    }
  })

  test.for<[string, Record<string, string>, boolean]>([
    ['no origin', {}, true],
    ['another origin', { origin: 'http://evil.example' }, true],
    ['no cookie', { origin: 'own' }, false],
    ['another host', { origin: 'http://evil.example', host: 'evil.example' }, true],
  ])('gets no pipe with %s', async ([, headers, withCookie]) => {
    const own = `http://127.0.0.1:${server.port}`
    const sent = {
      ...(withCookie ? cookie() : {}),
      ...headers,
      ...(headers['origin'] === 'own' ? { origin: own } : {}),
    }
    const socket = new WebSocket(own.replace('http', 'ws') + inside('/rpc'), { headers: sent })
    const [error] = await once(socket, 'error')
    expect(String(error)).toMatch(/40[13]|421/)
    expect(links).toBe(0)
  })
})

/** Bytes on a connection that is reset as soon as they are out. */
async function sendAndReset(bytes: string): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port: server.port })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(bytes, () => socket.resetAndDestroy())
  await once(socket, 'close')
}

describe('a connection that is reset', () => {
  const upgrade = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n`

  test.for<[string, () => string]>([
    ['while its upgrade is refused', () => `GET /rpc HTTP/1.1\r\nHost: evil.example\r\n${upgrade}\r\n`],
    [
      'while its upgrade is granted',
      () =>
        `GET ${inside('/rpc')} HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nCookie: ${cookie()['cookie']}\r\n${upgrade}\r\n`,
    ],
    [
      'while it is asked for a picture',
      () => `GET ${inside('/media/picture')} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie()['cookie']}\r\n\r\n`,
    ],
    ['in what is no request', () => 'GET\r\n\r\n'],
    ['at once', () => ''],
  ])('%s ends nothing', async ([, bytes]) => {
    const ended: unknown[] = []
    const recordException = (error: unknown) => void ended.push(error)
    process.on('uncaughtException', recordException)
    try {
      for (let round = 0; round < 10; round++)
        await Promise.all(Array.from({ length: 40 }, () => sendAndReset(bytes())))
      expect((await get(inside('/'), cookie())).status).toBe(200)
    } finally {
      process.off('uncaughtException', recordException)
    }
    expect(ended).toEqual([])
  })

  test('does not hold the end back when the other side of a refused upgrade stays half open', async () => {
    const socket = connect({ host: '127.0.0.1', port: server.port, allowHalfOpen: true })
    socket.resume().write(`GET /rpc HTTP/1.1\r\nHost: evil.example\r\n${upgrade}\r\n`)
    await once(socket, 'end')
    await expect(server.close()).resolves.toBeUndefined()
    socket.destroy()
  })
})

describe('the end of the server', () => {
  const connectWindow = (port: number) =>
    new WebSocket(`ws://127.0.0.1:${port}${inside('/rpc')}`, {
      headers: { ...cookie(), origin: `http://127.0.0.1:${port}` },
    })

  test('ends the connections of open windows', async () => {
    const socket = connectWindow(server.port)
    await once(socket, 'open')
    const closed = once(socket, 'close')
    await server.close()
    await closed
    expect(socket.readyState).toBe(WebSocket.CLOSED)
  })

  test('serves no window that connected before there was a session for it', async () => {
    const session = Promise.withResolvers<{ serve: () => void }>()
    const admitted = Promise.withResolvers<void>()
    const waiting = await startWebServer({
      port: 0,
      access: { ...access, admit: (...given) => (admitted.resolve(), access.admit(...given)) },
      origin: () => Promise.reject(new Error('nothing is asked for')),
      session: session.promise,
      onError: () => undefined,
    })
    const socket = connectWindow(waiting.port)
    const answered = Promise.race([once(socket, 'error'), once(socket, 'open')]).catch(() => undefined)
    await admitted.promise
    const ended = waiting.close()
    session.resolve({ serve: () => links++ })
    await answered
    expect([socket.readyState === WebSocket.OPEN, links]).toEqual([false, 0])
    await ended
  })
})

describe('what is served', () => {
  test('the page with exactly the policy of both hosts', async () => {
    const { headers } = await get(inside('/'), cookie())
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self' blob:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    )
    expect(headers['content-security-policy']).toBe(contentSecurityPolicy)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    })
  })

  test('scripts as scripts, to be kept for ever', async () => {
    const { headers, body } = await get(inside('/assets/index-1a2b.js'), cookie())
    expect(body).toBe('export {}')
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(headers['cache-control']).toContain('immutable')
  })

  test.for(['/../secret.json', '/%2e%2e/secret.json', '/../renderer/index.html'])(
    'nothing above the session (%s)',
    async (where) => {
      expect((await get(inside(where), cookie())).status).toBe(403)
    },
  )

  test.for([
    '/assets/..%2f..%2fsecret.json',
    '/..%5csecret.json',
    '/%00',
    '/%',
    '/assets',
    '/nothing.js',
    '/media/',
    '/media/no',
    '/media/picture/x',
  ])('nothing at %s', async (where) => {
    expect((await get(inside(where), cookie())).status).toBe(404)
  })

  test('no page for what is no address', async () => {
    expect((await get('//', cookie())).status).toBe(400)
    expect((await get(inside('//evil.example/'), cookie())).status).toBe(404)
  })

  test('a piece of a file is taken from the window, by its address, and from nobody else', async () => {
    const put = async (where: string, headers: Record<string, string>): Promise<Answer> => {
      const request = httpRequest({ host: '127.0.0.1', port: server.port, path: where, headers, method: 'PUT' })
      request.end('bytes')
      const [response] = await once(request, 'response')
      let body = ''
      for await (const chunk of response) body += String(chunk)
      return { status: response.statusCode, headers: response.headers, body }
    }
    const origin = `http://127.0.0.1:${server.port}`
    const where = inside('/upload/known?offset=7')
    expect(await put(where, { ...cookie(), origin })).toMatchObject({ status: 200, body: '{"stored":12}' })
    expect((await put(inside('/upload/other?offset=0'), { ...cookie(), origin })).status).toBe(404)
    for (const wrong of ['/upload/known', '/upload/known?offset=-1', '/upload/a/b?offset=0', '/media/known?offset=0'])
      expect((await put(inside(wrong), { ...cookie(), origin })).status).toBe(404)
    expect((await put(where, { origin })).status).toBe(403)
    expect((await put(where, cookie())).status).toBe(403)
    expect((await put(where, { ...cookie(), origin: 'http://evil.example' })).status).toBe(403)
    expect(faults).toEqual([])
  })

  test('nothing can be posted', async () => {
    expect((await get(inside('/'), cookie(), 'POST')).status).toBe(405)
  })

  test('a picture inline, whole or in parts', async () => {
    const whole = await get(inside('/media/picture'), cookie())
    expect(whole).toMatchObject({ status: 200, body: 'picture bytes' })
    expect(whole.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline',
      'accept-ranges': 'bytes',
    })
    const part = await get(inside('/media/picture'), { ...cookie(), range: 'bytes=8-' })
    expect(part).toMatchObject({ status: 206, body: 'bytes' })
    expect(part.headers['content-range']).toBe('bytes 8-12/13')
    expect((await get(inside('/media/picture'), { ...cookie(), range: 'bytes=99-' })).status).toBe(416)
    expect((await get(inside('/media/picture'), cookie(), 'HEAD')).body).toBe('')
  })

  test('a page from outside never as a page', async () => {
    const { headers } = await get(inside('/media/page'), cookie())
    expect(headers['content-type']).toBe('application/octet-stream')
    expect(headers['content-disposition']).toMatch(/^attachment/)
    expect(headers['content-security-policy']).toContain('sandbox')
  })

  test('a file under the name it is saved as', async () => {
    const { headers } = await get(
      inside(`/media/picture?download=${encodeURIComponent('отчёт "1"\r\nX: y.png')}`),
      cookie(),
    )
    expect(headers['content-disposition']).toBe(
      `attachment; filename="_____ _1___X_ y.png"; filename*=UTF-8''%D0%BE%D1%82%D1%87%D1%91%D1%82%20_1___X_%20y.png`,
    )
  })
})

test('a second host on the same port is refused', async () => {
  await expect(
    startWebServer({
      port: server.port,
      access,
      origin: async () => ({ status: 200, headers: {}, body: null }),
      session: Promise.resolve({ serve: () => {} }),
      onError: () => {},
    }),
  ).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
