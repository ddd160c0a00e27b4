import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { isOwnHost } from '../core/hosting/rules/own-host.ts'
import { securityHeaders } from '../core/hosting/security-headers.ts'
import type { OriginRequest, OriginResponse } from '../core/hosting/window-origin.ts'
import type { HostLink } from '../rpc/link.ts'
import { isFromOtherSite, isOwnOrigin, type Access } from './access.ts'
import { createWebSocketLink } from './websocket-link.ts'

/**
 * Node's request as the window's origin takes it. Only a PUT has a body here: a piece of a file, read as it comes.
 * @param target path and query as the window's origin knows them, beginning with a slash
 */
const toOriginRequest = (message: IncomingMessage, target: string): OriginRequest => ({
  method: message.method ?? 'GET',
  target,
  range: message.headers.range ?? null,
  body: message.method === 'PUT' ? message : null,
})

/** Writes an answer of the window's origin; resolves when it is out or the browser went away. */
async function sendResponse({ status, headers, body }: OriginResponse, to: ServerResponse): Promise<void> {
  to.writeHead(status, headers)
  if (body === null || typeof body === 'string') return void to.end(body ?? undefined)
  const { path, ...part } = body
  await pipeline(createReadStream(path, part), to).catch(() => to.destroy())
}

export interface WebServer {
  readonly port: number
  /** The address with a key in it. */
  url(key: string): string
  /** Ends every connection. */
  close(): Promise<void>
}

export interface WebServerOptions {
  /** 0 lets the system choose. */
  readonly port: number
  readonly access: Access
  /** Serves the window's origin, whose root is the session's path, to requests with the cookie. */
  readonly origin: (request: OriginRequest) => Promise<OriginResponse>
  /** The host that answers windows; connections opened before it exists wait. */
  readonly session: Promise<{ serve(link: HostLink): void }>
  readonly onError: (error: unknown) => void
}

/**
 * Not by `import`: for a module's sake Node then reads every export of node:http, among them its WebSocket, and loads
 * its whole `fetch` with that. It would be the tenth part of a start.
 */
const { createServer } = process.getBuiltinModule('node:http')

/** Where the window opens its WebSocket, below the session's path. */
const pipePath = '/rpc'

/** Largest message of the pipe: an imported archive is the largest thing that a window sends. */
const maxMessageBytes = 256 * 1024 * 1024

/** Listens on 127.0.0.1 only. Rejects when the port is taken. */
export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  const server = createServer()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })
  let closed = false
  await listen(server, options.port)
  const { port } = server.address() as AddressInfo

  // A connection that can't be accepted (too many open files) must not end the server.
  server.on('error', options.onError)
  server.on('request', (request, response) => {
    // Writing to a closed browser fails; nobody waits for it.
    response.on('error', () => response.destroy())
    void handle(request, response, options).catch((error: unknown) => {
      options.onError(error)
      response.destroy()
    })
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // From here on the socket and its errors are ours: anybody may connect and reset.
    socket.on('error', () => socket.destroy())
    const refused = refuseUpgrade(request, options.access)
    if (refused) {
      // The other side could keep its half open for ever.
      socket.once('finish', () => socket.destroy())
      return void socket.end(`HTTP/1.1 ${refused}\r\nConnection: close\r\n\r\n`)
    }
    const accept = (session: Awaited<typeof options.session>): void => {
      if (closed) return void socket.destroy()
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        webSocket.on('error', options.onError)
        session.serve(createWebSocketLink(webSocket))
      })
    }
    options.session.then(accept, () => socket.destroy())
  })
  return {
    port,
    url: (key) => `http://127.0.0.1:${port}/?key=${key}`,
    async close() {
      closed = true
      for (const client of sockets.clients) client.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { access, origin }: WebServerOptions,
): Promise<void> {
  const { headers } = request
  if (!isOwnHost(headers.host)) return refuse(response, 421, 'This address is not served here.')
  if (!isOwnOrigin(headers, { required: request.method === 'PUT' }) || isFromOtherSite(headers)) {
    return refuse(response, 403, 'Only the window itself may ask here.')
  }
  const url = urlOf(request)
  if (url === null) return refuse(response, 400, 'This is no address.')
  const key = url.searchParams.get('key')
  const exchanged = url.pathname === '/' && key !== null ? access.exchange(key) : undefined
  if (exchanged) {
    const cookie = exchanged.cookie === undefined ? {} : { 'set-cookie': exchanged.cookie }
    return void response.writeHead(303, { ...securityHeaders, ...cookie, location: exchanged.path }).end()
  }
  const inside = access.admit(headers, url.pathname)
  if (inside === undefined) {
    return refuse(response, 403, staleKey)
  }
  return sendResponse(await origin(toOriginRequest(request, `${inside}${url.search}`)), response)
}

const staleKey = `The key of this address is missing, or of an earlier start.
Open the address that Switchboard printed at its last start: it has the present key.
If you can’t find it, start Switchboard again.`

function refuseUpgrade(request: IncomingMessage, access: Access): string | undefined {
  const { headers } = request
  if (!isOwnHost(headers.host)) return '421 Misdirected Request'
  if (!isOwnOrigin(headers, { required: true })) return '403 Forbidden'
  const inside = access.admit(headers, urlOf(request)?.pathname ?? '')
  if (inside === undefined) return '401 Unauthorized'
  return inside === pipePath ? undefined : '404 Not Found'
}

/** Null for an invalid target, which anybody may send. */
const urlOf = (request: IncomingMessage): URL | null => URL.parse(request.url ?? '/', 'http://127.0.0.1')

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response
    .writeHead(status, {
      ...securityHeaders,
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': "default-src 'none'",
    })
    .end(`${sentence}\n`)
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}
