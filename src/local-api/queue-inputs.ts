/** Fields of a call of the service, of which nothing is known. */
export type QueueInput = Readonly<Record<string, unknown>>

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
export const queueSends = {
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
    const { message: question, options, multipleAnswers: multiple } = input
    const names = Array.isArray(options)
      ? options.map((one: unknown) => (isRecord(one) ? one['optionName'] : one))
      : options
    return content(input, 'poll', { question, options: names, multiple })
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

export type QueueSend = keyof typeof queueSends
