import { Readable } from 'node:stream'
import { Agent, Client, ProxyAgent, type Dispatcher } from 'undici'
import { DEFAULT_MAX_BODY_BYTES } from '../../api/http.ts'
import type { HttpFailure, HttpRequest, HttpResult, HttpUpload } from '../../api/http.ts'
import { networkFailure } from '../../api/answers/network-failure.ts'
import type { CoreHttp } from '../base/ports.ts'
import { encodingOf } from './content-encoding.ts'

/** To connect, TLS included, ms. */
const connectTimeoutMs = 15_000

export interface UndiciHttpOptions {
  /** The address of a proxy for this URL, or null for none. Asked once per origin and run. */
  readonly resolveProxy?: (origin: string) => Promise<string | null>
  /**
   * Certificates of authorities in PEM form that count in place of Node's own; empty leaves those. Connections wait for
   * them, because a system may take half a minute for its store. Must not reject.
   */
  readonly certificates?: Promise<readonly string[]>
}

/**
 * The service's HTTP on undici's `request` (0.87 to 1.3 of bare node:http; the built-in fetch reaches half).
 * As many connections as there are requests at once, each used again but never for two requests together; no redirect
 * is followed, nothing is kept but connections, and nothing is ever sent twice: a request that undici would write a
 * second time is ended instead.
 */
export function createUndiciHttp(options: UndiciHttpOptions = {}): Required<CoreHttp> {
  const settings = {
    // One request per connection: HTTP/2 would put an instance's sends behind its neighbours' streams, and undici
    // repeats what a GOAWAY left over.
    allowH2: false,
    keepAliveTimeout: 30_000,
    keepAliveMaxTimeout: 120_000,
    // The deadline of each request is its own signal; undici's two are off.
    headersTimeout: 0,
    bodyTimeout: 0,
  } as const
  /** As many connections as there are requests at once. */
  const shared: Agent.Options = { ...settings, connections: null, pipelining: 1 }
  const connectSettings = async () => {
    const ca = (await options.certificates) ?? []
    return { timeout: connectTimeoutMs, ...(ca.length === 0 ? {} : { ca: [...ca] }) }
  }
  let direct: Agent | undefined
  let proxies = new Map<string, ProxyAgent>()
  let chosen = new Map<string, Promise<Dispatcher>>()
  const pipelines = new Set<Client>()
  let closed = false

  const agents = (): readonly (Agent | ProxyAgent)[] => [...(direct ? [direct] : []), ...proxies.values()]

  /** A proxy lookup that fails must not block the service. */
  const proxyFor = async (origin: string): Promise<string | null> => {
    try {
      return (await options.resolveProxy?.(origin)) ?? null
    } catch {
      return null
    }
  }
  const choose = async (origin: string): Promise<Dispatcher> => {
    const [proxy, connect] = await Promise.all([proxyFor(origin), connectSettings()])
    if (proxy === null) return (direct ??= new Agent({ ...shared, connect }))
    const known = proxies.get(proxy)
    if (known !== undefined) return known
    const created = new ProxyAgent({
      ...shared,
      uri: proxy,
      requestTls: connect,
      // With it undici would speak TLS to a SOCKS proxy.
      ...(proxy.startsWith('socks5:') ? {} : { proxyTls: { timeout: connectTimeoutMs } }),
    })
    proxies.set(proxy, created)
    return created
  }
  const dispatcherFor = (origin: string): Promise<Dispatcher> => {
    const known = chosen.get(origin)
    if (known !== undefined) return known
    const found = choose(origin)
    chosen.set(origin, found)
    return found
  }

  const request = async (
    asked: HttpRequest,
    dispatcherOf: (origin: string) => Dispatcher | Promise<Dispatcher>,
    mode: Mode,
  ): Promise<HttpResult> => {
    const started = performance.now()
    const url = new URL(asked.url)
    const bytesOut = sizeOf(asked.body)
    const failure = (reason: HttpFailure['reason'], mayHaveLeft: boolean, bytesIn = 0, code?: string): HttpFailure => ({
      kind: 'failure',
      reason,
      mayHaveLeft,
      code,
      bytesIn,
      bytesOut,
      timing: { totalMs: performance.now() - started },
    })
    const givenUp = () => closed || asked.signal?.aborted === true
    if (givenUp()) return failure('aborted', false)

    const found = dispatcherOf(url.origin)
    // Without a turn of the event loop where there is nothing to wait for: pipelined requests leave in the order in
    // which they are made.
    const dispatcher = found instanceof Promise ? await whileWanted(found, asked) : found
    // The request may have been aborted while the proxy was determined.
    if (givenUp()) return failure('aborted', false)
    if (dispatcher === null) return failure('connectTimeout', false)
    return await send(dispatcher, url, asked, mode, started, bytesOut, failure)
  }

  return {
    request: (asked) => request(asked, dispatcherFor, 'alone'),
    async openPipeline(origin) {
      const [proxy, connect] = await Promise.all([proxyFor(origin), connectSettings()])
      if (proxy !== null || closed) return null
      const client = new Client(origin, { ...settings, pipelining: 2, connect })
      pipelines.add(client)
      return {
        request: (asked) => request(asked, () => client, 'pipelined'),
        close() {
          pipelines.delete(client)
          client.destroy().catch(() => undefined)
        },
      }
    },
    refresh() {
      if (closed) return
      const old = [...agents(), ...pipelines]
      pipelines.clear()
      direct = undefined
      proxies = new Map()
      chosen = new Map()
      // Requests in progress finish; their connections are not reused.
      for (const agent of old) agent.close().catch(() => undefined)
    },
    async close() {
      closed = true
      await Promise.all([...agents(), ...pipelines].map((agent) => agent.destroy()))
    },
  }
}

/** Null when the request is given up, or its time is over, first: a lookup of a proxy or of certificates may hang. */
function whileWanted<Value>(found: Promise<Value>, { signal, timeoutMs }: HttpRequest): Promise<Value | null> {
  return new Promise((resolve, reject) => {
    const giveUp = () => resolve(null)
    const deadline = setTimeout(giveUp, timeoutMs)
    deadline.unref()
    signal?.addEventListener('abort', giveUp, { once: true })
    found.then(resolve, reject).finally(() => {
      clearTimeout(deadline)
      signal?.removeEventListener('abort', giveUp)
    })
  })
}

/**
 * `pipelined`: a DELETE lets the next request be written behind it, and a GET may be written behind a DELETE.
 * A connection of undici's that breaks between them writes the GET once more, which `send` makes a failure.
 */
type Mode = 'alone' | 'pipelined'

type Fail = (reason: HttpFailure['reason'], mayHaveLeft: boolean, bytesIn?: number, code?: string) => HttpFailure

const sizeOf = (body: HttpRequest['body']): number =>
  body === undefined ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.bytes

function send(
  dispatcher: Dispatcher,
  url: URL,
  request: HttpRequest,
  mode: Mode,
  started: number,
  bytesOut: number,
  failure: Fail,
): Promise<HttpResult> {
  const maxBytes = request.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES
  return new Promise((resolve) => {
    let status = 0
    let headers: Record<string, string> = {}
    const chunks: Buffer[] = []
    let bytesIn = 0
    let left = false
    let startedMs: number | undefined
    let firstByteMs: number | undefined
    let abort: (() => void) | undefined
    let settled = false
    const elapsed = () => performance.now() - started

    const settle = (result: HttpResult) => {
      if (settled) return
      settled = true
      clearTimeout(deadline)
      request.signal?.removeEventListener('abort', onAbort)
      resolve(result)
    }
    const give = (reason: HttpFailure['reason']) => {
      settle(failure(reason, left, bytesIn))
      abort?.()
    }
    const onAbort = () => give('aborted')
    const deadline = setTimeout(() => give(left ? 'timeout' : 'connectTimeout'), request.timeoutMs)
    deadline.unref()
    const upload = typeof request.body === 'object' ? request.body : undefined
    request.signal?.addEventListener('abort', onAbort, { once: true })

    dispatcher.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers:
          upload === undefined ? request.headers : { ...request.headers, 'content-length': String(upload.bytes) },
        body:
          upload === undefined
            ? ((request.body as string | undefined) ?? null)
            : Readable.from(
                read(upload, () => void deadline.refresh()),
                { objectMode: false },
              ),
        // A connection that was used before may be about to close, and an upload can't be begun again from here.
        reset: upload !== undefined,
        // A reused connection may be closed by the other side at any moment; such a request fails and is not repeated.
        ...(mode === 'alone' ? { idempotent: false } : { idempotent: true, blocking: request.method !== 'DELETE' }),
      },
      {
        onRequestStart(controller) {
          abort = () => controller.abort(new Error('given up'))
          // Called synchronously when the request is written to an open connection. A second call would be a repeat.
          if (settled || left) abort()
          left = true
          startedMs = elapsed()
        },
        onResponseStart(_controller, statusCode, received) {
          firstByteMs = elapsed()
          status = statusCode
          headers = flatHeaders(received)
        },
        onResponseData(_controller, chunk) {
          bytesIn += chunk.length
          if (bytesIn > maxBytes) give('tooLarge')
          else chunks.push(chunk)
        },
        onResponseEnd() {
          const body = whole(chunks, headers['content-encoding'], maxBytes)
          if (body === null) return settle(failure('tooLarge', left, bytesIn))
          settle({
            kind: 'response',
            status,
            headers,
            body: decoder.decode(body),
            bytesIn,
            bytesOut,
            timing: { connectMs: startedMs, firstByteMs, totalMs: elapsed() },
          })
        },
        onResponseError(_controller, error) {
          if (error instanceof UnreadableUpload) return settle(failure('aborted', left, bytesIn, 'UNREADABLE'))
          const { reason, code } = networkFailure(error)
          // Nobody gave it up: undici calls so a tunnel that a proxy refused.
          if (reason === 'aborted' && !left) return settle(failure('unreachable', false, bytesIn, code))
          // Nothing can have left before the request was written, and anything after it, whatever the error is called:
          // a TLS alert may come in the middle of an exchange.
          const cut = left && firstByteMs !== undefined && reason === 'reset' ? 'cut' : reason
          settle(failure(cut, left, bytesIn, code))
        },
      },
    )
  })
}

/** The file can't be read, or is not as long as it was said to be. */
class UnreadableUpload extends Error {}

/**
 * Hands out an upload's bytes; says after each piece that it goes on. Another length than the one that was said is an
 * error.
 */
async function* read(upload: HttpUpload, onPiece: () => void): AsyncGenerator<Uint8Array> {
  let sent = 0
  try {
    for await (const piece of upload.open()) {
      if (sent + piece.length > upload.bytes) throw new Error('it has grown')
      yield piece
      sent += piece.length
      onPiece()
      upload.onSent?.(sent)
    }
    if (sent < upload.bytes) throw new Error('it has shrunk')
  } catch (cause) {
    throw new UnreadableUpload('the upload could not be read', { cause })
  }
}

function flatHeaders(received: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(received)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}

const decoder = new TextDecoder('utf-8')

/** The body of an answer, decompressed where that can be; null where it is longer than `maxBytes` then. */
function whole(chunks: readonly Buffer[], header: string | undefined, maxBytes: number): Buffer | null {
  const [first = Buffer.alloc(0)] = chunks
  const body = chunks.length > 1 ? Buffer.concat(chunks) : first
  const encoding = encodingOf(header)
  if (encoding === undefined || body.length === 0) return body
  try {
    return encoding.whole(body, { maxOutputLength: maxBytes })
  } catch (error) {
    // What is not what its header says is shown as it came.
    return error instanceof RangeError ? null : body
  }
}
