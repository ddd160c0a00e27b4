import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { OriginRequest, OriginResponse } from '../core/hosting/window-origin.ts'

/**
 * Node's request as the window's origin takes it. Only a PUT has a body here: a piece of a file, read as it comes.
 * @param target path and query as the window's origin knows them, beginning with a slash
 */
export const toOriginRequest = (message: IncomingMessage, target: string): OriginRequest => ({
  method: message.method ?? 'GET',
  target,
  range: message.headers.range ?? null,
  body: message.method === 'PUT' ? message : null,
})

/** Writes an answer of the window's origin; resolves when it is out or the browser went away. */
export async function sendResponse({ status, headers, body }: OriginResponse, to: ServerResponse): Promise<void> {
  to.writeHead(status, headers)
  if (body === null || typeof body === 'string') return void to.end(body ?? undefined)
  const { path, ...part } = body
  await pipeline(createReadStream(path, part), to).catch(() => to.destroy())
}
