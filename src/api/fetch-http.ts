import { DEFAULT_MAX_BODY_BYTES } from './http.ts'
import type { Http, HttpFailure, HttpRequest, HttpResult } from './http.ts'
import { networkFailure } from './network-failure.ts'
import type { NetworkFailure } from './network-failure.ts'

export interface FetchHttpOptions {
  /** Default: the global fetch. */
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds since an arbitrary start. Default: performance.now. */
  readonly monotonic?: () => number
}

/**
 * The port on a fetch. Redirects are handed back as they are and never followed, no cookies, no cache.
 * For Node: a browser's fetch repeats a POST by itself when a reused connection closes (architecture 6).
 */
export function createFetchHttp(options: FetchHttpOptions = {}): Http {
  const send = options.fetch ?? globalThis.fetch
  const monotonic = options.monotonic ?? (() => performance.now())
  return { request: (request) => exchange(send, monotonic, request) }
}

async function exchange(
  send: typeof globalThis.fetch,
  monotonic: () => number,
  request: HttpRequest,
): Promise<HttpResult> {
  const start = monotonic()
  const bytesOut = request.body === undefined ? 0 : new TextEncoder().encode(request.body).byteLength
  let firstByteMs: number | undefined
  let bytesIn = 0
  const failure = (what: NetworkFailure): HttpFailure => ({
    kind: 'failure',
    ...what,
    timing: { firstByteMs, totalMs: monotonic() - start },
    bytesIn,
    bytesOut,
  })
  if (request.signal?.aborted) return failure({ reason: 'aborted', mayHaveLeft: false })

  const timeout = AbortSignal.timeout(request.timeoutMs)
  const signal = request.signal === undefined ? timeout : AbortSignal.any([request.signal, timeout])
  try {
    const response = await send(request.url, {
      method: request.method,
      headers: request.headers,
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal,
    })
    firstByteMs = monotonic() - start
    const limit = request.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES
    const decoder = new TextDecoder()
    let body = ''
    if (response.body !== null) {
      for await (const chunk of chunks(response.body)) {
        bytesIn += chunk.byteLength
        // Leaving the loop cancels the stream and with it the connection.
        if (bytesIn > limit) return failure({ reason: 'tooLarge', mayHaveLeft: true })
        body += decoder.decode(chunk, { stream: true })
      }
    }
    body += decoder.decode()
    return {
      kind: 'response',
      // A browser hides where a redirect leads and calls it status 0.
      status: response.type === 'opaqueredirect' ? 302 : response.status,
      headers: Object.fromEntries(response.headers),
      body,
      timing: { firstByteMs, totalMs: monotonic() - start },
      bytesIn,
      bytesOut,
    }
  } catch (thrown) {
    if (request.signal?.aborted) return failure({ reason: 'aborted', mayHaveLeft: true })
    if (timeout.aborted) return failure({ reason: 'timeout', mayHaveLeft: true })
    const what = networkFailure(thrown)
    return failure(firstByteMs === undefined ? what : { reason: 'cut', mayHaveLeft: true, code: what.code })
  }
}

async function* chunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  let ended = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      yield value
    }
    ended = true
  } finally {
    if (!ended) await reader.cancel().catch(() => undefined)
  }
}
