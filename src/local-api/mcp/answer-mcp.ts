import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { commonHeaders } from '../call.ts'
import type { AdmittedCall } from '../call.ts'
import { answerProblem } from '../problem.ts'
import { readJsonBody } from '../read-body.ts'
import { createMcpServer } from './create-mcp-server.ts'

/**
 * `/mcp`: the Model Context Protocol, of 2026-07-28 and before. The guard has checked Host, Origin and key, which the
 * library does not. Nothing is stored between two requests: each gets a server of its own, with the tools that its
 * program has the rights for.
 */
export async function answerMcp(call: AdmittedCall): Promise<void> {
  const { request, response, connection, signal } = call
  const body = request.method === 'POST' ? await readJsonBody(request) : undefined
  if (body !== undefined && body.kind !== 'json') return answerProblem(call, body.kind)
  const handler = createMcpHandler(() => createMcpServer(connection, signal))
  try {
    const asked = new Request(`http://127.0.0.1${call.url.pathname}`, {
      method: request.method ?? 'GET',
      headers: headersOf(request),
      ...(body === undefined ? {} : { body: JSON.stringify(body.value) }),
      signal,
    })
    const answer = await handler.fetch(asked, body === undefined ? {} : { parsedBody: body.value })
    response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...commonHeaders })
    if (answer.body === null) return void response.end()
    await pipeline(Readable.fromWeb(answer.body as ReadableStream<Uint8Array>), response, { signal })
  } finally {
    await handler.close()
  }
}

/** The key stays here: the library has no use for it. */
function headersOf({ headers }: IncomingMessage): Headers {
  const passed = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && name !== 'authorization' && !name.startsWith('content-')) passed.set(name, value)
  passed.set('content-type', 'application/json')
  return passed
}
