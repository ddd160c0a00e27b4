import { answer } from './call.ts'
import type { Call } from './call.ts'

/** The errors of the API for programs, with the sentence that explains each at `/problems/<code>`. */
const problems = {
  wrongHost: [421, 'This address is not served here. Use 127.0.0.1, localhost or [::1].'],
  browserRefused: [403, 'Pages of a browser may not call this address. Call it from a program.'],
  keyRefused: [
    401,
    'The key is missing, wrong or expired. Copy the key from Programs in Switchboard, or make a new one.',
  ],
  tooManyWrongKeys: [429, 'Too many requests came with a wrong key. Wait a minute, then use the right one.'],
  tooManyRequests: [429, 'The program makes too many requests. Wait as long as Retry-After says.'],
  tooManyConnections: [429, 'The program has 32 connections open. Close one first.'],
  notFound: [404, 'There is nothing at this address.'],
  methodNotAllowed: [405, 'This address does not take this method.'],
  badRequest: [400, 'The request has a parameter or a body that is not understood.'],
  bodyTooLarge: [413, 'The body is larger than 64 KB.'],
  contentType: [415, 'The body has to be application/json.'],
  wrongProtocol: [409, 'The program is a queue: it reads by receiveNotification. Add another program to read here.'],
  positionOfAnotherEpoch: [
    409,
    'The position is not of this journal: the data directory was restored or its journal begun anew. Continue without a position, or with the oldest one.',
  ],
  positionGone: [410, 'The journal no longer has what follows this position. Continue with the oldest one.'],
  internal: [500, 'Switchboard could not answer. Its log says why.'],
} as const satisfies Readonly<Record<string, readonly [number, string]>>

export type ProblemCode = keyof typeof problems

export const statusOfProblem = (code: ProblemCode): number => problems[code][0]

/** The sentence of a code; undefined for an unknown one. */
export const explainProblem = (code: string): string | undefined =>
  Object.hasOwn(problems, code) ? problems[code as ProblemCode][1] : undefined

/** Answers with problem details (RFC 9457). */
export function answerProblem(
  call: Pick<Call, 'response'>,
  code: ProblemCode,
  extra: { readonly detail?: string; readonly oldest?: string; readonly retryAfterS?: number } = {},
): void {
  const [status, title] = problems[code]
  const { detail, oldest, retryAfterS } = extra
  answer(
    call,
    status,
    'application/problem+json',
    JSON.stringify({ type: `/problems/${code}`, code, status, title, detail, oldest }),
    {
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
    },
  )
}
