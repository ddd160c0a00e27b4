import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { HttpRequest } from '../../api/http.ts'
import { createUndiciHttp } from './undici-http.ts'

const answer = (body: string, more = '') =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n${more}\r\n${body}`

/** A server of bare TCP that sees what comes on each connection and answers as it is told. */
async function wire(onRequest: (line: string, socket: Socket, connection: number) => void) {
  /** "connection: method" in the order in which they came. */
  const seen: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    const connection = connections
    let text = ''
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      text += String(chunk)
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const line = text.slice(0, text.indexOf(' HTTP'))
        text = text.slice(end + 4)
        seen.push(`${connection}: ${line}`)
        onRequest(line, socket, connection)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const http = createUndiciHttp()
  onTestFinished(async () => {
    await http.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const pipeline = await http.openPipeline(origin)
  if (pipeline === null) throw new Error('there is no pipeline')
  const ask = (method: HttpRequest['method'], path: string, more: Partial<HttpRequest> = {}) =>
    pipeline.request({ method, url: `${origin}${path}`, headers: {}, timeoutMs: 60_000, ...more })
  // A pipeline in use has its connection: what is asked first waits for one.
  const open = ask('GET', '/open')
  return { seen, http, origin, pipeline, ask, open }
}

describe('a delete and the receive behind it', () => {
  test('leave on one connection before anything is answered, in their order', async () => {
    let first: Socket | undefined
    const { seen, ask, open } = await wire((line, socket) => {
      if (line === 'GET /open') socket.write(answer('0'))
      if (line === 'DELETE /1') first = socket
      // Only the arrival of the second makes the first be answered.
      if (line === 'GET /next') first?.write(answer('1') + answer('2'))
    })
    await open
    const [deleted, next] = await Promise.all([ask('DELETE', '/1'), ask('GET', '/next')])
    expect(deleted).toMatchObject({ kind: 'response', body: '1' })
    expect(next).toMatchObject({ kind: 'response', body: '2' })
    expect(seen).toEqual(['1: GET /open', '1: DELETE /1', '1: GET /next'])
  })

  test('are followed by nothing while the receive waits', async () => {
    let waiting: Socket | undefined
    const { seen, ask, open } = await wire((line, socket) => {
      if (line === 'GET /wait') waiting = socket
      else socket.write(answer('0'))
    })
    await open
    const wait = ask('GET', '/wait')
    const deleted = ask('DELETE', '/2')
    await expect.poll(() => seen).toContain('1: GET /wait')
    expect(seen).not.toContain('1: DELETE /2')
    waiting?.write(answer('1'))
    await Promise.all([wait, deleted])
    expect(seen).toEqual(['1: GET /open', '1: GET /wait', '1: DELETE /2'])
  })

  // What undici does with the second of two when the first goes wrong was measured: it writes it again, on a new
  // connection.
  test.each([
    ['the connection is closed with the first answer', answer('1', 'connection: close\r\n'), 'response'],
    ['the connection is closed without an answer', '', 'failure'],
    ['the first answer is no HTTP', 'garbage\r\n\r\n', 'failure'],
    ['the first answer ends in its middle', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n1', 'failure'],
  ])('neither is written twice when %s', async (_case, text, deletedKind) => {
    const { seen, ask, open } = await wire((line, socket) => {
      if (line === 'GET /open') socket.write(answer('0'))
      if (line === 'GET /next') socket.end(text)
    })
    await open
    const [deleted, next] = await Promise.all([ask('DELETE', '/1'), ask('GET', '/next')])
    expect(deleted.kind).toBe(deletedKind)
    expect(next).toMatchObject({ kind: 'failure', mayHaveLeft: true })
    expect(seen.filter((one) => one.includes('/1'))).toHaveLength(1)
    expect(seen.filter((one) => one.includes('/next'))).toHaveLength(1)
  })

  test('the delete is not written twice when it runs out of time', async () => {
    const { seen, ask, open } = await wire((line, socket) => {
      if (line === 'GET /open') socket.write(answer('0'))
    })
    await open
    const [deleted, next] = await Promise.all([ask('DELETE', '/1', { timeoutMs: 100 }), ask('GET', '/next')])
    expect([deleted, next]).toMatchObject([
      { kind: 'failure', reason: 'timeout', mayHaveLeft: true },
      { kind: 'failure', mayHaveLeft: true },
    ])
    await expect.poll(() => seen.filter((one) => !one.includes('/open'))).toEqual(['1: DELETE /1', '1: GET /next'])
  })

  test('are asked for on no connection of before when the network or the proxy has changed', async () => {
    const { http, ask, open, seen } = await wire((line, socket) => {
      if (line === 'GET /open') socket.write(answer('0'))
    })
    await open
    http.refresh()
    expect(await ask('GET', '/later')).toMatchObject({ kind: 'failure' })
    expect(seen).toEqual(['1: GET /open'])
  })

  test('end at once when the pipeline is closed', async () => {
    const { pipeline, ask, open, seen } = await wire((line, socket) => {
      if (line === 'GET /open') socket.write(answer('0'))
    })
    await open
    const pair = Promise.all([ask('DELETE', '/1'), ask('GET', '/next')])
    await expect.poll(() => seen).toHaveLength(3)
    pipeline.close()
    expect((await pair).map(({ kind }) => kind)).toEqual(['failure', 'failure'])
    expect(await ask('GET', '/later')).toMatchObject({ kind: 'failure' })
  })
})

test('behind a proxy there is no pipeline', async () => {
  const http = createUndiciHttp({ resolveProxy: () => Promise.resolve('http://127.0.0.1:9') })
  onTestFinished(() => http.close())
  expect(await http.openPipeline('http://127.0.0.1:1')).toBeNull()
})
