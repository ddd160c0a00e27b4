import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { protocol } from 'electron'
import type { OriginRequest, OriginResponse } from '../../core/hosting/window-origin.ts'
import { appHost, appScheme } from './app-origin.ts'

/** Before `ready`, once: what the window's scheme may do. No CORS, no service workers, no way around the CSP. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ])
}

/** After `ready`: answers the window's own address. A rejection would be a network error, so it becomes a 500. */
export function handleAppScheme(
  origin: (request: Request) => Promise<Response>,
  onError: (error: unknown) => void,
): void {
  protocol.handle(appScheme, async (request) => {
    if (URL.parse(request.url)?.host !== appHost) return new Response(null, { status: 404 })
    try {
      return await origin(request)
    } catch (error) {
      onError(error)
      return new Response(null, { status: 500 })
    }
  })
}

/** The window's origin for Electron, which has requests and answers of the standard classes. */
export function standardOrigin(
  origin: (request: OriginRequest) => Promise<OriginResponse>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const range = request.headers.get('range')
    const answer = await origin({ method: request.method, target: `${pathname}${search}`, range, body: request.body })
    const { status, headers, body } = answer
    if (body === null || typeof body === 'string') return new Response(body, { status, headers })
    const { path, ...part } = body
    const stream = Readable.toWeb(createReadStream(path, part)) as ReadableStream<Uint8Array>
    return new Response(stream, { status, headers })
  }
}
