import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../core/base/ports.ts'
import { hasContent } from './read-body.ts'
import type { ProgramConnection, ProgramDesk } from '../core/programs/desk/program-desk.ts'

/** A request of a program, and how it is answered. */
export interface Call {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  readonly clock: Clock
  readonly desk: ProgramDesk
  /** Aborted when the caller goes away, the server closes, or the key stops being good. */
  readonly signal: AbortSignal
}

export interface AdmittedCall extends Call {
  readonly connection: ProgramConnection
}

/** Headers of every answer. There is none of CORS: no page of a browser may read what is here. */
export const commonHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const

export function answer(
  { response }: Pick<Call, 'response'>,
  status: number,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return
  // A body that nobody reads keeps the connection from being used again.
  const isUnread = hasContent(response.req) && !response.req.complete
  response.writeHead(status, {
    ...commonHeaders,
    ...(isUnread ? { connection: 'close' } : {}),
    ...headers,
    'content-type': type,
    'content-length': String(Buffer.byteLength(body)),
  })
  response.end(body)
}

export const answerJson = (
  call: Pick<Call, 'response'>,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void => answer(call, status, 'application/json; charset=utf-8', JSON.stringify(body), headers)

/** Begins the answer with a file's bytes, which no browser is to show. */
export function beginFile({ response }: Pick<Call, 'response'>, type: string, bytes: number): void {
  response.writeHead(200, {
    ...commonHeaders,
    'content-type': type,
    'content-length': String(bytes),
    'content-disposition': 'attachment',
    'content-security-policy': "default-src 'none'; sandbox",
  })
}

/** Begins an answer whose length is not known. */
export function beginStream({ response }: Pick<Call, 'response'>, type: string): void {
  response.writeHead(200, { ...commonHeaders, 'x-accel-buffering': 'no', 'content-type': type })
  response.flushHeaders()
}
