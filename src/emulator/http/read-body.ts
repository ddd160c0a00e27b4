import type { IncomingMessage } from 'node:http'

/** JSON bodies above 100 KB are refused with status 500 (service 8). */
const largestBody = 102_400

/** Bytes above the limit after which reading stops and the connection is closed. */
const farTooLarge = 16 * 1024 * 1024

export type Body =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'too-large'; readonly stopped: boolean }

/** Reads a request body. Bytes above the limit are read and discarded, so that the client gets an answer. */
export const readBody = (request: IncomingMessage, limit: number = largestBody): Promise<Body> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else if (size > limit + farTooLarge) {
        request.pause()
        resolve({ kind: 'too-large', stopped: true })
      }
    })
    request.on('end', () =>
      resolve(size > limit ? { kind: 'too-large', stopped: false } : { kind: 'bytes', bytes: Buffer.concat(chunks) }),
    )
    request.on('error', reject)
    request.on('close', () => reject(new Error('The client went away while it was still sending.')))
  })
