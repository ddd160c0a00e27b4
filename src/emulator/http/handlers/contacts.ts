import type { Person } from '../../world/person.ts'
import { invalid, type Call, type Handler } from '../call.ts'
import { json, type Reply } from '../reply.ts'
import { readChatId } from './messages.ts'

const nameIn = (call: Call): string =>
  [call.input['firstName'], call.input['lastName']].filter((name) => typeof name === 'string' && name !== '').join(' ')

/** Errors of contacts carry a message alone (service 11.5). */
const bare = (status: number, message: string): Reply => json({ message }, status)

const personOf = (call: Call): { readonly person: Person | undefined; readonly chatId: string } | Reply => {
  const id = readChatId(call)
  if ('refused' in id) return id.refused
  const peer = call.instance.peer(id.chatId)
  return { person: peer?.kind === 'person' && !peer.noAccount ? peer : undefined, chatId: id.chatId }
}

const notThere = (call: Call, chatId: string): Reply =>
  call.instance.family === 'whatsapp' ? bare(404, `${chatId} is not on WhatsApp`) : bare(400, `${chatId} not found`)

export const addContact: Handler = (call) => {
  const found = personOf(call)
  if (!('chatId' in found)) return found
  const name = nameIn(call)
  if (name === '') return invalid(call, "'firstName' is required")
  const { person, chatId } = found
  if (person === undefined) return notThere(call, chatId)
  if (person.contactName !== '') return bare(400, `Contact ${chatId} already exists`)
  person.savedAs = name
  return json({ addContact: true })
}

export const editContact: Handler = (call) => {
  const found = personOf(call)
  if (!('chatId' in found)) return found
  const name = nameIn(call)
  if (name === '') return invalid(call, "'firstName' is required")
  if (found.person === undefined) return notThere(call, found.chatId)
  if (found.person.contactName === '') return json({ editContact: false })
  found.person.savedAs = name
  return json({ editContact: true })
}

export const deleteContact: Handler = (call) => {
  const found = personOf(call)
  if (!('chatId' in found)) return found
  if (found.person === undefined || found.person.contactName === '') return json({ deleteContact: false })
  found.person.savedAs = ''
  return json({ deleteContact: true })
}
