import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { ServedFile } from '../core/hosting/window-origin.ts'
import type { CalledFile, CalledOperation, OperationAnswer } from '../core/programs/desk/program-operations.ts'
import { operations, type OperationId, type OperationInput } from '../public-api/operations.ts'
import type { Operation } from '../public-api/operation.ts'
import { findRoute, hasBody, readInput } from '../public-api/read-request.ts'
import { answerJson, beginFile, type AdmittedCall } from './call.ts'
import { acknowledgeEvents, readEvents, streamEvents } from './events-api.ts'
import { answerProblem, problemOf } from './problem.ts'
import { hasContent, readJsonBody } from './read-body.ts'

const seconds = { minute: 60, hour: 3600, day: 86_400 } as const

/** How much the program may still send, as the drafts of RateLimit say it. */
const limitHeaders = (
  allowances: NonNullable<OperationAnswer<CalledOperation>['allowances']>,
): Record<string, string> => ({
  'ratelimit-policy': allowances.map(({ period, limit }) => `"${period}";q=${limit};w=${seconds[period]}`).join(', '),
  ratelimit: allowances
    .map(
      ({ period, left, resetMs }) =>
        `"${period}";r=${left};t=${left > 0 ? seconds[period] : Math.ceil(resetMs / 1000)}`,
    )
    .join(', '),
})

type EventOperation = Exclude<OperationId, CalledOperation>

/** Operations that are more than a question and an answer. */
const eventOperations: {
  readonly [Id in EventOperation]: (call: AdmittedCall, input: OperationInput<Id>) => Promise<void>
} = {
  readEvents,
  streamEvents,
  acknowledgeEvents,
}

const isEventOperation = (id: OperationId): id is EventOperation => Object.hasOwn(eventOperations, id)

/** Answers a request under `/v1` by the table of operations. */
export async function answerApiCall(call: AdmittedCall): Promise<void> {
  const { request, url, connection } = call
  const route = findRoute(request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET'), url.pathname)
  if (route.kind === 'notFound') return answerProblem(call, 'notFound')
  if (route.kind === 'methodNotAllowed')
    return answerProblem(call, 'methodNotAllowed', { headers: { allow: route.allow.join(', ') } })
  const { id, path } = route
  const operation: Operation = operations[id]
  try {
    // Before the body is read: who may not call it learns so first.
    connection.requireRight(operation.right)
    const body = hasBody(operation) && hasContent(request) ? await readJsonBody(request) : undefined
    if (body !== undefined && body.kind !== 'json') return answerProblem(call, body.kind)
    const read = readInput(id, { path, query: url.searchParams, body: withSendId(call, id, body?.value) })
    if (read.kind === 'badRequest') return answerProblem(call, 'badRequest', { detail: read.detail })
    if (isEventOperation(id)) return await answerEvents(call, id, read.input)
    const file = operation.takes === 'file' ? fileOf(call) : undefined
    const { value, isNew, allowances } = await connection.call(id, read.input as never, call.signal, file)
    if (id === 'getMedia') return await answerFile(call, value as ServedFile)
    const status = isNew === true ? (operation.status ?? 200) : 200
    answerJson(call, status, value, allowances === undefined ? {} : limitHeaders(allowances))
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    // A stream can not say it any more: its reader comes again, and is told then.
    if (call.response.headersSent) return void call.response.destroy()
    answerProblem(call, problem.code, problem.extra)
  }
}

/** The header says a sendId to clients that can not put one into the body; with or without quotes. */
function withSendId({ request }: AdmittedCall, id: OperationId, body: unknown): unknown {
  const key = request.headers['idempotency-key']
  const takesIt = id === 'sendMessage' || id === 'proposeMessage'
  if (!takesIt || typeof key !== 'string' || typeof body !== 'object' || body === null || 'sendId' in body) return body
  return { ...body, sendId: key.replace(/^"(.*)"$/, '$1') }
}

/** The body as a file. Ending early leaves the connection open, and the answer with it. */
function fileOf({ request }: AdmittedCall): CalledFile | undefined {
  const { 'content-length': length, 'content-type': type = '' } = request.headers
  if (!hasContent(request)) return undefined
  const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  return { type: (type.split(';', 1)[0] ?? '').trim(), bytes: length === undefined ? null : Number(length), body }
}

async function answerEvents(call: AdmittedCall, id: EventOperation, input: unknown): Promise<void> {
  // To read is to wait and to acknowledge, which nobody asks for who wants headers alone.
  if (call.request.method === 'HEAD') return answerProblem(call, 'methodNotAllowed', { headers: { allow: 'GET' } })
  // Its cursor is moved by what it is delivered, and no reader may take events from that.
  if (call.connection.protocol === 'queue' || call.connection.protocol === 'webhook')
    return answerProblem(call, 'wrongProtocol')
  return eventOperations[id](call, input as never)
}

/** A stranger's file: never shown by a browser that it may be opened in. */
async function answerFile(call: AdmittedCall, { path, type }: ServedFile): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found === null) return answerProblem(call, 'notFound')
  beginFile(call, type, found.size)
  if (call.request.method === 'HEAD') return void call.response.end()
  await pipeline(createReadStream(path), call.response)
}
