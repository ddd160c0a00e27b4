import { randomUUID } from 'node:crypto'
import type { OperationOutput } from '../public-api/operations.ts'
import { readInput } from '../public-api/read-request.ts'
import { answerJson } from './call.ts'
import type { AdmittedCall } from './call.ts'
import { problemOf } from './problem.ts'
import { explainProblem, statusOfProblem } from '../public-api/problems.ts'
import { readJsonBody } from './read-body.ts'

/** Clients of the service give up after half a minute: an answer comes before, s. */
const outcomeWithinS = 25

type Message = OperationOutput<'getMessage'>

/**
 * The service's sendMessage, through the outbox: answered as the service does once it has accepted the message. What is
 * still queued then is taken back, so that a repeated call does not send it twice.
 */
export async function sendQueueMessage(call: AdmittedCall, idInstance: string): Promise<void> {
  const { connection, request, signal } = call
  const body = await readJsonBody(request)
  const fields = body.kind === 'json' && typeof body.value === 'object' && body.value !== null ? body.value : {}
  const { chatId, message: text, quotedMessageId, linkPreview } = fields as Readonly<Record<string, unknown>>
  const key = request.headers['idempotency-key']
  const read = readInput('sendMessage', {
    path: {},
    query: [],
    body: {
      sendId: typeof key === 'string' ? key.replace(/^"(.*)"$/, '$1') : randomUUID(),
      instanceId: idInstance,
      ...{ chatId, text },
      ...(quotedMessageId === undefined ? {} : { quotedServiceId: quotedMessageId }),
      ...(typeof linkPreview === 'boolean' ? { linkPreview } : {}),
    },
  })
  if (read.kind === 'badRequest')
    return answerJson(call, 400, { message: `Validation failed. Details: ${read.detail.replace(/^text/, 'message')}` })
  try {
    const sent = await connection.call('sendMessage', read.input as never, signal)
    const queued = sent.value.message
    if (queued === null) return answerJson(call, 409, { message: 'The message was cancelled.' })
    const wait = { messageId: queued.id, wait: outcomeWithinS, until: 'accepted' } as const
    const { value: message } = await connection.call('getMessage', wait, signal)
    const isTakenBack = message.status?.kind === 'queued' && (await takeBack(call, message))
    answerOutcome(call, message, isTakenBack)
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    const { code, extra } = problem
    const headers: Record<string, string> =
      extra.retryAfterS === undefined ? {} : { 'retry-after': String(extra.retryAfterS) }
    answerJson(call, statusOfProblem(code), { message: explainProblem(code), code }, headers)
  }
}

/** False: it has left meanwhile. */
const takeBack = ({ connection, signal }: AdmittedCall, { id }: Message): Promise<boolean> =>
  connection.call('cancelMessage', { messageId: id }, signal).then(
    () => true,
    () => false,
  )

function answerOutcome(call: AdmittedCall, { status, serviceId }: Message, isTakenBack: boolean): void {
  if (isTakenBack) return answerJson(call, 503, { message: 'The message could not leave in time, and was taken back.' })
  if (serviceId !== null && status?.kind !== 'failed') return answerJson(call, 200, { idMessage: serviceId })
  if (status?.kind === 'failed')
    return answerJson(call, 400, { message: status.text ?? 'The service refused the message.', code: status.reason })
  answerJson(call, 504, { message: 'Whether the message was sent is not known. Do not send it again.' })
}
