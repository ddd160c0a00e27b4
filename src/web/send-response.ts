import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Node's request as the standard one: method, address and headers; the browser host takes no bodies.
 * @param target path and query as the window's origin knows them, beginning with a slash
 */
export function toRequest(message: IncomingMessage, target: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  return new Request(`http://127.0.0.1${target}`, { method: message.method ?? 'GET', headers })
}

/** Writes a standard response; resolves when it is out or the browser went away. */
export async function sendResponse(response: Response, to: ServerResponse): Promise<void> {
  to.writeHead(response.status, Object.fromEntries(response.headers))
  if (!response.body) return void to.end()
  await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), to).catch(() =>
    to.destroy(),
  )
}
