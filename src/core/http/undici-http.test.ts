import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { HttpRequest } from '../../api/http.ts'
import { createUndiciHttp, type UndiciHttpOptions } from './undici-http.ts'

function client(options: UndiciHttpOptions = {}) {
  const http = createUndiciHttp(options)
  onTestFinished(() => http.close())
  return http
}

async function httpServer(listener: RequestListener): Promise<string> {
  const server = createHttpServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A bare TCP server, for answers that no HTTP server gives. */
async function tcpServer(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onSocket(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a change of network after the end harms nothing', async () => {
  const rejected: unknown[] = []
  const recordRejection = (reason: unknown) => void rejected.push(reason)
  process.on('unhandledRejection', recordRejection)
  onTestFinished(() => void process.off('unhandledRejection', recordRejection))
  const http = createUndiciHttp()
  await http.close()
  http.refresh()
  await new Promise((resolve) => setImmediate(resolve))
  expect(rejected).toEqual([])
})

const get = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url,
  headers: {},
  timeoutMs: 60_000,
  ...more,
})
const post = (url: string, body: string): HttpRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body,
  timeoutMs: 60_000,
})
const answer = (text: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`

describe('HTTP on undici', () => {
  test('gives status, headers in lower case and the body as text', async () => {
    const url = await httpServer((request: IncomingMessage, response: ServerResponse) => {
      response.setHeader('X-RateLimit-Remaining', '7')
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      request.on('end', () => response.end(`${request.method} ${request.url} ${body}`))
    })
    const result = await client().request(post(`${url}/a?b=1`, '{"c":"ж"}'))
    expect(result).toMatchObject({ kind: 'response', status: 200, body: 'POST /a?b=1 {"c":"ж"}', bytesOut: 10 })
    expect(result.kind === 'response' && result.headers['x-ratelimit-remaining']).toBe('7')
  })

  test.for([
    { encoding: 'gzip', body: gzipSync('{"c":"ж"}'), shown: '{"c":"ж"}' },
    { encoding: 'X-Gzip', body: gzipSync('{"c":"ж"}'), shown: '{"c":"ж"}' },
    { encoding: 'deflate', body: deflateSync('{"c":"ж"}'), shown: '{"c":"ж"}' },
    { encoding: 'br', body: brotliCompressSync('{"c":"ж"}'), shown: '{"c":"ж"}' },
    { encoding: 'gzip', body: Buffer.from('{}'), shown: '{}' },
    { encoding: 'gzip', body: Buffer.alloc(0), shown: '' },
    { encoding: 'identity', body: Buffer.from('{}'), shown: '{}' },
    { encoding: '__proto__', body: Buffer.from('{}'), shown: '{}' },
  ])('reads what comes as $encoding unasked: $shown', async ({ encoding, body, shown }) => {
    const url = await httpServer((_request, response) => {
      response.setHeader('content-encoding', encoding)
      response.end(body)
    })
    expect(await client().request(get(url))).toMatchObject({ kind: 'response', status: 200, body: shown })
  })

  test('stops at the limit of what was compressed', async () => {
    const url = await httpServer((_request, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(gzipSync(Buffer.alloc(100_001)))
    })
    const result = await client().request(get(url, { maxBodyBytes: 100_000 }))
    expect(result).toMatchObject({ kind: 'failure', reason: 'tooLarge' })
  })

  test('follows no redirect', async () => {
    let asked = 0
    const url = await httpServer((_request, response) => {
      asked += 1
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    expect(await client().request(get(url))).toMatchObject({ kind: 'response', status: 302 })
    expect(asked).toBe(1)
  })

  test('a reused connection that closes without an answer fails, and the message is not sent again', async () => {
    let posts = 0
    const url = await tcpServer((socket) => {
      socket.on('data', (data) => {
        if (String(data).startsWith('GET')) socket.write(answer('ok'))
        else {
          posts += 1
          socket.destroy()
        }
      })
    })
    const http = client()
    expect(await http.request(get(url))).toMatchObject({ kind: 'response' })
    expect(await http.request(post(url, '{}'))).toMatchObject({ kind: 'failure', reason: 'reset', mayHaveLeft: true })
    // The next one finds a connection again; nothing of the lost one is repeated.
    expect(await http.request(get(url))).toMatchObject({ kind: 'response' })
    expect(posts).toBe(1)
  })

  test('nobody listens: the request never left', async () => {
    const free = createServer()
    free.listen(0, '127.0.0.1')
    await once(free, 'listening')
    const { port } = free.address() as AddressInfo
    free.close()
    await once(free, 'close')
    const result = await client().request(post(`http://127.0.0.1:${port}/`, '{}'))
    expect(result).toMatchObject({ kind: 'failure', reason: 'refused', mayHaveLeft: false })
  })

  test('no such host: the request never left', async () => {
    const result = await client().request(post('http://no-such-host.invalid/', '{}'))
    expect(result).toMatchObject({ kind: 'failure', reason: 'dns', mayHaveLeft: false })
  })

  test('plain text where TLS is spoken: the request never left', async () => {
    const url = await tcpServer((socket) => socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))
    const result = await client().request(post(url.replace('http:', 'https:'), '{}'))
    expect(result).toMatchObject({ kind: 'failure', reason: 'tls', mayHaveLeft: false })
  })

  test('no answer in time: it may have left', async () => {
    let asked = 0
    const url = await httpServer((_request, response) => {
      asked += 1
      if (asked === 1) response.end()
    })
    const http = client()
    // Over a connection that is open, so that the request has left before its time is over.
    await http.request(get(url))
    const result = await http.request({ ...post(url, '{}'), timeoutMs: 100 })
    expect(result).toMatchObject({ kind: 'failure', reason: 'timeout', mayHaveLeft: true })
  })

  test('an answer cut in the middle is a cut, not an answer', async () => {
    const url = await tcpServer((socket) =>
      socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')),
    )
    expect(await client().request(get(url))).toMatchObject({ kind: 'failure', reason: 'cut', mayHaveLeft: true })
  })

  test('what is no HTTP is said so', async () => {
    const url = await tcpServer((socket) => socket.on('data', () => socket.end('hello\r\n\r\n')))
    expect(await client().request(get(url))).toMatchObject({ kind: 'failure', reason: 'protocol', mayHaveLeft: true })
  })

  test('an answer over the limit is dropped', async () => {
    const url = await httpServer((_request, response) => response.end('x'.repeat(200_000)))
    const result = await client().request(get(url, { maxBodyBytes: 1000 }))
    expect(result).toMatchObject({ kind: 'failure', reason: 'tooLarge' })
  })

  test('the caller can give up before and while it waits', async () => {
    const url = await httpServer(() => undefined)
    const http = client()
    const aborted = AbortSignal.abort()
    expect(await http.request(get(url, { signal: aborted }))).toMatchObject({ reason: 'aborted', mayHaveLeft: false })
    const controller = new AbortController()
    const waiting = http.request(get(url, { signal: controller.signal }))
    controller.abort()
    expect(await waiting).toMatchObject({ kind: 'failure', reason: 'aborted' })
  })

  test('fifty long polls on one host do not stop a send', async () => {
    const held: ServerResponse[] = []
    const allHeld = Promise.withResolvers<void>()
    const url = await httpServer((request, response) => {
      if (request.method === 'POST') response.end('sent')
      else if (held.push(response) === 50) allHeld.resolve()
    })
    const http = client()
    const polls = Array.from({ length: 50 }, () => http.request(get(url)))
    await allHeld.promise
    expect(await http.request(post(url, '{}'))).toMatchObject({ kind: 'response', body: 'sent' })
    for (const response of held) response.end()
    await Promise.all(polls)
  })

  test('goes through the proxy that the host names', async () => {
    const seen: string[] = []
    const proxy = await httpServer((request, response) => {
      seen.push(String(request.url))
      response.end('by proxy')
    })
    const target = await httpServer((_request, response) => response.end('direct'))
    const http = client({ resolveProxy: (origin) => Promise.resolve(origin === target ? proxy : null) })
    expect(await http.request(get(`${target}/path`))).toMatchObject({ body: 'by proxy' })
    expect(seen).toEqual([`${target}/path`])
    expect(await client().request(get(`${target}/path`))).toMatchObject({ body: 'direct' })
  })

  test('a request whose proxy is not found out ends when it is given up, and with its time', async () => {
    const http = client({ resolveProxy: () => Promise.withResolvers<null>().promise })
    const stop = new AbortController()
    const aborted = http.request({ ...get('http://service.test/'), signal: stop.signal })
    stop.abort()
    expect(await aborted).toMatchObject({ kind: 'failure', reason: 'aborted', mayHaveLeft: false })
    const timed = http.request({ ...get('http://service.test/'), timeoutMs: 20 })
    expect(await timed).toMatchObject({ kind: 'failure', reason: 'connectTimeout', mayHaveLeft: false })
  })

  test('a proxy that does not reach the service is a failure of the way, before anything left', async () => {
    const proxy = createHttpServer()
    proxy.on('connect', (_request, socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    onTestFinished(() => void proxy.close())
    const http = client({ resolveProxy: async () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` })
    expect(await http.request(get('https://service.test/path'))).toMatchObject({
      kind: 'failure',
      reason: 'unreachable',
      mayHaveLeft: false,
    })
  })

  test('after a change of network requests go on over new connections, and none is cut', async () => {
    const held = Promise.withResolvers<ServerResponse>()
    const sockets = new Set<unknown>()
    const url = await httpServer((request, response) => {
      sockets.add(request.socket)
      if (request.url === '/hold') held.resolve(response)
      else response.end('ok')
    })
    const http = client()
    const waiting = http.request(get(`${url}/hold`))
    const response = await held.promise
    http.refresh()
    expect(await http.request(get(url))).toMatchObject({ body: 'ok' })
    response.end('late')
    expect(await waiting).toMatchObject({ body: 'late' })
    expect(sockets.size).toBe(2)
  })
})
