import { noAvatar, type Avatar } from './media-store.ts'
import type { Chat } from './chat.ts'
import type { Instance } from './instance.ts'
import type { Person } from './person.ts'

/** The account's place in a group: decides what getGroupData answers (service 4.3 and 7). */
export type Membership = 'member' | 'admin' | 'owner' | 'stranger'

export type Role = 'member' | 'admin' | 'owner'

export interface GroupInit {
  readonly subject?: string
  readonly description?: string
  /** Epoch milliseconds. */
  readonly createdAt?: number
  readonly inviteLink?: string
  readonly membership?: Membership
  readonly allowParticipantsEditGroupSettings?: boolean
  readonly allowParticipantsAddMembers?: boolean
}

/** A group chat. The own account is a participant unless it is a stranger. */
export class Group {
  readonly kind = 'group'
  readonly instance: Instance
  readonly id: string
  readonly createdAt: number
  subject: string
  description: string
  inviteLink: string
  membership: Membership
  allowParticipantsEditGroupSettings: boolean
  allowParticipantsAddMembers: boolean
  /** Rights that were set but that getGroupData does not report (service 11.6), by field. */
  readonly unsynced = new Map<string, boolean>()
  avatar: Avatar = noAvatar
  readonly #members = new Map<Person | string, Role>()

  constructor(instance: Instance, id: string, init: GroupInit) {
    this.instance = instance
    this.id = id
    this.subject = init.subject ?? `Group ${id}`
    this.description = init.description ?? ''
    this.createdAt = init.createdAt ?? instance.now()
    this.inviteLink = init.inviteLink ?? `https://chat.example/${id.replace(/\D/g, '')}`
    this.membership = init.membership ?? 'member'
    this.allowParticipantsEditGroupSettings = init.allowParticipantsEditGroupSettings ?? false
    this.allowParticipantsAddMembers = init.allowParticipantsAddMembers ?? false
  }

  get chat(): Chat {
    return this.instance.chat(this.id)
  }

  /** Each participant by the id that the person has now. */
  get roles(): ReadonlyMap<string, Role> {
    return new Map(
      [...this.#members].map(([member, role]) => [typeof member === 'string' ? member : member.chatId, role]),
    )
  }

  /** Adds a participant, or changes a participant's role. */
  add(accountId: string, role: Role = 'member'): this {
    this.#members.set(this.#memberOf(accountId), role)
    return this
  }

  remove(accountId: string): this {
    this.#members.delete(this.#memberOf(accountId))
    return this
  }

  hasAvatar(avatar: Avatar): this {
    this.avatar = avatar
    return this
  }

  #memberOf(accountId: string): Person | string {
    const peer = this.instance.peer(accountId)
    return peer?.kind === 'person' ? peer : accountId
  }
}
