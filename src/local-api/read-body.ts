import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../core/base/ports.ts'

/** Bytes of a body: a text of 20,000 characters has 120,000 where its client escapes them. */
const mostBytes = 262_144
/** So much is read and let go of a body that is too large, so that its sender gets the answer. */
const endlessBytes = 1_048_576

/** How long a body may take to come, ms; a file; and what is left of it when the answer has gone. */
const slowestBodyMs = 30_000
const slowestFileMs = 600_000
const slowestRestMs = 10_000

/** How deep arrays and objects of a body may be nested. */
const mostDepth = 100

export const hasContent = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const takesFile = (url = ''): boolean => /^\/v1\/uploads(\?|$)|\/sendFileByUpload\//i.test(url)

/** Ends a request whose body takes too long. */
export function endSlowBody(request: IncomingMessage, response: ServerResponse, clock: Clock): void {
  if (!hasContent(request)) return
  const end = () => void request.destroy()
  let cancel = clock.setTimer(takesFile(request.url) ? slowestFileMs : slowestBodyMs, end)
  request.once('close', () => cancel())
  response.once('finish', () => {
    if (request.complete) return
    cancel()
    cancel = clock.setTimer(slowestRestMs, end)
    request.resume()
  })
}

export type JsonBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'bodyTooLarge' | 'contentType' | 'badRequest' }

/** Reads a body of JSON, as far as it is allowed to go. Rejects when the connection breaks off. */
export async function readJsonBody(request: IncomingMessage): Promise<JsonBody> {
  if (!/^application\/json(\s*;|$)/i.test(request.headers['content-type'] ?? '')) return { kind: 'contentType' }
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= mostBytes) chunks.push(chunk)
    // Ending here would end the connection, and the answer with it.
    if (bytes > endlessBytes) break
  }
  if (bytes > mostBytes) return { kind: 'bodyTooLarge' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
    const value: unknown = JSON.parse(text)
    return isDeeper(value, mostDepth) ? { kind: 'badRequest' } : { kind: 'json', value }
  } catch {
    return { kind: 'badRequest' }
  }
}

/** Whether something is nested deeper: whoever walked through it would run out of stack. */
const isDeeper = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1)))
