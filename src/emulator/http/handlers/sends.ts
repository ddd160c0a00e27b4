import type { Content, FileKind } from '../../world/content.ts'
import type { Message } from '../../world/message.ts'
import { wireId, type JsonObject } from '../../world/records.ts'
import { fail, invalid, type Call, type Handler } from '../call.ts'
import { json, type Reply } from '../reply.ts'
import { readForm } from '../read-form.ts'
import { readChatId } from './messages.ts'

/** Files may have 100 MB (service 11.3.2), bytes. */
export const longestFile = 100 * 1024 * 1024

const minuteMs = 60_000
const hourMs = 60 * minuteMs
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
export const textIn = (input: JsonObject, name: string): string => {
  const value = input[name]
  return typeof value === 'string' ? value : ''
}
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A starting account accepts nothing, nor does a suspended one outside WhatsApp (service 10.7): there it is a
 * restriction for a time, and what is sent waits in the queue (service 10.4).
 */
const closed = (call: Call): Reply | undefined => {
  const { state } = call.instance
  if (state === 'suspended' && call.instance.family !== 'whatsapp') return fail(call, 403, 'Your account is suspended')
  if (state === 'starting') return fail(call, 400, 'instance in starting process try later')
  return state === null ? fail(call, 400, 'instance is starting or not authorized') : undefined
}

/** The message of this chat that `quotedMessageId` or `idMessage` names, or the refusal. */
const messageIn = (call: Call, chatId: string, field: string): { readonly message: Message } | Reply => {
  const id = call.input[field]
  if (!isText(id)) return invalid(call, `'${field}' is required`)
  const found = call.instance.message(id)
  const isHere = found !== undefined && call.instance.existingChat(chatId) === found.chat
  return isHere ? { message: found } : fail(call, 400, `Message not found by id '${id}'`)
}

/** Queues a send (service 4.4 and 11.1), also without authorization. Every send passes here. */
export const accept = (
  call: Call,
  content: Content,
  more: {
    readonly type?: string
    readonly body?: JsonObject
    readonly forwardingScore?: number
    readonly failure?: () => string | null
  } = {},
): { readonly message: Message } | Reply => {
  const { instance, input } = call
  const id = readChatId(call)
  if ('refused' in id) return id.refused
  const refused = closed(call)
  if (refused) return refused
  const typing = input['typingTime'] ?? null
  if (typing !== null && (typeof typing !== 'number' || typing < 1000 || typing > 20_000))
    return invalid(call, "'typingTime' must be between 1000 and 20000")
  const quoted = input['quotedMessageId'] === undefined ? undefined : messageIn(call, id.chatId, 'quotedMessageId')
  if (quoted !== undefined && !('message' in quoted)) return quoted
  const peer = instance.peerForSend(id.chatId) ?? instance.noGroup(id.chatId)
  const { type = call.route.operation, body = input, ...options } = more
  return {
    message: instance.apiSends.accept(peer.chat, content, {
      request: { type, body },
      quotes: quoted?.message,
      ...options,
    }),
  }
}

export const answer = (call: Call, accepted: ReturnType<typeof accept>): Reply =>
  'message' in accepted ? json({ idMessage: wireId(call.instance, accepted.message.answeredId) }) : accepted

export const sendLocation: Handler = (call) => {
  const { latitude, longitude } = call.input
  if (typeof latitude !== 'number' || Math.abs(latitude) > 90) return invalid(call, "'latitude' must be a number")
  if (typeof longitude !== 'number' || Math.abs(longitude) > 180) return invalid(call, "'longitude' must be a number")
  const named = call.instance.family === 'whatsapp'
  return answer(
    call,
    accept(call, {
      kind: 'location',
      latitude,
      longitude,
      nameLocation: named ? textIn(call.input, 'nameLocation') : '',
      address: named ? textIn(call.input, 'address') : '',
      jpegThumbnail: '',
    }),
  )
}

export const sendContact: Handler = (call) => {
  const { contact } = call.input
  const { instance } = call
  if (!isObject(contact)) return invalid(call, "'contact' is required")
  const isMax = instance.family === 'v3' || instance.family === 'v3-without-prefix'
  if (isMax) {
    const person = instance.peer(String(contact['chatId']))
    if (person?.kind !== 'person') return fail(call, 400, 'contact not found')
    const displayName = person.contactName || person.name
    return answer(call, accept(call, { kind: 'contact', displayName, vcard: vcardOf(displayName, person.phone) }))
  }
  const phone = contact['phoneContact']
  if (typeof phone !== 'number') return invalid(call, "'phoneContact' is required")
  const names = ['firstName', 'lastName', 'company'].map((name) => textIn(contact, name)).filter((name) => name !== '')
  const displayName = names.join(' ') || String(phone)
  return answer(call, accept(call, { kind: 'contact', displayName, vcard: vcardOf(displayName, String(phone)) }))
}

const vcardOf = (name: string, phone: string): string =>
  `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;type=CELL;waid=${phone}:+${phone}\nEND:VCARD`

export const sendPoll: Handler = (call) => {
  const { message, options, multipleAnswers = false, type = 'regular', correctOptionId } = call.input
  const longest = call.instance.family === 'whatsapp' || call.instance.family === 'telegram' ? 255 : 200
  if (!isText(message)) return invalid(call, "'message' is required")
  if (message.length > longest) return invalid(call, `'message' length must be less than or equal to ${longest}`)
  const names = Array.isArray(options)
    ? options.map((one: unknown) => (isObject(one) ? textIn(one, 'optionName') : ''))
    : []
  if (names.length < 2 || names.length > 12) return invalid(call, "'options' must contain 2 to 12 items")
  if (names.includes('')) return invalid(call, "'optionName' is not allowed to be empty")
  if (new Set(names).size !== names.length) return invalid(call, "'options' contains a duplicate value")
  const problem = call.instance.family === 'telegram' ? quizProblem(type, correctOptionId, names, multipleAnswers) : ''
  if (problem !== '') return invalid(call, problem)
  return answer(
    call,
    accept(call, {
      kind: 'poll',
      name: message,
      options: names,
      multipleAnswers: multipleAnswers === true,
      votes: new Map(),
    }),
  )
}

/** Service 10.9: its echo and its records have only the id and the params. */
export const sendTemplate: Handler = (call) => {
  const { templateId, params = [] } = call.input
  if (!isText(templateId)) return invalid(call, "'templateId' is required")
  if (!Array.isArray(params) || !params.every(isText)) return invalid(call, "'params' must be an array of strings")
  if (textIn(call.input, 'chatId').endsWith('@g.us')) return invalid(call, "'chatId' must be a personal chat")
  const template = call.instance.behaviour.templates?.find((one) => one['templateId'] === templateId)
  if (template === undefined) return fail(call, 400, `Template not found by id '${templateId}'`)
  // Every kind but a text has its file in the request.
  const kind = String(template['templateType'] ?? 'TEXT').toLowerCase()
  const { message } = call.input
  const media = isObject(message) && message['type'] === kind ? message[kind] : undefined
  const link = isObject(media) ? textIn(media, 'link') : ''
  if (kind !== 'text' && link === '') return invalid(call, "'message' is required")
  const data = { templateMessage: { templateId, params } }
  return answer(
    call,
    accept(
      call,
      { kind: 'unsupported', typeMessage: 'templateMessage', data },
      // The messenger fetches the file later, and the send fails by a status.
      { failure: () => (/\.invalid(?:[:/]|$)/.test(link) ? 'Media download error' : null) },
    ),
  )
}

/** Telegram's rules of a quiz (service 11.3.7); '' for none that is broken. */
function quizProblem(type: unknown, correct: unknown, options: readonly string[], multiple: unknown): string {
  if (type !== 'regular' && type !== 'quiz') return "'type' must be one of [regular, quiz]"
  if (type === 'regular') return ''
  if (multiple === true) return "'multipleAnswers' is not allowed for a quiz"
  if (!Number.isInteger(correct) || Number(correct) < 0 || Number(correct) >= options.length)
    return "'correctOptionId' must be the index of an option"
  return ''
}

/**
 * If several ids are given, only the last message is forwarded, and each element of the answer is its id (service
 * 11.3.8).
 */
export const forwardMessages: Handler = (call) => {
  const { chatIdFrom, messages } = call.input
  if (!isText(chatIdFrom)) return invalid(call, "'chatIdFrom' is required")
  if (!Array.isArray(messages) || messages.length === 0) return invalid(call, "'messages' is required")
  const source = call.instance.existingChat(chatIdFrom)?.find(String(messages.at(-1)))
  if (source === undefined) return fail(call, 400, 'Message not found')
  const accepted = accept(call, source.content, {
    type: 'ForwardMessages',
    forwardingScore: source.forwardingScore + 1,
  })
  if (!('message' in accepted)) return accepted
  return json({ messages: messages.map(() => wireId(call.instance, accepted.message.answeredId)) })
}

/** How long after acceptance a message may be edited (service 11.4.1), ms. */
const editWindowMs = (call: Call): number => (call.instance.family === 'telegram' ? 48 * hourMs : 15 * minuteMs)

export const editMessage: Handler = (call) => {
  const { instance, input } = call
  const id = readChatId(call)
  if ('refused' in id) return id.refused
  const found = messageIn(call, id.chatId, 'idMessage')
  if (!('message' in found)) return found
  const { message } = found
  if (!isText(input['message'])) return invalid(call, "'message' is required")
  const refused = closed(call)
  if (refused) return refused
  const isOwn = message.direction === 'outgoing' && (message.content.kind === 'text' || message.content.kind === 'link')
  if (!isOwn) return fail(call, 400, 'This message cannot be edited')
  const late = instance.now() - message.acceptedAt > editWindowMs(call)
  // The WhatsApp family accepts a late edit and reports its failure later.
  if (late && instance.family !== 'whatsapp') return fail(call, 400, 'The time to edit this message is over')
  const answered = instance.apiSends.acceptEdit(
    message,
    input['message'],
    { type: 'editMessage', body: input },
    editWindowMs(call),
  )
  return json({ idMessage: wireId(instance, answered) })
}

/** After 72 hours the WhatsApp family silently removes only the sender's copy (service 11.4.2). */
export const deleteMessage: Handler = (call) => {
  const { instance, input } = call
  const id = readChatId(call)
  if ('refused' in id) return id.refused
  const found = messageIn(call, id.chatId, 'idMessage')
  if (!('message' in found)) return found
  if (found.message.direction !== 'outgoing') return fail(call, 400, 'This message cannot be deleted')
  const isLate = instance.family === 'whatsapp' && instance.now() - found.message.acceptedAt > 72 * hourMs
  if (input['onlySenderDelete'] !== true && !isLate) instance.phone.deletes(found.message, { byApi: true })
  return { status: 200, body: '', contentType: 'text/plain' }
}

export const sendReaction: Handler = (call) => {
  const { instance, input } = call
  const id = readChatId(call)
  if ('refused' in id) return id.refused
  const found = messageIn(call, id.chatId, 'idMessage')
  if (!('message' in found)) return found
  if (typeof input['reaction'] !== 'string') return invalid(call, "'reaction' is required")
  const reaction = instance.phone.reacts(found.message, input['reaction'], { sendByApi: true })
  return json({ idMessage: wireId(instance, reaction.id) })
}

/** The bytes are the body; the name is in a header, or derived from the type. */
export const uploadFile: Handler = (call) => {
  if (call.bytes.length === 0) return fail(call, 400, 'File is empty')
  const given = decoded(call.givenFileName)
  const fileName = given === '' ? `file.${call.contentType.split('/')[1] ?? 'bin'}` : given
  const mimeType = call.contentType || 'application/octet-stream'
  return json({ urlFile: call.instance.files.storeUpload({ bytes: call.bytes, fileName, mimeType }) })
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The service fetches the file when the message leaves the queue: a dead link fails only then (service 11.3.3). */
export const sendFileByUrl: Handler = (call) => {
  const { urlFile, fileName } = call.input
  if (!isText(urlFile) || !/^https?:\/\//.test(urlFile)) return invalid(call, "'urlFile' must be a valid uri")
  if (!isText(fileName) || !fileName.includes('.')) return invalid(call, "'fileName' must contain an extension")
  const caption = textIn(call.input, 'caption')
  if (caption.length > longestCaption(call)) return fail(call, 500, 'caption is too long')
  const { instance } = call
  const fileOf = instance.files.fileOf(urlFile)
  const content = fileContent(call, { mediaId: fileOf?.mediaId ?? '', mimeType: fileOf?.mimeType ?? '', fileName })
  return answer(
    call,
    accept(call, content, {
      failure: () =>
        instance.files.fileOf(urlFile) === undefined ? 'The file could not be downloaded by its link' : null,
    }),
  )
}

export const sendFileByUpload: Handler = async (call) => {
  const form = await readForm(call)
  if (form?.file === undefined) return fail(call, 500, 'Unexpected end of form')
  const { input, file } = form
  const asked: Call = { ...call, input }
  const fileName = textIn(input, 'fileName') || file.name
  if (!fileName.includes('.')) return invalid(asked, "'fileName' must contain an extension")
  if (textIn(input, 'caption').length > longestCaption(call)) return fail(call, 500, 'caption is too long')
  const quoted = input['quotedMessageId']
  if (isText(quoted) && call.instance.message(quoted) === undefined) return fail(call, 400, 'failed to upload file')
  const id = readChatId(asked)
  if ('refused' in id) return id.refused
  const refused = closed(asked)
  if (refused) return refused
  const bytes = new Uint8Array(await file.arrayBuffer())
  const mimeType = file.type || 'application/octet-stream'
  const urlFile = call.instance.files.storeUpload({ bytes, fileName, mimeType })
  const mediaId = call.instance.files.fileOf(urlFile)?.mediaId ?? ''
  const { chatId, caption } = input
  const accepted = accept(asked, fileContent(asked, { mediaId, mimeType, fileName }), {
    // The queue shows an upload as a send of the link that it became.
    type: 'sendFileByUrl',
    body: { chatId, urlFile, fileName, caption },
  })
  if (!('message' in accepted)) return accepted
  return json({ idMessage: wireId(call.instance, accepted.message.answeredId), urlFile })
}

const longestCaption = (call: Call): number =>
  call.instance.family === 'v3' || call.instance.family === 'v3-without-prefix' ? 4000 : 1024

const fileContent = (
  call: Call,
  file: { readonly mediaId: string; readonly mimeType: string; readonly fileName: string },
): Content => {
  const { instance } = call
  const as = fileKindOf(file.fileName)
  const isMax = instance.family === 'v3' || instance.family === 'v3-without-prefix'
  // Only pictures and films keep a caption there.
  const captioned = !isMax || as === 'image' || as === 'video'
  return {
    kind: 'file',
    as,
    ...file,
    caption: captioned ? textIn(call.input, 'caption') : '',
    jpegThumbnail: null,
    isAnimated: false,
    ...(isMax ? { shownName: file.fileName } : {}),
  }
}

const kinds: readonly (readonly [FileKind, readonly string[]])[] = [
  ['image', ['jpg', 'jpeg', 'png', 'gif']],
  ['video', ['mp4', 'mov', '3gp']],
  ['audio', ['mp3', 'ogg', 'oga', 'wav', 'm4a', 'aac']],
  ['sticker', ['webp']],
]

/** The extension of a file's name decides its kind, whatever its MIME type (service 11.1). */
function fileKindOf(fileName: string): FileKind {
  const extension = /\.([a-z\d]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  return kinds.find(([, extensions]) => extensions.includes(extension))?.[0] ?? 'document'
}
