import { createHash, randomUUID } from 'node:crypto'
import type { OperationInput, OperationOutput } from '../public-api/operations.ts'
import { readInput } from '../public-api/read-request.ts'
import { ProgramError } from '../core/programs/identity/rules/program-error.ts'
import { answerJson, type AdmittedCall } from './call.ts'
import { readJsonBody } from './read-body.ts'
import { boundaryOf, FormError, readAll, readForm } from './read-form.ts'

/** Fields of a call of the service, of which nothing is known. */
type QueueInput = Readonly<Record<string, unknown>>

/** Messages of one forward. */
const mostForwarded = 20

const isRecord = (value: unknown): value is QueueInput =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const chatAndQuote = ({ chatId, quotedMessageId }: QueueInput): QueueInput => ({
  chatId,
  ...(quotedMessageId === undefined ? {} : { quotedServiceId: quotedMessageId }),
})

/** Without fields that are absent, which the table would take for wrong ones. */
const given = (fields: QueueInput): QueueInput =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''))

const content = (input: QueueInput, kind: string, fields: QueueInput): readonly QueueInput[] => [
  { ...chatAndQuote(input), content: { kind, ...given(fields) } },
]

/** Clients write a number of a phone as one, which has no digits before it. */
const digitsOf = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value)

const joined = (...parts: readonly unknown[]): unknown =>
  parts.every((part) => part === undefined || typeof part === 'string')
    ? parts.filter((part) => part !== undefined && part !== '').join(' ')
    : parts.find((part) => typeof part !== 'string')

/**
 * Sends of the service, in lower case: what they ask for, as inputs of `sendMessage` of the public table, without
 * instance and sendId. That table checks them.
 */
const queueSends = {
  sendmessage: (input: QueueInput): readonly QueueInput[] => [
    {
      ...chatAndQuote(input),
      text: input['message'],
      ...(typeof input['linkPreview'] === 'boolean' ? { linkPreview: input['linkPreview'] } : {}),
    },
  ],
  sendlocation: (input: QueueInput) => {
    const { latitude, longitude, nameLocation: name, address } = input
    return content(input, 'location', { latitude, longitude, name, address })
  },
  sendcontact: (input: QueueInput) => {
    const contact = isRecord(input['contact']) ? input['contact'] : {}
    const { phoneContact, chatId, firstName, middleName, lastName, company } = contact
    const phone = digitsOf(phoneContact)
    return content(input, 'contact', { phone, chatId, firstName: joined(firstName, middleName), lastName, company })
  },
  sendpoll: (input: QueueInput) => {
    const { message: question, options, multipleAnswers: multiple, type, correctOptionId = null } = input
    const { allowToChangeAnswer: changeable, isAnonymous: anonymous } = input
    const correct = type === 'quiz' ? correctOptionId : undefined
    const names = Array.isArray(options)
      ? options.map((one: unknown) => (isRecord(one) ? one['optionName'] : one))
      : options
    return content(input, 'poll', { question, options: names, multiple, changeable, anonymous, correct })
  },
  sendfilebyurl: (input: QueueInput) => {
    const { urlFile: url, fileName: name, caption } = input
    return content(input, 'fileByUrl', { url, name, caption })
  },
  sendfilebyupload: (input: QueueInput) => {
    const { uploadId, fileName: name, caption } = input
    return content(input, 'file', { uploadId, name, caption })
  },
  forwardmessages: (input: QueueInput) => {
    const { chatIdFrom, messages } = input
    if (!Array.isArray(messages) || messages.length > mostForwarded) return []
    return messages.flatMap((serviceId: unknown) => content(input, 'forward', { fromChatId: chatIdFrom, serviceId }))
  },
} as const

type QueueSend = keyof typeof queueSends

/** Longest field beside the file, bytes. */
const mostFieldBytes = 65_536

/**
 * The fields of the service's sendFileByUpload. The file is handed in while it comes, whatever stands before or after
 * it, and is named by `uploadId`. Throws ProgramError.
 */
async function readQueueForm({ request, connection, signal }: AdmittedCall): Promise<QueueInput> {
  const boundary = boundaryOf(request.headers['content-type'])
  if (boundary === null) throw new ProgramError('contentType', { detail: 'It has to be multipart/form-data.' })
  const fields: Record<string, unknown> = {}
  // Ending early leaves the connection open, and the answer with it.
  const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  try {
    for await (const part of readForm(body, boundary)) {
      if (part.name !== 'file') {
        fields[part.name] = await readAll(part.body, mostFieldBytes)
        continue
      }
      if ('uploadId' in fields) throw new FormError('There is a second file.')
      const name = (part.fileName ?? '').slice(0, 255) || 'file'
      const file = { type: part.type, bytes: null, body: part.body }
      fields['uploadId'] = (await connection.call('uploadFile', { name }, signal, file)).value.uploadId
    }
  } catch (error) {
    if (!(error instanceof FormError)) throw error
    throw new ProgramError('badRequest', { detail: error.message })
  }
  return fields
}

/** Clients of the service give up after half a minute: an answer comes before, s. */
const outcomeWithinS = 25

type Message = OperationOutput<'getMessage'>

export const isQueueSend = (method: string): method is QueueSend => Object.hasOwn(queueSends, method)

/**
 * A send of the service, through the outbox: answered as the service does once it has accepted the message. A message
 * that is still queued then is taken back, so that a repeated call does not send it twice.
 */
export async function answerQueueSend(call: AdmittedCall, method: QueueSend, idInstance: string): Promise<void> {
  const fields = await fieldsOf(call, method)
  const inputs = queueSends[method](fields)
  if (inputs.length === 0) return refuseInput(call, "'messages' is required")
  const names = sendIds(call, inputs.length)
  const read = inputs.map((input, index) =>
    readInput('sendMessage', {
      path: {},
      query: [],
      body: { sendId: names[index], instanceId: idInstance, ...input },
    }),
  )
  const wrong = read.find((one) => one.kind === 'badRequest')
  if (wrong !== undefined) return refuseInput(call, wrong.detail)
  const asked = read.map((one) => (one as { readonly input: unknown }).input as OperationInput<'sendMessage'>)
  const messages = await sendAll(call, asked)
  const bad = messages.find((one) => !isAccepted(one))
  if (bad !== undefined) return answerFailure(call, bad)
  const ids = messages.map((one) => one.message?.serviceId)
  answerJson(call, 200, method === 'forwardmessages' ? { messages: ids } : { idMessage: ids[0] })
}

async function fieldsOf(call: AdmittedCall, method: QueueSend): Promise<QueueInput> {
  if (method === 'sendfilebyupload') return readQueueForm(call)
  const body = await readJsonBody(call.request)
  if (body.kind !== 'json') throw new ProgramError(body.kind)
  return typeof body.value === 'object' && body.value !== null ? (body.value as QueueInput) : {}
}

const refuseInput = (call: AdmittedCall, detail: string): void =>
  answerJson(call, 400, {
    message: `Validation failed. Details: ${detail.replace(/^text\b/, 'message').replace(/^content\./, '')}`,
  })

/** Of the header, where there is one; each message of a forward has a name of its own. */
function sendIds({ request }: AdmittedCall, count: number): readonly string[] {
  const header = request.headers['idempotency-key']
  const key = typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : randomUUID()
  const nameOf = (index: number) =>
    createHash('sha256')
      .update(JSON.stringify([key, index]))
      .digest('hex')
      .slice(0, 48)
  return Array.from({ length: count }, (_, index) => (count === 1 ? key : nameOf(index)))
}

interface Outcome {
  /** Null: it is cancelled, or another desk of the team has it, and this one has not seen it. */
  readonly message: Message | null
  readonly isTakenBack: boolean
}

/** All of them, in their order; what did not leave in time is taken back. */
async function sendAll(
  { connection, signal, clock }: AdmittedCall,
  inputs: readonly OperationInput<'sendMessage'>[],
): Promise<readonly Outcome[]> {
  const ends = clock.monotonic() + outcomeWithinS * 1000
  const queued = await connection.sendAll(inputs, signal)
  const outcomes: Outcome[] = []
  for (const { message, cancelled } of queued) {
    if (message === null) {
      outcomes.push({ message, isTakenBack: cancelled })
      continue
    }
    const wait = Math.max(0, Math.floor((ends - clock.monotonic()) / 1000))
    const asked = { messageId: message.id, wait, until: 'accepted' } as const
    const { value } = await connection.call('getMessage', asked, signal)
    const isTakenBack =
      value.status?.kind === 'queued' &&
      (await connection.call('cancelMessage', { messageId: message.id }, signal).then(
        () => true,
        // The message has left meanwhile.
        () => false,
      ))
    outcomes.push({ message: value, isTakenBack })
  }
  return outcomes
}

/** Also when it failed afterwards: that is told by a notification, as the service tells it. */
const isAccepted = ({ message, isTakenBack }: Outcome): boolean =>
  !isTakenBack && message !== null && message.serviceId !== null

function answerFailure(call: AdmittedCall, { message, isTakenBack }: Outcome): void {
  if (message === null && isTakenBack) return answerJson(call, 409, { message: 'The message was cancelled.' })
  if (isTakenBack) return answerJson(call, 503, { message: 'The message could not leave in time, and was taken back.' })
  const status = message?.status
  if (status?.kind === 'failed')
    return answerJson(call, 400, { message: status.text ?? 'The service refused the message.', code: status.reason })
  answerJson(call, 504, { message: 'Whether the message was sent is not known. Do not send it again.' })
}
