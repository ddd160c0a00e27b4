import type { Http } from '../http.ts'
import { networkFailure } from '../answers/network-failure.ts'

/** The HTTP port on Node's fetch, for tests of this library. The product's uses undici (ADR 0002). */
export function createTestHttp(): Http {
  return {
    async request({ method, url, headers, body: asked = '', timeoutMs, signal }) {
      if (typeof asked !== 'string') throw new Error("uploads are tried over the product's own port")
      const body = method === 'POST' ? asked : null
      const bytesOut = Buffer.byteLength(body ?? '')
      const limit = AbortSignal.timeout(timeoutMs)
      try {
        const response = await fetch(url, {
          method,
          headers,
          body,
          redirect: 'manual',
          signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
        })
        const text = await response.text()
        return {
          kind: 'response',
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: text,
          bytesIn: Buffer.byteLength(text),
          bytesOut,
        }
      } catch (error) {
        if (signal?.aborted === true)
          return { kind: 'failure', reason: 'aborted', mayHaveLeft: true, bytesIn: 0, bytesOut }
        return { kind: 'failure', ...networkFailure(error), bytesIn: 0, bytesOut }
      }
    },
  }
}
