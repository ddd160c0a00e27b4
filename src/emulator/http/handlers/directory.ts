import { capabilities } from '../../../api/families.ts'
import type { Avatar } from '../../world/media-store.ts'
import { chatIdShape } from '../../world/chat-ids.ts'
import type { Chat } from '../../world/chat.ts'
import type { Group } from '../../world/group.ts'
import type { Instance } from '../../world/instance.ts'
import type { Person } from '../../world/person.ts'
import type { JsonObject } from '../../world/records.ts'
import { fail, invalid, type Handler } from '../call.ts'
import { json, text, type Reply } from '../reply.ts'
import { readChatId } from './messages.ts'

const softError = (instance: Instance, message: string): Reply =>
  instance.behaviour.refusals === 'json' ? json(message) : text(message)

const groupRecord = (group: Group): JsonObject => {
  const { instance } = group
  const owner = [...group.roles].find(([, role]) => role === 'owner')?.[0] ?? ''
  const isAdministrator = group.membership === 'admin' || group.membership === 'owner'
  return {
    [instance.behaviour.groupParameter]: group.id,
    owner,
    subject: group.subject,
    description: group.description,
    creation: instance.seconds(group.createdAt),
    groupInviteLink: isAdministrator ? group.inviteLink : '',
    allowParticipantsEditGroupSettings: group.allowParticipantsEditGroupSettings,
    allowParticipantsAddMembers: group.allowParticipantsAddMembers,
    size: group.roles.size,
    participants: [...group.roles].map(([chatId, role]) => ({
      chatId,
      isAdmin: role === 'admin' || role === 'owner',
      isSuperAdmin: role === 'owner',
    })),
  }
}

/** Service 4.3 and 7: only digits may follow a hyphen; forbidden and item-not-found have status 200. */
export const getGroupData: Handler = (call) => {
  const { instance } = call
  const name = instance.behaviour.groupParameter
  const groupId = call.input[name]
  if (groupId === undefined || groupId === null) return invalid(call, `'${name}' is required`)
  if (typeof groupId !== 'string' || chatIdShape(groupId) !== 'group' || /^-\d+@/.test(groupId)) {
    return invalid(call, `'${name}' must be the next formats:`)
  }
  const group = instance.peer(groupId)
  if (group?.kind !== 'group') {
    return instance.behaviour.missingGroup === 'item-not-found'
      ? softError(instance, 'Error: item-not-found')
      : text('groupId not found', 400)
  }
  return group.membership === 'stranger' ? softError(instance, 'Error: forbidden') : json(groupRecord(group))
}

const avatarUrl = (instance: Instance, avatar: Avatar): string => {
  if (avatar.kind === 'set') return instance.files.url(avatar.mediaId)
  return avatar.kind === 'elsewhere' ? avatar.url : ''
}

const avatarOf = (instance: Instance, chatId: string): Avatar | undefined =>
  chatId === instance.accountId || chatId === instance.wid ? instance.avatar : instance.peer(chatId)?.avatar

/** Service 4.5: a hidden picture is not available; an absent one, or a missing account, is available and empty. */
export const getAvatar: Handler = (call) => {
  const id = readChatId(call)
  if ('refused' in id) return id.refused
  const avatar = avatarOf(call.instance, id.chatId)
  if (!avatar) return json({ urlAvatar: '', available: true })
  return json({ urlAvatar: avatarUrl(call.instance, avatar), available: avatar.kind !== 'hidden' })
}

const idName = (instance: Instance): string => (instance.family === 'whatsapp' ? 'id' : 'chatId')

const isMax = ({ family }: Instance): boolean => family === 'v3' || family === 'v3-without-prefix'

/** MAX lists chats by id and number alone (service 10.2). */
const chatNames = (chat: Chat): JsonObject =>
  isMax(chat.instance) && !chat.instance.isKinder('namesInChats')
    ? {}
    : { name: chat.name, type: chat.peer.kind === 'group' ? 'group' : chat.peer.isBot ? 'bot' : 'user' }

/** Service 11.4.6: the answer is null, as a live one was; a chat without a message can't be archived. */
export const archiveChat =
  (archived: boolean): Handler =>
  (call) => {
    const id = readChatId(call)
    if ('refused' in id) return id.refused
    const chat = call.instance.existingChat(id.chatId)
    if (chat === undefined) return fail(call, 400, 'chatId not found')
    chat.isArchived = archived
    return json(null)
  }

/** Service 11.4.6. */
export const setDisappearingChat: Handler = (call) => {
  const id = readChatId(call)
  if ('refused' in id) return id.refused
  const seconds = call.input['ephemeralExpiration']
  if (seconds === undefined) return invalid(call, "'value' must have at least 2 keys")
  if (typeof seconds !== 'number' || ![0, 86_400, 604_800, 7_776_000].includes(seconds))
    return invalid(call, "'ephemeralExpiration' must be one of [0, 86400, 604800, 7776000]")
  call.instance.chat(id.chatId).lifetime = seconds
  return json({ chatId: id.chatId, disappearingMessagesInChat: seconds > 0, ephemeralExpiration: seconds })
}

/** Service 11.7.2: newest first; the number is text or an integer, by edition, and may be empty. */
export const getStateInstanceHistory: Handler = (call) => {
  const count = Number(call.route.query.get('count') ?? 100)
  if (!Number.isSafeInteger(count) || count < 1) return invalid(call, "'count' must be a number")
  return json(call.instance.journals.states.slice(0, count))
}

/** In lid mode a chat is also listed under the ids that its person had before (service 10.1). */
const earlierIds = (chat: Chat): readonly string[] =>
  chat.peer.kind === 'person' && chat.instance.isLidMode ? chat.peer.earlierLids : []

/** Service 10.2: every chat with a message, as far as its history has arrived. */
export const getChats: Handler = ({ instance }) =>
  json([
    // The WhatsApp family also lists a row without an account (service 10.2).
    ...(instance.family === 'whatsapp' && !instance.isKinder('noJunkChat')
      ? [{ id: '0@c.us', phoneNumber: 0, name: '', type: 'user' }]
      : []),
    ...instance
      .chats()
      .filter((chat) => chat.messages.length === 0 || instance.arrival.of(chat).length > 0)
      .flatMap((chat) => [chat.id, ...earlierIds(chat)].map((id) => ({ chat, id })))
      .map(({ chat, id }) => ({
        [idName(instance)]: id,
        ...(id === chat.id ? {} : { newChatId: chat.id }),
        phoneNumber: chat.peer.kind === 'person' ? Number(chat.peer.shownPhone) : 0,
        ...chatNames(chat),
        ...(instance.family === 'whatsapp' ? { archive: chat.isArchived, ephemeralExpiration: chat.lifetime } : {}),
      })),
  ])

/**
 * Service 10.2: the list is empty at first after a login. MAX lists only persons, and those who never wrote without
 * their own name.
 */
export const getContacts: Handler = ({ instance }) => {
  if (!instance.arrival.hasContacts) return json([])
  const isFull = !isMax(instance) || instance.isKinder('namesInChats')
  const hasWritten = ({ chatId }: Person) =>
    instance.existingChat(chatId)?.messages.some(({ direction }) => direction === 'incoming') === true
  return json([
    ...instance.people.map((person) => ({
      [idName(instance)]: person.chatId,
      phoneNumber: Number(person.shownPhone),
      name: isFull || hasWritten(person) ? person.name : '',
      contactName: person.contactName,
      type: 'user',
    })),
    ...(isFull ? instance.groups : []).map((group) => ({
      [idName(instance)]: group.id,
      phoneNumber: 0,
      name: group.subject,
      type: 'group',
    })),
  ])
}

export const getContactInfo: Handler = (call) => {
  const id = readChatId(call)
  if ('refused' in id) return id.refused
  const peer = call.instance.peer(id.chatId)
  if (!peer) return fail(call, 400, 'chatId not found')
  return json(
    peer.kind === 'group'
      ? {
          avatar: avatarUrl(call.instance, peer.avatar),
          name: peer.subject,
          contactName: '',
          chatId: peer.id,
          chatType: 'group',
          lastSeen: null,
          phoneNumber: 0,
        }
      : {
          avatar: avatarUrl(call.instance, peer.avatar),
          name: peer.name,
          contactName: peer.contactName,
          chatId: peer.chatId,
          chatType: peer.isBot ? 'bot' : 'user',
          lastSeen: peer.lastSeen,
          phoneNumber: Number(peer.shownPhone),
          ...(call.instance.family === 'whatsapp' ? whatsAppFacts(peer) : {}),
        },
  )
}

/** Further fields of WhatsApp: the profile of a business, else empty texts. */
const whatsAppFacts = ({ business, chatId, instance }: Person): JsonObject => {
  const { isArchived = false, lifetime = 0 } = instance.existingChat(chatId) ?? {}
  return {
    ...(business ?? { email: '', category: '', description: '' }),
    ...{ products: [], isBusiness: business !== null },
    ...{ isArchive: isArchived, isDisappearing: lifetime > 0, messageExpiration: lifetime },
    ...{ isMute: false, muteExpiration: null },
  }
}

/** Service 10.2: who has an account, and under which chat id. Not ready is status 200 with a reason. */
export const checkAccount: Handler = (call) => {
  const { phoneNumber, chatId: asked, username } = call.input
  if (call.instance.family === 'whatsapp' && typeof asked === 'string') return checkById(call.instance, asked)
  if (call.instance.family === 'telegram' && typeof username === 'string')
    return checkByUsername(call.instance, username)
  if (typeof phoneNumber !== 'number' || !Number.isSafeInteger(phoneNumber))
    return invalid(call, "'phoneNumber' must be a number")
  if (call.instance.state !== 'authorized') return json({ status: false, reason: 'instance is not authorized' })
  const person = call.instance.people.find((one) => one.phone === String(phoneNumber))
  const exist = person !== undefined && !person.noAccount
  const chatId = exist ? person.chatId : ''
  // WhatsApp answers a @lid even if messages use the number (service 10.2), and no id if there is no account.
  return call.instance.family === 'whatsapp'
    ? json({
        existsWhatsapp: exist,
        ...(exist ? { chatId: call.instance.isKinder('checkAnswersNumber') ? chatId : person.lid } : {}),
      })
    : json({ exist, chatId, fromCache: false })
}

/** WhatsApp: a check by id says the number, unless the person hides it (service 10.2). */
const checkById = (instance: Instance, chatId: string) => {
  const person = instance.peer(chatId)
  if (person?.kind !== 'person' || person.noAccount) return json({ existsWhatsapp: false })
  return json({
    ...{ existsWhatsapp: true, chatId: person.lid, phoneNumber: person.hidesPhone ? '' : person.phone },
    ...(person.username === '' ? {} : { username: person.username }),
  })
}

/** Telegram: a public name with or without its @ (service 11.5). */
const checkByUsername = (instance: Instance, typed: string) => {
  const username = typed.replace(/^@/, '').toLowerCase()
  const person = instance.people.find((one) => one.username !== '' && one.username.toLowerCase() === username)
  const exist = person !== undefined && !person.noAccount
  return json({ exist, chatId: exist ? person.chatId : '', fromCache: false })
}

export const getStateInstance: Handler = ({ instance }) =>
  json(instance.state === null ? null : { stateInstance: instance.state })

/** Each kind has its own settings (service 11.7.1). */
const shownSettings = ({ settings, kind }: Instance): JsonObject =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => capabilities[kind].settings.includes(name)))

export const getSettings: Handler = ({ instance }) =>
  json({ ...shownSettings(instance), wid: instance.settings.wid, typeInstance: instance.kind })

export const setSettings: Handler = (call) => {
  const { settings: names } = capabilities[call.instance.kind]
  const known = Object.entries(call.input).filter(([name]) => names.includes(name))
  call.instance.setOverApi(Object.fromEntries(known))
  return json({ saveSettings: true })
}

const progressOf = ({ behaviour, arrival, family }: Instance): JsonObject => {
  const progress = behaviour.historySyncProgress ?? (family === 'whatsapp' ? null : arrival.progress)
  return progress === null ? {} : { historySyncProgress: progress }
}

/** Older instances have other names for the state and its end (service 10.4). */
function restrictionOf({ state, behaviour: { suspendedUntil: until } }: Instance): JsonObject {
  if (until === null) return {}
  if (state === 'suspended') return { suspendedUntil: until }
  return state === 'yellowCard' ? { yellowCardUntil: until } : {}
}

/**
 * getAccountSettings, and getWaSettings, which names a device of the number instead of the account's own id (service
 * 10.2).
 */
export const getAccountSettings: Handler = ({ instance }) =>
  json({
    avatar: avatarUrl(instance, instance.avatar),
    phone: instance.phoneNumber,
    stateInstance: instance.state,
    ...(instance.family === 'whatsapp' && !instance.isKinder('ownIdOnWhatsapp')
      ? { deviceId: `${instance.phoneNumber}:8@s.whatsapp.net` }
      : { chatId: instance.accountId }),
    ...restrictionOf(instance),
    ...progressOf(instance),
  })
