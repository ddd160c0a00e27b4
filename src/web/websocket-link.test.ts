import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { conformanceCases, createConformanceHost } from '../rpc/testing/conformance.ts'
import type { ClientLink, ClientLinkListener, HostLink } from '../rpc/link.ts'
import { createAccess, createSession, type Access } from './access.ts'
import { startWebServer, type WebServer } from './web-server.ts'

let server: WebServer
afterEach(() => server.close())

function enter(access: Access) {
  const { path, cookie } = access.exchange(access.key) ?? {}
  if (path === undefined || cookie === undefined) throw new Error('The key is not taken.')
  return { path, cookie }
}

/** What the window's end does, on Node's side: one socket, opened again when it broke. */
async function connect({
  path,
  cookie,
}: ReturnType<typeof enter>): Promise<{ link: ClientLink; reconnect(): Promise<void> }> {
  const origin = `http://127.0.0.1:${server.port}`
  const open = (): WebSocket =>
    new WebSocket(`${origin.replace('http', 'ws')}${path}rpc`, {
      origin,
      headers: { cookie: cookie.split(';')[0] ?? '' },
    })
  let socket = open()
  let listener: ClientLinkListener | undefined
  const wire = (): void => {
    socket.on('open', () => listener?.opened())
    socket.on('message', (data) => listener?.received(String(data)))
    socket.on('close', () => listener?.closed())
  }
  wire()
  return {
    link: {
      send: (text) => socket.send(text),
      listen(next) {
        listener = next
        return () => socket.terminate()
      },
    },
    async reconnect() {
      const closed = once(socket, 'close')
      socket.terminate()
      await closed
      socket = open()
      wire()
      await once(socket, 'open')
    },
  }
}

describe('the pipe over a WebSocket', () => {
  test.for(conformanceCases)('$name', async ({ run }) => {
    const host = createConformanceHost()
    const access = createAccess(createSession())
    server = await startWebServer({
      port: 0,
      access,
      origin: async () => ({ status: 200, headers: {}, body: null }),
      session: Promise.resolve({ serve: (link) => void host.accept(link) }),
      onError: () => {},
    })
    await expect(run(await connect(enter(access)))).resolves.toBeUndefined()
  })
})

test('a window that does not read is dropped, and the host keeps little for it', async () => {
  const access = createAccess(createSession())
  const links: HostLink[] = []
  server = await startWebServer({
    port: 0,
    access,
    origin: async () => ({ status: 200, headers: {}, body: null }),
    session: Promise.resolve({ serve: (link) => void links.push(link) }),
    onError: () => {},
  })
  const { path, cookie } = enter(access)
  const origin = `http://127.0.0.1:${server.port}`
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}rpc`, {
    origin,
    headers: { cookie: cookie.split(';')[0] ?? '' },
  })
  await once(socket, 'open')
  socket.pause()
  const [link] = links
  const closed = new Promise<void>((resolve) => link?.listen({ received: () => {}, closed: resolve }))
  const event = JSON.stringify({ kind: 'event', event: 'x'.repeat(1000) })
  // Half a gigabyte, were it kept.
  const before = process.memoryUsage().rss
  for (let sent = 0; sent < 500_000; sent++) link?.send(event)
  const grownBytes = process.memoryUsage().rss - before
  await closed
  expect(grownBytes).toBeLessThan(200 * 1024 * 1024)
  socket.terminate()
})

test('a window that comes before there is somebody to answer it is answered then', async () => {
  const access = createAccess(createSession())
  const session = Promise.withResolvers<{ serve(link: HostLink): void }>()
  server = await startWebServer({
    port: 0,
    access,
    origin: async () => ({ status: 200, headers: {}, body: null }),
    session: session.promise,
    onError: () => {},
  })
  const { path, cookie } = enter(access)
  const origin = `http://127.0.0.1:${server.port}`
  const connectTo = () =>
    new WebSocket(`${origin.replace('http', 'ws')}${path}rpc`, {
      origin,
      headers: { cookie: cookie.split(';')[0] ?? '' },
    })
  const [early, gone] = [connectTo(), connectTo()]
  const received: string[] = []
  early.once('open', () => early.send('hello'))
  gone.on('error', () => undefined)
  gone.terminate()
  session.resolve({ serve: (link) => void link.listen({ received: (text) => received.push(text), closed: () => {} }) })
  await once(early, 'open')
  await expect.poll(() => received).toEqual(['hello'])
  early.terminate()
})
