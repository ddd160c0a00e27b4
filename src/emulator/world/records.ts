import { typeMessageOf, type Content, type FileContent } from './content.ts'
import type { Instance } from './instance.ts'
import type { Message } from './message.ts'
import { createHash } from 'node:crypto'

/** A JSON object as the service answers it. */
export type JsonObject = Record<string, unknown>

/** Message ids are text, but one capture shows a JSON number (service 10.1). */
export const wireId = (instance: Instance, id: string): string | number =>
  instance.behaviour.ids === 'number' && /^\d{1,15}$/.test(id) ? Number(id) : id

const forwarded = (message: Message): JsonObject => ({
  isForwarded: message.forwardingScore > 0,
  forwardingScore: message.forwardingScore,
})

const contactFields = (content: Extract<Content, { kind: 'contact' }>): JsonObject => ({
  displayName: content.displayName,
  vcard: content.vcard,
})

/** A shared contact in a notification: MAX splits it into fields and leaves the display name empty (service 11.3.6). */
const notificationContact = (instance: Instance, content: Extract<Content, { kind: 'contact' }>): JsonObject => {
  const isWhole = instance.family === 'whatsapp' || instance.family === 'telegram'
  if (isWhole || instance.isKinder('wholeContacts')) return contactFields(content)
  const phone = /TEL[^:]*:\+?([\d ]+)/i.exec(content.vcard)?.[1]?.replaceAll(' ', '') ?? ''
  return {
    displayName: '',
    vcard: content.vcard,
    firstName: content.displayName,
    phoneNumber: phone === '' ? 0 : Number(phone),
    chatId: '',
    urlAvatar: '',
  }
}

const votersOf = ({ votes }: Extract<Content, { kind: 'poll' }>, optionName: string): readonly string[] =>
  [...votes].filter(([, chosen]) => chosen.includes(optionName)).map(([voter]) => voter)

/** The fields of a poll; its record never contains votes (service 10.5). */
const pollFields = (instance: Instance, content: Extract<Content, { kind: 'poll' }>): JsonObject => ({
  name: content.name,
  options: content.options.map((optionName) => ({ optionName })),
  votes: content.options.map((optionName) => ({
    optionName,
    optionVoters: instance.isKinder('votesInPolls') ? votersOf(content, optionName) : [],
  })),
  multipleAnswers: content.multipleAnswers,
})

/** One person's votes (service 10.5). Journals may omit the poll's id, never its name. */
const voteFields = ({ poll, voterId, choices }: Extract<Content, { kind: 'vote' }>, target: JsonObject): JsonObject => {
  const { content } = poll
  if (content.kind !== 'poll') return {}
  return {
    pollMessageData: {
      ...target,
      name: content.name,
      votes: content.options.map((optionName) => ({
        optionName,
        optionVoters: poll.chat.instance.isKinder('votesInPolls')
          ? votersOf(content, optionName)
          : choices.includes(optionName)
            ? [voterId]
            : [],
      })),
      multipleAnswers: content.multipleAnswers,
    },
  }
}

/** The fields that a record of service 2.2 or 2.5 has for its kind of content. */
const recordContent = (instance: Instance, content: Content, flags: JsonObject): JsonObject => {
  switch (content.kind) {
    case 'text':
      return { textMessage: content.text, ...flags }
    case 'link':
      return { textMessage: content.text, extendedTextMessage: { ...linkFields(content), ...flags } }
    case 'file':
      return { ...fileFields(instance, content), ...flags }
    case 'location':
      return { location: { ...locationFields(content), ...flags } }
    case 'contact':
      return { contact: { ...contactFields(content), ...flags } }
    case 'contacts':
      return instance.isKinder('contactsAtTop')
        ? { contacts: content.contacts.map(contactFields), ...flags }
        : { messageData: { contacts: content.contacts.map(contactFields) }, ...flags }
    case 'poll':
      return { pollMessageData: pollFields(instance, content), ...flags }
    case 'reaction':
      return { extendedTextMessageData: { text: content.emoji } }
    case 'change':
      return changeFields(instance, content)
    case 'vote':
      return voteFields(
        content,
        instance.isKinder('pollIdsInJournals') ? { stanzaId: wireId(instance, content.poll.id) } : {},
      )
    case 'unsupported':
      return { ...content.data }
  }
}

/** The target and, of an edit, its new text or caption: the same in journals and notifications. */
const changeFields = (instance: Instance, content: Extract<Content, { kind: 'change' }>): JsonObject => {
  const stanzaId = wireId(instance, content.targetId)
  return content.change === 'edit'
    ? { editedMessageData: { [content.field]: content.text, stanzaId } }
    : { deletedMessageData: { stanzaId } }
}

const linkFields = (content: Extract<Content, { kind: 'link' }>): JsonObject => ({
  text: content.text,
  description: content.description,
  title: content.title,
  previewType: content.previewType,
  jpegThumbnail: content.jpegThumbnail,
})

const fileFields = (instance: Instance, content: Extract<Content, { kind: 'file' }>): JsonObject => ({
  // A file that was too large for the service has a marker instead of its link (service 10.5).
  downloadUrl:
    content.isTooLarge === true && !instance.isKinder('linkOfTooLarge')
      ? '{{SWE002}}'
      : instance.files.url(content.mediaId),
  caption: content.caption,
  fileName: content.shownName ?? (content.as === 'document' ? content.fileName : madeUpName(content)),
  jpegThumbnail: content.jpegThumbnail,
  mimeType: content.mimeType,
  isAnimated: content.isAnimated,
  // Only a round video has the field (service 10.9).
  ...(content.isRound === true ? { videoNote: true } : {}),
})

/** A place in a notification; a latitude of 0 is none that is left out. */
const placeFields = (instance: Instance, content: Extract<Content, { kind: 'location' }>): JsonObject => {
  const { latitude, longitude, ...texts } = locationFields(content)
  return { ...sparse(instance, texts), latitude, longitude }
}

const locationFields = (content: Extract<Content, { kind: 'location' }>): JsonObject => ({
  nameLocation: content.nameLocation,
  address: content.address,
  latitude: content.latitude,
  longitude: content.longitude,
  jpegThumbnail: content.jpegThumbnail,
})

/** Object quotedMessage (service 2.5): the quoted message's id, author, kind and fields. */
const quoted = (instance: Instance, message: Message): JsonObject => ({
  stanzaId: wireId(instance, message.id),
  participant: message.author.id,
  typeMessage: typeMessageOf(message.content),
  ...recordContent(instance, message.content, {}),
})

const isReply = (message: Message): boolean =>
  message.quotes !== undefined && (message.content.kind === 'text' || message.content.kind === 'link')

/** The quote of a message that is no text is a separate object (service 11.9). */
const quoteBeside = (message: Message): JsonObject => {
  const { quotes, content, chat } = message
  const isBeside = quotes !== undefined && !isReply(message) && content.kind !== 'change'
  return isBeside ? { quotedMessage: quoted(chat.instance, quotes) } : {}
}

/** One record of getChatHistory, getMessage (2.2), or with `journal` of lastOutgoingMessages (2.5). */
export const messageRecord = (message: Message, journal: boolean): JsonObject => {
  const { instance } = message.chat
  const { content, quotes } = message
  const asQuote = quotes && isReply(message) ? quotes : undefined
  const text = content.kind === 'text' || content.kind === 'link' ? content.text : ''
  const body = asQuote
    ? {
        typeMessage: 'quotedMessage',
        extendedTextMessage: {
          text,
          ...forwarded(message),
          stanzaId: wireId(instance, asQuote.id),
          participant: asQuote.author.id,
        },
        quotedMessage: quoted(instance, asQuote),
      }
    : {
        typeMessage: typeMessageOf(content),
        ...recordContent(instance, content, forwarded(message)),
        ...quoteBeside(message),
      }
  const { deletedBy, editedBy } = instance.showsChanges ? message : {}
  return {
    type: message.direction,
    idMessage: wireId(instance, message.id),
    timestamp: instance.seconds(journal ? message.actionAt : message.acceptedAt),
    chatId: message.chat.id,
    // Every record has these fields (service 2.2), even if the object of its kind repeats them.
    ...forwarded(message),
    ...body,
    ...(message.direction === 'outgoing'
      ? { statusMessage: message.status, sendByApi: message.sendByApi }
      : {
          senderId: message.author.id,
          senderName: message.author.name,
          senderContactName: message.author.contactName,
        }),
    deletedMessageId: deletedBy === undefined ? '' : wireId(instance, deletedBy),
    editedMessageId: editedBy === undefined ? '' : wireId(instance, editedBy),
    isEdited: editedBy !== undefined,
    isDeleted: deletedBy !== undefined,
  }
}

/** Without what a notification leaves out (service 10.5): empty texts, flags that are not set, a count of 0. */
const sparse = (instance: Instance, fields: JsonObject): JsonObject => {
  if (instance.isKinder('wholeNotifications')) return fields
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== '' && value !== false && value !== 0),
  )
}

/** messageData of a notification (service 6 and 10.5). */
export const messageData = (message: Message): JsonObject => {
  const { instance } = message.chat
  const { content, quotes } = message
  const flags = sparse(instance, forwarded(message))
  const quote = quotes && isReply(message) ? quoted(instance, quotes) : undefined
  const typeMessage = typeMessageOf(content)
  switch (content.kind) {
    case 'text':
      if (!quotes || !quote) return { typeMessage, textMessageData: { textMessage: content.text, ...flags } }
      if (instance.behaviour.replies === 'textMessage') {
        return { typeMessage, textMessageData: { textMessage: content.text, ...flags }, quotedMessage: quote }
      }
      return {
        typeMessage: 'quotedMessage',
        extendedTextMessageData: {
          text: content.text,
          stanzaId: wireId(instance, quotes.id),
          participant: quotes.author.id,
        },
        quotedMessage: quote,
      }
    case 'link':
      return {
        typeMessage,
        extendedTextMessageData: { ...sparse(instance, linkFields(content)), ...flags },
        ...(quote ? { quotedMessage: quote } : {}),
      }
    case 'file':
      return {
        typeMessage,
        fileMessageData: { ...sparse(instance, fileFields(instance, content)), ...flags },
        ...quoteBeside(message),
      }
    case 'location':
      return {
        typeMessage,
        locationMessageData: { ...placeFields(instance, content), ...flags },
        ...quoteBeside(message),
      }
    case 'contact':
      return {
        typeMessage,
        contactMessageData: { ...notificationContact(instance, content), ...flags },
        ...quoteBeside(message),
      }
    case 'contacts':
      return { typeMessage, messageData: { contacts: content.contacts.map(contactFields) } }
    case 'poll': {
      const { votes: _votes, ...asked } = pollFields(instance, content)
      return { typeMessage, pollMessageData: asked, ...quoteBeside(message) }
    }
    case 'reaction':
      return {
        typeMessage,
        extendedTextMessageData: { text: content.emoji },
        ...quoteBeside(message),
      }
    case 'change':
      return { typeMessage, ...changeFields(instance, content) }
    case 'vote':
      return { typeMessage, ...voteFields(content, { stanzaId: wireId(instance, content.poll.id) }) }
    case 'unsupported':
      return { typeMessage, ...sparseParts(instance, content.data), ...quoteBeside(message) }
  }
}

/** The same of what stands under a key of its own (service 10.9). */
const sparseParts = (instance: Instance, data: Readonly<JsonObject>): JsonObject =>
  Object.fromEntries(
    Object.entries(data).map(([key, part]) => [
      key,
      typeof part === 'object' && part !== null && !Array.isArray(part) ? sparse(instance, part as JsonObject) : part,
    ]),
  )

/** messageData of the echo of an API send; plain text comes as extendedTextMessage (service 10.4). */
export const echoData = (message: Message): JsonObject => {
  const { echo } = message.chat.instance.behaviour
  if (echo === 'empty') return {}
  const { content } = message
  if (echo === 'textMessage' || content.kind !== 'text') return messageData(message)
  return {
    typeMessage: 'extendedTextMessage',
    extendedTextMessageData: sparse(message.chat.instance, {
      text: content.text,
      description: '',
      title: '',
      previewType: 'None',
      jpegThumbnail: '',
      ...forwarded(message),
    }),
  }
}

/** senderData (service 6; the further fields of live captures in service 10.1). */
export const senderData = (message: Message): JsonObject => {
  const { instance } = message.chat
  const { author, chat } = message
  const { peer } = chat
  const isLid = instance.family === 'whatsapp' && !instance.isKinder('senderIsChat')
  // In a personal chat the sender's id may differ from the chat's (service 10.1).
  const sender = isLid && peer.kind === 'person' && author.id === peer.chatId ? peer.lid : author.id
  const documented = { chatId: chat.id, sender, senderName: author.name }
  if (instance.behaviour.senderData === 'description') return documented
  return {
    ...documented,
    ...sparse(instance, { chatName: chat.name, senderContactName: author.contactName }),
    chatType: chat.peer.kind === 'group' ? 'group' : chat.peer.isBot ? 'bot' : 'user',
    senderType: chat.peer.kind === 'person' && chat.peer.isBot ? 'bot' : 'user',
    senderPhoneNumber: author.phone === '' ? 0 : Number(author.phone),
  }
}

/** jpeg of image/jpeg. */
const subtype = /^[a-z]+\/([a-z\d]{1,8})\b/i

/**
 * The name that the service invents for a file that is no document (service 2.2): unrelated to the sender's name, and
 * the same in every record. '' for a file without a link (service 11.9).
 */
function madeUpName({ mediaId, mimeType }: FileContent): string {
  if (mediaId === '') return ''
  const id = createHash('sha256').update(mediaId).digest('hex').slice(0, 32)
  return `${id}.${subtype.exec(mimeType)?.[1]?.toLowerCase() ?? 'bin'}`
}
