import { z } from 'zod'
import { beginStream } from './call.ts'
import type { Call } from './call.ts'
import { answerProblem, problemOf } from './problem.ts'
import { readJsonBody } from './read-body.ts'

/** The ticket of the data directory's file, and the name that the new program gets. */
const input = z.strictObject({ ticket: z.string().max(64), name: z.string().max(200) })

/**
 * `POST /pairing`, without a key: the command line asks for one. The answer is two lines of JSON: the code, and when a
 * person has answered, the key. Whoever closes the connection takes the question back. Pages can not ask: they send an
 * Origin, JSON of another origin needs a permission that nobody gives, and they can not read the ticket.
 */
export async function answerPairing(call: Call): Promise<void> {
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
