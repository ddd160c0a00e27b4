import { chatIdShape } from '../../world/chat-ids.ts'
import type { Group } from '../../world/group.ts'
import type { JsonObject } from '../../world/records.ts'
import { fail, invalid, type Call, type Handler } from '../call.ts'
import { readForm, readPicture } from '../read-form.ts'
import { json, text, type Reply } from '../reply.ts'

/** Least time between new groups (service 11.6). */
const createAgainMs = 300_000
const longestName = 100

/** The key of a group: the WhatsApp family calls it groupId, the others chatId (service 11.6). */
const groupIn = (call: Call, input: JsonObject = call.input): { readonly group: Group } | Reply => {
  const name = call.instance.family === 'whatsapp' ? 'groupId' : 'chatId'
  const raw = input[name]
  // A sample of MAX has it as a number.
  const id = typeof raw === 'number' ? String(raw) : raw
  if (typeof id !== 'string' || id === '') return invalid(call, `'${name}' is required`)
  if (chatIdShape(id) !== 'group') return invalid(call, `'${name}' must be the next formats:`)
  const group = call.instance.peer(id)
  return group?.kind === 'group' ? { group } : fail(call, 400, 'groupId not found')
}

const administers = ({ membership }: Group): boolean => membership === 'admin' || membership === 'owner'
const isWhatsapp = (call: Call): boolean => call.instance.family === 'whatsapp'

export const createGroup: Handler = (call) => {
  const { instance, input } = call
  const { groupName, chatIds } = input
  if (typeof groupName !== 'string' || groupName === '') return invalid(call, "'groupName' is required")
  if (groupName.length > longestName)
    return invalid(call, `'groupName' length must be less than or equal to ${longestName} characters long`)
  if (!Array.isArray(chatIds)) return invalid(call, "'chatIds' must be an array")
  const refused = (): Reply =>
    isWhatsapp(call) ? fail(call, 500, 'rate overlimit') : json({ created: false, chatId: '', groupInviteLink: '' })
  if (instance.now() - instance.groupMadeAt < createAgainMs) return refused()
  const people = chatIds.map((id) => instance.peer(String(id)))
  if (people.some((person) => person?.kind !== 'person')) return refused()
  instance.groupMadeAt = instance.now()
  const group = instance.group(undefined, { subject: groupName, membership: 'owner' })
  for (const person of people) if (person?.kind === 'person') group.add(person.chatId)
  return json({ created: true, chatId: group.id, groupInviteLink: group.inviteLink })
}

export const updateGroupName: Handler = (call) => {
  const found = groupIn(call)
  if (!('group' in found)) return found
  const { groupName } = call.input
  if (typeof groupName !== 'string' || groupName === '') return invalid(call, "'groupName' is required")
  const may = administers(found.group) || found.group.allowParticipantsEditGroupSettings
  if (may) found.group.subject = groupName
  return json({ updateGroupName: may })
}

/** Rights that each family can set (service 11.6). */
const rightsOf = ({ instance: { family } }: Call): readonly string[] => {
  if (family === 'whatsapp') return ['EditGroupSettings', 'SendMessages']
  if (family !== 'telegram') return ['EditGroupSettings', 'PinMessages', 'AddMembers']
  const writing = ['SendMessages', 'SendMedia', 'SendPolls', 'SendOtherMessages', 'AddWebPagePreviews']
  return [...writing, 'EditGroupSettings', 'AddMembers', 'PinMessages']
}

export const updateGroupSettings: Handler = (call) => {
  const found = groupIn(call)
  if (!('group' in found)) return found
  const { group } = found
  if (!administers(group)) return json({ updateGroupSettings: false, reason: 'not enough rights' })
  call.clock.after(call.instance.behaviour.groupSettingsDelayMs, () => {
    for (const right of rightsOf(call)) {
      const name = `allowParticipants${right}`
      const value = call.input[name]
      if (typeof value !== 'boolean') continue
      if (name === 'allowParticipantsEditGroupSettings' || name === 'allowParticipantsAddMembers') group[name] = value
      else group.unsynced.set(name, value)
    }
  })
  return json({ updateGroupSettings: true })
}

const personIn = (call: Call): { readonly id: string } | Reply => {
  const id = call.input['participantChatId']
  return typeof id === 'string' && chatIdShape(id) === 'user'
    ? { id }
    : invalid(call, "'participantChatId' must be the next formats:")
}

/** Changes one participant: `change` returns whether it did; without the right the answer is false. */
const onParticipant =
  (field: string, change: (group: Group, id: string, call: Call) => boolean): Handler =>
  (call) => {
    const found = groupIn(call)
    if (!('group' in found)) return found
    const person = personIn(call)
    if (!('id' in person)) return person
    const peer = call.instance.peer(person.id)
    const id = peer?.kind === 'person' ? peer.chatId : person.id
    return json({ [field]: administers(found.group) && change(found.group, id, call) })
  }

/** False if the account does not administer the group, or the person is already in it or not in the address book. */
export const addGroupParticipant = onParticipant('addParticipant', (group, id, call) => {
  const peer = call.instance.peer(id)
  if (peer?.kind !== 'person' || peer.contactName === '' || group.roles.has(id)) return false
  group.add(id)
  return true
})

export const removeGroupParticipant = onParticipant('removeParticipant', (group, id) => {
  if (!group.roles.has(id) || group.roles.get(id) === 'owner') return false
  group.remove(id)
  return true
})

/** WhatsApp refuses with a bare text (service 11.6). */
const inText =
  (words: string, handler: Handler): Handler =>
  (call) => {
    const found = groupIn(call)
    const id = call.input['participantChatId']
    if (isWhatsapp(call) && 'group' in found) {
      const peer = typeof id === 'string' ? call.instance.peer(id) : undefined
      if (peer?.kind === 'person' && !found.group.roles.has(peer.chatId)) return text('participant not found')
      if (!administers(found.group)) return text(words)
    }
    return handler(call)
  }

const changeRole =
  (role: 'admin' | 'member') =>
  (group: Group, id: string): boolean => {
    if (!group.roles.has(id) || group.roles.get(id) === 'owner') return false
    group.add(id, role)
    return true
  }

export const setGroupAdmin = inText('failed to set group admin', onParticipant('setGroupAdmin', changeRole('admin')))
export const removeAdmin = inText('failed to remove group admin', onParticipant('removeAdmin', changeRole('member')))

export const setGroupPicture: Handler = async (call) => {
  const form = await readForm(call)
  const found = groupIn(call, form?.input ?? {})
  if (!('group' in found)) return found
  const picture = await readPicture(form)
  if ('refused' in picture) return text(picture.refused, 400)
  if (!administers(found.group)) return json({ setGroupPicture: false, urlAvatar: null, reason: 'not-authorized' })
  const avatar = call.instance.files.storePicture(picture.bytes)
  found.group.hasAvatar(avatar)
  return json({ setGroupPicture: true, urlAvatar: call.instance.files.url(avatar.mediaId), reason: null })
}

/** WhatsApp answers an administrator who leaves with another field (service 11.6). */
export const leaveGroup: Handler = (call) => {
  const found = groupIn(call)
  if (!('group' in found)) return found
  const { group } = found
  if (group.membership === 'stranger') return json({ leaveGroup: false })
  const field = isWhatsapp(call) && administers(group) ? 'removeAdmin' : 'leaveGroup'
  group.remove(call.instance.accountId)
  group.membership = 'stranger'
  return json({ [field]: true })
}
