import { chatIdShape } from '../../world/chat-ids.ts'
import type { Chat } from '../../world/chat.ts'
import type { Instance } from '../../world/instance.ts'
import type { Message } from '../../world/message.ts'
import type { OutgoingJob } from '../../world/outgoing-job.ts'
import { messageRecord, wireId, type JsonObject } from '../../world/records.ts'
import { fail, invalid, type Call, type Handler } from '../call.ts'
import { json, type Reply } from '../reply.ts'

/** At most 5000 messages and three months (service 10.1). */
const historyLimit = { messages: 5000, ageMs: 92 * 24 * 60 * 60 * 1000 }

/** For so long the link of a call's recording holds (service 10.9). */
const recordingLinkMs = 3_600_000

const chatIdFormats = "'chatId' must be one of the next formats: 'user_id' or 'group_id'"

/** The chat id of the body, or the refusal that the service answers. */
export const readChatId = (call: Call): { readonly chatId: string } | { readonly refused: Reply } => {
  const chatId = call.input['chatId']
  if (chatId === undefined || chatId === null) return { refused: invalid(call, "'chatId' is required") }
  if (chatId === '') return { refused: invalid(call, "'chatId' is not allowed to be empty") }
  if (typeof chatId !== 'string') return { refused: invalid(call, "'chatId' must be a string") }
  if (chatIdShape(chatId) === undefined) return { refused: invalid(call, chatIdFormats) }
  return { chatId }
}

const historyOf = (chat: Chat): readonly Message[] => {
  const oldest = chat.instance.now() - historyLimit.ageMs
  return chat.instance.journals
    .of(chat)
    .filter((message) => message.acceptedAt >= oldest)
    .slice(-historyLimit.messages)
}

/** Service 4.1: the newest `count` records of a chat, newest first. */
export const getChatHistory: Handler = (call) => {
  const id = readChatId(call)
  if ('refused' in id) return id.refused
  const count = call.input['count'] ?? 100
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0)
    return invalid(call, "'count' must be a number")
  const chat = call.instance.existingChat(id.chatId)
  if (!chat || count === 0) return json([])
  const messages = historyOf(chat).slice(-count).reverse()
  return json([...chat.rawRecords, ...messages.map((message) => messageRecord(message, false))].slice(0, count))
}

/** Service 4.2: one record; a queued message is not found yet. */
export const getMessage: Handler = (call) => {
  const id = readChatId(call)
  if ('refused' in id) return id.refused
  const idMessage = call.input['idMessage']
  if (idMessage === undefined || idMessage === null) return invalid(call, "'idMessage' is required")
  if (idMessage === '') return invalid(call, "'idMessage' is not allowed to be empty")
  if (typeof idMessage !== 'string') return invalid(call, "'idMessage' must be a string")
  if (idMessage.length < 16) return invalid(call, "'message id' must be at least 16 symbols")
  const chat = call.instance.existingChat(id.chatId)
  if (!chat) return fail(call, 400, 'chatId not found')
  const message = chat.instance.journals.of(chat).findLast((one) => one.id === idMessage)
  return message ? json(messageRecord(message, false)) : fail(call, 400, `Message not found by id '${idMessage}'`)
}

const minutesOf = (call: Call): number | undefined => {
  const raw = call.route.query.get('minutes')
  if (raw === null) return 1440
  return /^\d+$/.test(raw) && Number.isSafeInteger(Number(raw)) ? Number(raw) : undefined
}

const journal = (call: Call, direction: 'incoming' | 'outgoing'): Reply => {
  const minutes = minutesOf(call)
  if (minutes === undefined) return invalid(call, "'minutes' must be a number")
  const since = call.clock.now() - minutes * 60_000
  const inChats = call.instance
    .chats()
    .flatMap((chat) => call.instance.journals.of(chat).filter((message) => message.direction === direction))
  const queued =
    direction === 'outgoing'
      ? call.instance.sends.filter((message) => message.stage !== 'in-chat' && call.instance.journals.shows(message))
      : []
  // Newest first, also for equal times.
  const records = [...inChats, ...queued]
    .reverse()
    .filter((message) => (direction === 'outgoing' ? message.actionAt : message.acceptedAt) >= since)
    .sort((a, b) => (direction === 'outgoing' ? b.actionAt - a.actionAt : b.acceptedAt - a.acceptedAt))
    .map((message) => journalRecord(message))
  return json(records)
}

const journalRecord = (message: Message): JsonObject => {
  const record = messageRecord(message, message.direction === 'outgoing')
  // The journal shows a message that has left the queue and has no status yet as pending (service 2.5).
  return record['statusMessage'] === '' && message.sendByApi ? { ...record, statusMessage: 'pending' } : record
}

/** Service 4.6: everything the account sent, by API or phone, with its latest action within `minutes`. */
export const lastOutgoingMessages: Handler = (call) => journal(call, 'outgoing')

/** Service 10.2. */
export const lastIncomingMessages: Handler = (call) => journal(call, 'incoming')

const callJournal = (call: Call, direction: 'incoming' | 'outgoing'): Reply => {
  const minutes = minutesOf(call)
  if (minutes === undefined) return invalid(call, "'minutes' must be a number")
  return json(call.instance.journals.callsSince(direction, call.clock.now() - minutes * 60_000))
}

/** Service 10.9. */
export const lastIncomingCalls: Handler = (call) => callJournal(call, 'incoming')
export const lastOutgoingCalls: Handler = (call) => callJournal(call, 'outgoing')

/** The recording of a call by the id of its entry in a journal (service 10.9). */
export const getCallRecording: Handler = (call) => {
  const { idMessage } = call.input
  if (typeof idMessage !== 'string' || idMessage === '') return invalid(call, "'idMessage' is required")
  const recording = call.instance.journals.recordingOf(idMessage)
  if (recording === undefined) return fail(call, 400, `Recording not found by id '${idMessage}'`)
  if (!recording.isReady) return json({ status: 'processing' })
  const expireAt = Math.floor((call.clock.now() + recordingLinkMs) / 1000)
  const { url, sizeBytes } = call.instance.files.linkFor(recording.mediaId, recordingLinkMs)
  return json({ status: 'ready', downloadUrl: url, expireAt, durationMs: recording.durationMs, sizeBytes })
}

/** Service 11.10. */
export const getIncomingStatuses: Handler = (call) => {
  const minutes = minutesOf(call)
  if (minutes === undefined) return invalid(call, "'minutes' must be a number")
  return json(call.instance.journals.storiesSince(call.clock.now() - minutes * 60_000))
}

/** Service 10.2: a link to a message's file, the same as in its record. */
export const downloadFile: Handler = (call) => {
  const id = readChatId(call)
  if ('refused' in id) return id.refused
  const { idMessage } = call.input
  if (typeof idMessage !== 'string' || idMessage === '') return invalid(call, "'idMessage' is required")
  const message = call.instance.existingChat(id.chatId)?.find(idMessage)
  if (!message) return fail(call, 400, `Message not found by id '${idMessage}'`)
  const { content } = message
  return content.kind === 'file'
    ? json({ downloadUrl: call.instance.files.url(content.mediaId) })
    : fail(call, 400, 'Message has no file')
}

const queueRecord = (instance: Instance, job: OutgoingJob): JsonObject => {
  const { type, body } = job
  const id = wireId(instance, job.answeredId)
  // A forward names its ids in a list (service 11.3.8).
  return type === 'ForwardMessages' ? { messagesIDs: [id], type, body } : { messageID: id, type, body }
}

/** Service 10.2: the first 500 that wait. */
export const showMessagesQueue: Handler = ({ instance }) =>
  json(
    instance.outgoing
      .list()
      .slice(0, 500)
      .map((job) => queueRecord(instance, job)),
  )

export const clearMessagesQueue: Handler = ({ instance }) => {
  for (const { message } of instance.outgoing.clear()) if (message !== undefined) message.stage = 'expired'
  return json({ isCleared: true })
}

export const getMessagesCount: Handler = ({ instance }) => json({ count: instance.outgoing.list().length })

export const getWebhooksCount: Handler = ({ instance }) => json({ count: instance.notifications.size })

/** Service 10.2: marks one message, or everything in the chat, as read by the account. */
export const readChat: Handler = (call) => {
  const id = readChatId(call)
  if ('refused' in id) return id.refused
  const chat = call.instance.existingChat(id.chatId)
  if (!chat) return json({ setRead: false })
  const { idMessage } = call.input
  const last = typeof idMessage === 'string' ? chat.find(idMessage) : chat.messages.at(-1)
  if (!last) return json({ setRead: false })
  for (const message of chat.messages) {
    if (message.direction === 'incoming' && message.acceptedAt <= last.acceptedAt) message.isReadByAccount = true
  }
  return json({ setRead: true })
}
