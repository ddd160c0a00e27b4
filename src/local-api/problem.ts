import type { Duplex } from 'node:stream'
import { isContractError } from '../contract/errors.ts'
import { isStoreTrouble } from '../core/store/store-error.ts'
import { ProgramError } from '../core/programs/identity/rules/program-error.ts'
import { explainProblem, isProblemCode, statusOfProblem, type ProblemCode } from '../public-api/problems.ts'
import { answer, answerJson, type Call } from './call.ts'

export interface ProblemExtra {
  readonly detail?: string | undefined
  readonly oldest?: string
  readonly retryAfterS?: number | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers with problem details (RFC 9457). */
export function answerProblem(call: Pick<Call, 'response'>, code: ProblemCode, extra: ProblemExtra = {}): void {
  const status = statusOfProblem(code)
  const { detail, oldest, retryAfterS, headers = {} } = extra
  answer(
    call,
    status,
    'application/problem+json',
    JSON.stringify({ type: `/problems/${code}`, code, status, title: explainProblem(code), detail, oldest }),
    {
      ...headers,
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
    },
  )
}

/** Answers a call of the service's own API, in a form like the service's. */
export function answerQueueProblem(
  call: Pick<Call, 'response'>,
  code: ProblemCode,
  { detail, retryAfterS }: ProblemExtra = {},
  message: string = [explainProblem(code), detail].filter((part) => part !== undefined).join(' '),
): void {
  const statusCode = statusOfProblem(code)
  const headers = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }
  answerJson(call, statusCode, { statusCode, message, code }, headers)
}

/** How long the sender of a broken request may take to read why, ms. */
const readWhyMs = 1000

/** Answers what is no request that could be handled. `isAnswering`: an earlier answer is on its way. */
export function answerBrokenRequest(
  error: Error & { readonly code?: string },
  socket: Duplex,
  isAnswering: boolean,
): void {
  const { code: reason = '' } = error
  if (isAnswering || !socket.writable || !reason.startsWith('HPE_')) return void socket.destroy()
  const code = reason === 'HPE_HEADER_OVERFLOW' ? 'headersTooLarge' : 'badRequest'
  const status = statusOfProblem(code)
  const body = JSON.stringify({ type: `/problems/${code}`, code, status, title: explainProblem(code) })
  const headers = `Connection: close\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}`
  socket.end(`HTTP/1.1 ${status} Refused\r\n${headers}\r\n\r\n${body}`)
  // Destroyed at once, the connection could break before the answer has arrived.
  setTimeout(() => socket.destroy(), readWhyMs).unref()
}

/** How a program is told of an error of core; undefined: it says nothing to programs. */
export function problemOf(error: unknown): { readonly code: ProblemCode; readonly extra: ProblemExtra } | undefined {
  if (error instanceof ProgramError) {
    const { code, detail, retryAfterMs } = error
    const retryAfterS = retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(retryAfterMs / 1000))
    return { code, extra: { detail, retryAfterS } }
  }
  if (isStoreTrouble(error)) return { code: 'storeUnavailable', extra: { retryAfterS: 5 } }
  if (!isContractError(error)) return undefined
  const { code, details = {} } = error.data
  if (isProblemCode(code)) {
    const { length, limit } = details
    return { code, extra: typeof limit === 'number' ? { detail: `${String(length ?? '')} of ${limit}.` } : {} }
  }
  if (code === 'badInput') return { code: details['cursor'] === true ? 'cursorInvalid' : 'badRequest', extra: {} }
  return code.startsWith('store') ? { code: 'storeUnavailable', extra: { retryAfterS: 5 } } : undefined
}
