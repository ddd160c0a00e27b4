import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'

/**
 * Node's request as the standard one. Only a PUT has a body here: a piece of a file, read as it comes.
 * @param target path and query as the window's origin knows them, beginning with a slash
 */
export function toRequest(message: IncomingMessage, target: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const url = `http://127.0.0.1${target}`
  if (message.method !== 'PUT') return new Request(url, { method: message.method ?? 'GET', headers })
  const body = Readable.toWeb(message) as ReadableStream<Uint8Array>
  return new Request(url, { method: 'PUT', headers, body, duplex: 'half' })
}

/** Writes a standard response; resolves when it is out or the browser went away. */
export async function sendResponse(response: Response, to: ServerResponse): Promise<void> {
  to.writeHead(response.status, Object.fromEntries(response.headers))
  if (!response.body) return void to.end()
  await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), to).catch(() =>
    to.destroy(),
  )
}
