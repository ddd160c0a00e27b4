import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../core/base/ports.ts'
import type { OpenLocalApi } from '../core/programs/desk/program-listener.ts'
import { answer, beginStream, type AdmittedCall, type Call } from './call.ts'
import { createWrongKeys, keyOfHeaders, refusalOf, type WrongKeys } from './guard.ts'
import { explainProblem, isProblemCode, type ProblemCode } from '../public-api/problems.ts'
import { toOpenApi } from '../public-api/to-open-api.ts'
import { answerBrokenRequest, answerProblem, answerQueueProblem, problemOf, type ProblemExtra } from './problem.ts'
import { createProgramLimits, type ProgramLimits } from './program-limits.ts'
import { createQueueHeads, deleteNotification, queueRouteOf, receiveNotification } from './queue-protocol.ts'
import type { QueueHeads, QueueRoute } from './queue-protocol.ts'
import { answerQueueRead, forbiddenMethods } from './queue-reads.ts'
import { answerQueueSend, isQueueSend } from './queue-sends.ts'
import { endSlowBody, readJsonBody } from './read-body.ts'
import { answerApiCall } from './v1-api.ts'
import { z } from 'zod'

/** Not by `import`, which makes Node load its whole `fetch` (web/web-server.ts). */
const { createServer } = process.getBuiltinModule('node:http')

/** Open connections of all programs together; one more is closed at once. */
const mostConnections = 512

/** Of the document: it changes with the table of operations. */
const apiVersion = '1.0.0'

/** The longest that an answer may take to begin: a file comes within ten minutes, ms. */
const longestAnswerMs = 900_000

/** How long a reader may take for an answer, ms. */
const slowestReaderMs = 30_000

/** Errors of the queue's calls are slow: clients in a loop repeat them hundreds of times a second otherwise, ms. */
const errorDelayMs = 1000
const repeatedErrorDelayMs = 5000
const errorsInARow = 10

interface Serving {
  /** Of the API, as JSON: whoever asks for it again and again has no key, and slows nobody. */
  readonly document: () => string
  readonly wrongKeys: WrongKeys
  readonly limits: ProgramLimits
  readonly heads: QueueHeads
  /** Errors in a row of each connection. */
  readonly errors: WeakMap<object, number>
}

/**
 * Serves programs on 127.0.0.1: the service's queue, JSON Lines and server-sent events (docs/programs.md). Every
 * request needs a key. Rejects with the system's error when the port is taken.
 */
export const openLocalApi: OpenLocalApi = async ({ port, desk, clock }) => {
  const ended = new AbortController()
  let document: string | undefined
  const serving: Serving = {
    document: () => (document ??= JSON.stringify(toOpenApi({ version: apiVersion, server: addressOf(server) }))),
    wrongKeys: createWrongKeys(() => clock.monotonic()),
    limits: createProgramLimits(() => clock.monotonic()),
    heads: createQueueHeads(() => clock.monotonic()),
    errors: new WeakMap(),
  }
  const server = createServer({ keepAliveTimeout: 75_000, headersTimeout: 10_000, requestTimeout: 900_000 })
  server.maxConnections = mostConnections
  server.on('error', (error) => desk.warn('the server of programs failed', error))
  const answering = new WeakSet<object>()
  server.on('clientError', (error, socket) => answerBrokenRequest(error, socket, answering.has(socket)))
  // Upgrades and CONNECT are not for programs; without an owner their sockets would stay open.
  server.on('upgrade', (_request, socket) => socket.destroy())
  server.on('connect', (_request, socket) => socket.destroy())
  server.on('request', (request, response) => {
    // Writing to a caller that went away fails; nobody waits for it.
    response.on('error', () => response.destroy())
    answering.add(request.socket)
    endSlowBody(request, response, clock)
    const gone = new AbortController()
    response.on('close', () => {
      answering.delete(request.socket)
      gone.abort()
    })
    const signal = AbortSignal.any([gone.signal, ended.signal])
    handle(request, response, serving, { desk, clock, signal })
      .then(() => {
        // A handler that did not answer must not leave the connection open.
        if (!response.headersSent && !response.destroyed && !signal.aborted) throw new Error('nothing was answered')
      })
      .catch((error: unknown) => {
        if (!signal.aborted) desk.warn('a request of a program was not answered', error)
        const { code, extra } = problemOf(error) ?? { code: 'internal' as const, extra: {} }
        if (response.headersSent) response.destroy()
        else answerProblem({ response }, code, extra)
      })
  })
  await listen(server, port)
  return {
    port: portOf(server),
    async close() {
      ended.abort()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  serving: Serving,
  given: Pick<Call, 'desk' | 'clock' | 'signal'>,
): Promise<void> {
  const refusal = refusalOf(request.headers)
  if (refusal !== undefined) return answerProblem({ response }, refusal)
  // Clients double the slash where the address they were given ends in one; to URL that would be another host.
  const url = URL.parse((request.url ?? '/').replace(/^\/+/, '/'), 'http://127.0.0.1')
  if (url === null) return answerProblem({ response }, 'badRequest')
  const call: Call = { ...given, request, response, url }
  if (request.method === 'GET' && answerPublic(call, serving)) return
  if (request.method === 'POST' && url.pathname === '/pairing') return answerPairing(call)
  const route = queueRouteOf(url.pathname)
  const key = route?.key ?? keyOfHeaders(request.headers)
  const admission = call.desk.admit(key)
  if (admission.kind === 'refused') {
    const tooMany = serving.wrongKeys.add(key, request.socket)
    const code = tooMany ? 'tooManyWrongKeys' : 'keyRefused'
    const extra = tooMany ? { retryAfterS: 60 } : {}
    if (route !== null) return refuseQueueCall(call, serving, code, extra)
    return answerProblem(call, code, extra)
  }
  const { connection } = admission
  const admitted: AdmittedCall = { ...call, connection, signal: AbortSignal.any([call.signal, connection.signal]) }
  const waitS = serving.limits.take(connection)
  const answerLimit = route === null ? answerProblem : answerQueueProblem
  if (waitS > 0) return answerLimit(admitted, 'tooManyRequests', { retryAfterS: waitS })
  const close = serving.limits.open(connection)
  if (close === undefined) return answerLimit(admitted, 'tooManyConnections', { retryAfterS: 1 })
  try {
    const isAssistant = url.pathname === '/mcp'
    const answering = isAssistant
      ? answerAssistant(admitted)
      : route !== null
        ? answerQueueCall(admitted, serving, route)
        : answerApiCall(admitted)
    await inTime(answering, response, call.clock)
    if (connection.signal.aborted && !response.writableEnded) response.destroy()
    await untilGone(response, call.clock)
  } finally {
    close()
  }
}

/**
 * Ends a response that does not begin in time, and waits no more for what should have answered, so that its place is
 * free.
 */
function inTime(answering: Promise<void>, response: ServerResponse, clock: Clock): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.setTimer(longestAnswerMs, () => {
      if (response.headersSent) return
      response.destroy()
      resolve()
    })
    answering.then(resolve, reject).finally(cancel)
  })
}

/**
 * Resolves when an answer has left. Until then it holds memory, so it counts as a connection of its program; one that
 * its reader does not take is ended.
 */
async function untilGone(response: ServerResponse, clock: Clock): Promise<void> {
  if (!response.writableEnded || response.writableFinished || response.destroyed) return
  await new Promise<void>((resolve) => {
    const cancel = clock.setTimer(slowestReaderMs, () => response.destroy())
    const end = () => {
      cancel()
      resolve()
    }
    response.once('finish', end)
    response.once('close', end)
  })
}

/** Most desks serve no assistant: what does is loaded by the first one. */
async function answerAssistant(call: AdmittedCall): Promise<void> {
  if (!call.desk.servesMcp()) return answerProblem(call, 'mcpOff')
  const { answerMcp } = await import('./mcp/answer-mcp.ts')
  return answerMcp(call)
}

/**
 * Answers requests without a key: the document of the API, and the meaning of its errors. False: it is another request.
 */
function answerPublic(call: Call, { document }: Serving): boolean {
  const { pathname } = call.url
  if (pathname === '/openapi.json') {
    answer(call, 200, 'application/json; charset=utf-8', document())
    return true
  }
  const code = /^\/problems\/(\w{1,64})$/.exec(pathname)?.[1]
  if (code === undefined) return false
  if (isProblemCode(code)) answer(call, 200, 'text/plain; charset=utf-8', `${explainProblem(code)}\n`)
  else answerProblem(call, 'notFound')
  return true
}

async function answerQueueCall(call: AdmittedCall, serving: Serving, route: QueueRoute): Promise<void> {
  const { connection, request } = call
  if (connection.protocol !== 'queue')
    return refuseQueueCall(
      call,
      serving,
      'wrongProtocol',
      {},
      'The program is no queue. Add another program to read here.',
    )
  try {
    const instance = connection.instanceOf(route.idInstance)
    if (instance === undefined) return await refuseQueueCall(call, serving, 'notFound')
    if (forbiddenMethods.has(route.method)) return await refuseQueueCall(call, serving, 'methodNotForPrograms')
    connection.requireRight(isQueueSend(route.method) ? 'send' : 'see')
    if (route.method === 'receivenotification' && request.method === 'GET') {
      await receiveNotification(call, instance, serving.heads)
    } else if (route.method === 'deletenotification' && request.method === 'DELETE') {
      const receipt = route.rest === '' ? await receiptOfBody(call) : route.rest
      await deleteNotification(call, instance, receipt, serving.heads)
    } else if (isQueueSend(route.method) && request.method === 'POST') {
      await answerQueueSend(call, route.method, route.idInstance)
    } else if (!(await answerQueueRead(call, route, instance))) {
      return await refuseQueueCall(call, serving, 'notFound', {}, unknownMethod(call, route))
    }
    serving.errors.delete(request.socket)
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined || call.response.headersSent) throw error
    if (problem.code === 'rightMissing' || problem.code === 'instanceAmbiguous')
      return refuseQueueCall(call, serving, problem.code)
    answerQueueProblem(call, problem.code, problem.extra)
  }
}

/** A known client sends the receipt as the body of its request, and nothing behind the key. */
async function receiptOfBody(call: AdmittedCall): Promise<string> {
  const body = await readJsonBody(call.request)
  return body.kind === 'json' && (typeof body.value === 'number' || typeof body.value === 'string')
    ? String(body.value)
    : ''
}

/** In the service's words, without the key, which stands in the address. */
const unknownMethod = ({ request }: Call, { idInstance, method }: QueueRoute): string =>
  `Cannot ${request.method ?? 'GET'} /waInstance${idInstance}/${method}`

async function refuseQueueCall(
  call: Call,
  { errors }: Serving,
  code: ProblemCode,
  ...told: readonly [extra?: ProblemExtra, message?: string]
): Promise<void> {
  const { request, clock, signal } = call
  const count = (errors.get(request.socket) ?? 0) + 1
  errors.set(request.socket, count)
  await clock.sleep(count > errorsInARow ? repeatedErrorDelayMs : errorDelayMs, signal)
  answerQueueProblem(call, code, ...told)
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

const addressOf = (server: Server): string => `http://127.0.0.1:${portOf(server)}`

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** The ticket of the data directory's file, and the name that the new program gets. */
const input = z.strictObject({ ticket: z.string().max(64), name: z.string().max(200) })

/**
 * `POST /pairing`, without a key: the command line asks for one. The answer is two lines of JSON: the code, and when a
 * person has answered, the key. Whoever closes the connection takes the question back. Pages can not ask: they send an
 * Origin, JSON of another origin needs a permission that nobody gives, and they can not read the ticket.
 */
async function answerPairing(call: Call): Promise<void> {
  const { request, response, desk, signal } = call
  const body = await readJsonBody(request)
  if (body.kind !== 'json') return answerProblem(call, body.kind)
  const given = input.safeParse(body.value)
  if (!given.success) return answerProblem(call, 'badRequest', { detail: 'A pairing takes ticket and name.' })
  try {
    const { ticket, name } = given.data
    const { code, expiresAt, outcome } = desk.beginPairing(ticket, name, signal)
    beginStream(call, 'application/x-ndjson')
    response.write(`${JSON.stringify({ code, expiresAt: new Date(expiresAt).toISOString() })}\n`)
    response.end(`${JSON.stringify(await outcome)}\n`)
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    answerProblem(call, problem.code, problem.extra)
  }
}
