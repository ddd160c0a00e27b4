import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { EmulatorClock } from '../clock.ts'
import type { MediaStore } from '../world/media-store.ts'
import type { ApiRequests } from './api-requests.ts'
import type { FaultBook } from './faults.ts'
import { fieldReply } from './field-bodies.ts'
import type { Recorder } from './recorder.ts'
import { html, type Reply } from './reply.ts'
import { isPartnerPath, withoutPartnerToken } from './partner.ts'
import { respond } from './respond.ts'
import { parseRoute } from './route.ts'
import { createSlowLink } from './slow-link.ts'

export interface ControlHandler {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
}

export interface EmulatorServerPorts {
  readonly clock: EmulatorClock
  readonly media: MediaStore
  readonly recorder: Recorder
  readonly faults: FaultBook
  readonly api: ApiRequests
  readonly control: ControlHandler
  /** Answers a request of the partner API. */
  readonly partner: (method: string, path: string) => Reply
  readonly wire: Wire
}

/** Latency and pipelining of the server. */
export interface Wire {
  /** Real milliseconds from a request's last byte to the answer's first, besides what the server needs. Default 0. */
  readonly roundTripMs?: number
  /**
   * Treatment of a pipelined request: `inOrder` starts it after the answer to the one before, as a reverse proxy does;
   * `atOnce` starts both, as plain Node does; `cut` closes the connection, as some middleboxes do. Default `inOrder`.
   */
  readonly pipelining?: 'inOrder' | 'atOnce' | 'cut'
}

interface Connection {
  readonly id: number
  requests: number
  /** Number of requests in progress or waiting. */
  unanswered: number
  /** Resolves when all requests so far are answered. */
  answered: Promise<void>
}

const newConnection = (id: number): Connection => ({ id, requests: 0, unanswered: 0, answered: Promise.resolve() })

export interface EmulatorServer {
  /** Listens; resolves with the origin. Rejects when the port is taken. */
  listen(port: number, host: string): Promise<string>
  close(): Promise<void>
}

const mediaReply = (media: MediaStore, path: string, method: string): Reply => {
  const id = path.split('/')[2] ?? ''
  const file = media.get(id)
  if (!file || (method !== 'GET' && method !== 'HEAD')) return html(404, 'Not Found')
  const status = file.status ?? 200
  if (file.location !== undefined) {
    return { status: 302, body: '', contentType: 'text/plain', headers: { location: file.location } }
  }
  return status === 200 ? { status, body: media.bytes(id) ?? '', contentType: file.mimeType } : html(status, 'Gone')
}

/** The emulator's HTTP server: instances, files and the control endpoint on one port. */
export const createEmulatorServer = (ports: EmulatorServerPorts): EmulatorServer => {
  const { clock, media, recorder, faults, api, control, partner, wire } = ports
  const link = wire.roundTripMs ? createSlowLink(wire.roundTripMs) : undefined
  const sockets = new Map<Socket, Connection>()
  let connections = 0

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = request.url ?? '/'
    const method = request.method ?? 'GET'
    if (target.startsWith('/control/')) return control.handle(request, response)
    const connection = sockets.get(request.socket) ?? newConnection(0)
    connection.requests += 1
    const route = parseRoute(target)
    const operation = route?.operation ?? (target.startsWith('/media/') ? 'media' : '')
    const recorded = recorder.add({
      at: clock.now(),
      method,
      path: route && route.token !== '' ? target.replace(route.token, '<token>') : withoutPartnerToken(target),
      idInstance: route?.idInstance ?? '',
      operation,
      headers: request.headers,
      body: '',
      connection: connection.id,
      requestOnConnection: connection.requests,
      status: 0,
      endedAt: undefined,
      fault: undefined,
      aborted: false,
    })
    if (route) return api.handle(request, response, route, recorded)
    if (isPartnerPath(target)) {
      request.resume()
      const reply = partner(method, target)
      recorded.status = (await respond(response, clock, reply, undefined)) ? reply.status : 0
      recorded.endedAt = clock.now()
      return
    }
    request.resume()
    const fault = operation === 'media' ? faults.next('media', '', connection.requests > 1) : undefined
    if (fault?.kind === 'delay') await new Promise<void>((resolve) => clock.after(fault.ms, resolve))
    const reply =
      fault?.kind === 'refuse'
        ? fieldReply(fault.status, undefined, target, clock.now())
        : operation === 'media'
          ? mediaReply(media, target, method)
          : api.unknown(method, target)
    recorded.status = (await respond(response, clock, reply, fault)) ? reply.status : 0
    recorded.endedAt = clock.now()
  }

  /** Starts a request when `pipelining` allows it. */
  const inSequence = (request: IncomingMessage, begin: () => Promise<void>): Promise<void> => {
    const connection = sockets.get(request.socket)
    if (connection === undefined || wire.pipelining === 'atOnce') return begin()
    if (wire.pipelining === 'cut' && connection.unanswered > 0) {
      request.socket.destroy()
      return Promise.resolve()
    }
    connection.unanswered += 1
    const done = connection.answered.then(() => (request.socket.destroyed ? undefined : begin()))
    connection.answered = done.catch(() => undefined).then(() => void (connection.unanswered -= 1))
    return done
  }

  const server: Server = createServer(
    { keepAliveTimeout: 65_000, requestTimeout: 0, headersTimeout: 60_000 },
    (request, response) => {
      response.on('error', () => undefined)
      inSequence(request, () => serve(request, response)).catch((error: unknown) => {
        if (response.headersSent || response.destroyed) return response.destroy()
        response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
        response.end(`The emulator failed: ${error instanceof Error ? error.message : String(error)}`)
      })
    },
  )
  server.on('connection', (socket) => {
    connections += 1
    sockets.set(socket, newConnection(connections))
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  })

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(link === undefined ? port : 0, host, () => {
          server.off('error', reject)
          // A connection that can't be accepted costs itself only.
          server.on('error', () => undefined)
          const bound = (server.address() as AddressInfo).port
          const origin = (at: number) => `http://${host.includes(':') ? `[${host}]` : host}:${at}`
          if (link === undefined) resolve(origin(bound))
          else link.listen(port, host, { port: bound, host }).then((at) => resolve(origin(at)), reject)
        })
      }),
    close: async () => {
      await link?.close()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets.keys()) socket.destroy()
      })
    },
  }
}
