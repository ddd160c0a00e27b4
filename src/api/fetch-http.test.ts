import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createFetchHttp } from './fetch-http.ts'
import type { HttpRequest } from './http.ts'
import { networkFailure } from './network-failure.ts'

const http = createFetchHttp()
const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  )
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${portOf(address)}`
}

const portOf = (address: AddressInfo): number => address.port
const serve = (listener: RequestListener): Promise<string> => listen(createServer(listener))
const raw = (onSocket: (socket: Socket) => void): Promise<string> =>
  listen(createTcpServer((socket) => socket.on('error', () => undefined) && onSocket(socket)))

function get(url: string, more: Partial<HttpRequest> = {}) {
  return http.request({ method: 'GET', url, headers: {}, timeoutMs: 5000, ...more })
}

describe('answers', () => {
  test('status, headers in lower case, text without its mark, sizes and times', async () => {
    const url = await serve((request, response) => {
      response.setHeader('X-RateLimit-Remaining', '3')
      response.statusCode = 418
      request.setEncoding('utf8')
      let body = ''
      request.on('data', (chunk: string) => (body += chunk))
      request.on('end', () => response.end(`\uFEFF${request.method} ${request.headers['content-type']} ${body}`))
    })
    const result = await http.request({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      body: '{"message":"привет 👍"}',
      timeoutMs: 5000,
    })
    expect(result).toMatchObject({
      kind: 'response',
      status: 418,
      headers: { 'x-ratelimit-remaining': '3' },
      body: 'POST application/json {"message":"привет 👍"}',
      bytesOut: Buffer.byteLength('{"message":"привет 👍"}'),
    })
    expect(result.timing?.totalMs).toBeGreaterThanOrEqual(result.timing?.firstByteMs ?? Number.NaN)
  })

  test('a redirect is handed back, never followed', async () => {
    let seen = 0
    const url = await serve((_request, response) => {
      seen += 1
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect(await get(url)).toMatchObject({ kind: 'response', status: 307 })
    expect(seen).toBe(1)
  })

  test('characters cut by chunk borders stay whole', async () => {
    const bytes = Buffer.from('"👍👍"')
    const url = await serve((_request, response) => {
      response.write(bytes.subarray(0, 3))
      setImmediate(() => response.end(bytes.subarray(3)))
    })
    expect(await get(url)).toMatchObject({ body: '"👍👍"', bytesIn: bytes.length })
  })
})

describe('failures say where', () => {
  test('refused: the request never left', async () => {
    const url = await serve(() => undefined)
    await closers.pop()?.()
    expect(await get(url)).toMatchObject({
      kind: 'failure',
      reason: 'refused',
      mayHaveLeft: false,
      code: 'ECONNREFUSED',
    })
  })

  test('a name that does not exist: never left', async () => {
    expect(await get('http://nowhere.invalid/')).toMatchObject({ reason: 'dns', mayHaveLeft: false })
  })

  test('https to a server that speaks none: never left', async () => {
    const url = await serve((_request, response) => response.end())
    expect(await get(url.replace('http:', 'https:'))).toMatchObject({ reason: 'tls', mayHaveLeft: false })
    const silent = await raw((socket) => socket.once('data', () => socket.destroy()))
    expect(await get(silent.replace('http:', 'https:'))).toMatchObject({ reason: 'tls', mayHaveLeft: false })
  })

  test('closed without an answer: may have left', async () => {
    const url = await raw((socket) => socket.once('data', () => socket.destroy()))
    expect(await get(url)).toMatchObject({ reason: 'reset', mayHaveLeft: true })
    const reset = await raw((socket) => socket.once('data', () => socket.resetAndDestroy()))
    expect(await get(reset)).toMatchObject({ reason: 'reset', mayHaveLeft: true })
  })

  test('closed inside the answer: cut', async () => {
    const url = await raw((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"idMess')
        setImmediate(() => socket.destroy())
      }),
    )
    expect(await get(url)).toMatchObject({ reason: 'cut', mayHaveLeft: true })
  })

  test('no HTTP in the answer', async () => {
    const url = await raw((socket) => socket.once('data', () => socket.end('SSH-2.0-x\r\n\r\n')))
    expect(await get(url)).toMatchObject({ reason: 'protocol', mayHaveLeft: true })
  })

  test('time-out before and inside the answer', async () => {
    const mute = await serve(() => undefined)
    expect(await get(mute, { timeoutMs: 50 })).toMatchObject({ reason: 'timeout', mayHaveLeft: true })
    const slow = await serve((_request, response) => void response.write('['))
    expect(await get(slow, { timeoutMs: 100 })).toMatchObject({ reason: 'timeout', mayHaveLeft: true })
  })

  test('aborted before it began and under way', async () => {
    const controller = new AbortController()
    const url = await serve(() => controller.abort())
    expect(await get(url, { signal: AbortSignal.abort() })).toMatchObject({ reason: 'aborted', mayHaveLeft: false })
    expect(await get(url, { signal: controller.signal })).toMatchObject({ reason: 'aborted', mayHaveLeft: true })
  })

  test('an answer without end is given up', async () => {
    const url = await serve((_request, response) => {
      const more = (): void => {
        if (!response.destroyed && response.write('x'.repeat(10_000))) setImmediate(more)
        else response.once('drain', more)
      }
      more()
    })
    expect(await get(url, { maxBodyBytes: 50_000 })).toMatchObject({ reason: 'tooLarge', mayHaveLeft: true })
  })

  test('no failure holds the address', async () => {
    const results = await Promise.all([get('http://nowhere.invalid/secret-token'), get('no url secret-token')])
    expect(JSON.stringify(results)).not.toContain('secret-token')
  })
})

describe('in doubt the request may have left', () => {
  const error = (code: string, more: object = {}): Error => Object.assign(new Error('x'), { code, ...more })

  test.each([
    [error('ETIMEDOUT', { syscall: 'connect' }), 'connectTimeout', false],
    [error('ETIMEDOUT', { syscall: 'read' }), 'timeout', true],
    [error('EHOSTUNREACH', { syscall: 'connect' }), 'unreachable', false],
    [error('EHOSTUNREACH', { syscall: 'read' }), 'other', true],
    [error('ECONNRESET'), 'reset', true],
    [error('CERT_HAS_EXPIRED'), 'tls', false],
    [error('ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC'), 'tls', true],
    // After a request was read a certificate may still be asked for, and refused.
    [error('ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE'), 'tls', true],
    [error('ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE'), 'tls', true],
    [error('EAI_AGAIN'), 'dns', false],
    [
      new TypeError('fetch failed', {
        cause: new AggregateError([error('ECONNREFUSED'), error('ENETUNREACH', { syscall: 'connect' })]),
      }),
      'refused',
      false,
    ],
    [new AggregateError([error('ECONNREFUSED'), error('ECONNRESET')]), 'reset', true],
    [new Error('?'), 'other', true],
    ['text', 'other', true],
  ])('%s is %s', (thrown, reason, mayHaveLeft) => {
    expect(networkFailure(thrown)).toMatchObject({ reason, mayHaveLeft })
  })
})
