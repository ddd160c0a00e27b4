import type { IncomingMessage } from 'node:http'

/** Bytes of a body. */
const mostBytes = 65_536
/** So much is read and let go of a body that is too large, so that its sender gets the answer. */
const endlessBytes = 1_048_576

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
    return { kind: 'json', value: JSON.parse(text) as unknown }
  } catch {
    return { kind: 'badRequest' }
  }
}
