import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Emulator } from '../create-emulator.ts'
import { readBody } from '../http/read-body.ts'
import type { ControlHandler } from '../http/server.ts'
import { createActions } from './actions.ts'

const largestControlBody = 32 * 1024 * 1024

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && (address === '::1' || /^(::ffff:)?127\./.test(address))

const answer = (response: ServerResponse, status: number, value: unknown): void => {
  const body = JSON.stringify(value ?? null)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

/**
 * POST /control/<action> with JSON, for this machine only. A web page can't call it: it accepts JSON only, for which
 * browsers send a preflight request that this server refuses. Answers {result}, or {error} with status 400 (bad input),
 * 403, 404 or 408 (an awaited effect did not happen).
 */
export const createControl = (emulator: Emulator): ControlHandler => {
  const actions: ReadonlyMap<string, unknown> = new Map(Object.entries(createActions(emulator)))
  return {
    async handle(request: IncomingMessage, response: ServerResponse) {
      const body = await readBody(request, largestControlBody)
      const name = (request.url ?? '').slice('/control/'.length).split('?')[0] ?? ''
      if (!isLoopback(request.socket.remoteAddress))
        return answer(response, 403, { error: 'The control endpoint is for this machine only.' })
      const action = actions.get(decodeURIComponent(name))
      if (typeof action !== 'function')
        return answer(response, 404, { error: `There is no action ${name}. Known: ${[...actions.keys()].join(', ')}.` })
      if (request.method !== 'POST') return answer(response, 405, { error: 'Use POST.' })
      if (!(request.headers['content-type'] ?? '').startsWith('application/json')) {
        return answer(response, 415, { error: 'Send application/json.' })
      }
      if (body.kind === 'too-large')
        return answer(response, 413, { error: `A body of at most ${largestControlBody} bytes.` })
      try {
        const input: unknown = body.bytes.length === 0 ? {} : JSON.parse(body.bytes.toString('utf8'))
        if (typeof input !== 'object' || input === null) throw new Error('The input is a JSON object.')
        const result: unknown = await action(input)
        answer(response, 200, { result: result ?? null })
      } catch (error) {
        answer(response, name === 'until' ? 408 : 400, {
          error: error instanceof Error ? error.message : String(error),
        })
      }
    },
  }
}
