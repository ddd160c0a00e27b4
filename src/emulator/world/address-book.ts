import { accountIdFor } from './chat-ids.ts'
import { Chat } from './chat.ts'
import { Group, type GroupInit } from './group.ts'
import type { Instance } from './instance.ts'
import type { Message } from './message.ts'
import { Person, type PersonInit } from './person.ts'

/** The people, groups and chats of one account, found by any form of their id (service 2.1). */
export class AddressBook {
  readonly people: Person[] = []
  readonly groups: Group[] = []
  readonly #instance: Instance
  readonly #chats = new Map<string, Chat>()
  readonly #aliases = new Map<string, Person | Group>()
  readonly #noGroups = new Map<string, Group>()

  constructor(instance: Instance) {
    this.#instance = instance
  }

  /** The person with this number; created on first use. */
  person(phone: string, init: PersonInit): Person {
    const digits = phone.replace(/\D/g, '')
    const known = this.people.find((person) => person.phone === digits)
    if (known) return Object.assign(known, definedNames(init))
    const { family, behaviour } = this.#instance
    const chatId = init.answersAs ?? accountIdFor(family, digits, behaviour)
    const person = new Person(this.#instance, digits, chatId, init)
    this.people.push(person)
    const forms = [digits, `${digits}@c.us`, person.chatId, ...(family === 'whatsapp' ? [person.lid] : [])]
    for (const alias of forms) this.#aliases.set(alias, person)
    return person
  }

  /** Another id of this person. */
  knowAs(alias: string, person: Person): void {
    this.#aliases.set(alias, person)
  }

  /** The group with this id; created on first use. The account is a participant unless `membership` is `stranger`. */
  group(id: string, init: GroupInit): Group {
    const known = this.groups.find((group) => group.id === id)
    if (known) return Object.assign(known, init)
    const group = new Group(this.#instance, id, init)
    // Messages sent to the id before the group existed reached nobody, so its chat starts empty.
    if (this.#noGroups.delete(id)) this.#chats.delete(id)
    if (group.membership !== 'stranger') group.add(this.#instance.accountId, group.membership)
    this.groups.push(group)
    this.#aliases.set(id, group)
    if (id.startsWith('-')) this.#aliases.set(`${id}@g.us`, group)
    return group
  }

  /** A placeholder for sends to a group that does not exist; the world does not gain a group. */
  noGroup(id: string): Group {
    const known = this.#noGroups.get(id)
    if (known) return known
    const group = new Group(this.#instance, id, { membership: 'stranger' })
    this.#noGroups.set(id, group)
    return group
  }

  peer(chatId: string): Person | Group | undefined {
    return this.#aliases.get(chatId)
  }

  chats(): readonly Chat[] {
    return [...this.#chats.values()]
  }

  /** Created on first use if the id has a person or group. Throws otherwise. */
  chat(chatId: string): Chat {
    const peer = this.peer(chatId) ?? this.#noGroups.get(chatId)
    if (!peer) throw new Error(`Nobody on instance ${this.#instance.idInstance} has the chat id ${chatId}.`)
    const known = this.#chats.get(keyOf(peer))
    if (known) return known
    const chat = new Chat(this.#instance, peer)
    this.#chats.set(keyOf(peer), chat)
    return chat
  }

  existingChat(chatId: string): Chat | undefined {
    const peer = this.peer(chatId)
    return peer && this.#chats.get(keyOf(peer))
  }

  message(idMessage: string): Message | undefined {
    for (const chat of this.#chats.values()) {
      const found = chat.find(idMessage)
      if (found) return found
    }
    return undefined
  }
}

/** The key of a chat, which stays when the person's id changes. */
const keyOf = (peer: Person | Group): string => (peer.kind === 'group' ? peer.id : `person ${peer.phone}`)

const definedNames = (
  init: PersonInit,
): Partial<
  Pick<Person, 'name' | 'savedAs' | 'username' | 'hidesPhone' | 'isBot' | 'noAccount' | 'lastSeen' | 'business'>
> => {
  const { answersAs: _fixed, contactName, ...names } = init
  return contactName === undefined ? names : { ...names, savedAs: contactName }
}
