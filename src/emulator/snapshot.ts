import { textOf, typeMessageOf } from './world/content.ts'
import type { Family } from './world/behaviour.ts'
import type { InstanceState } from './world/account.ts'
import type { Message } from './world/message.ts'
import type { World } from './world/world.ts'

/** One message of the world, to compare with an archive. Times are epoch milliseconds. */
export interface SnapshotMessage {
  readonly idMessage: string
  readonly answeredId: string
  readonly direction: 'incoming' | 'outgoing'
  readonly at: number
  readonly typeMessage: string
  readonly text: string
  readonly status: string
  readonly sendByApi: boolean
  readonly isForwarded: boolean
  readonly senderId: string
  readonly isEdited: boolean
  readonly isDeleted: boolean
  /** Reacting account id to emoji. */
  readonly reactions: Readonly<Record<string, string>>
}

interface SnapshotChat {
  readonly chatId: string
  readonly name: string
  readonly messages: readonly SnapshotMessage[]
}

interface SnapshotInstance {
  readonly idInstance: string
  readonly family: Family
  readonly state: InstanceState | null
  /** Notifications that wait. */
  readonly queue: readonly { readonly receiptId: number; readonly typeWebhook: string; readonly at: number }[]
  /** Messages that wait to leave, oldest first. */
  readonly outgoing: readonly SnapshotMessage[]
  readonly chats: readonly SnapshotChat[]
}

export interface Snapshot {
  readonly now: number
  readonly instances: readonly SnapshotInstance[]
}

const message = (one: Message): SnapshotMessage => ({
  idMessage: one.id,
  answeredId: one.answeredId,
  direction: one.direction,
  at: one.acceptedAt,
  typeMessage: typeMessageOf(one.content),
  text: textOf(one.content),
  status: one.status,
  sendByApi: one.sendByApi,
  isForwarded: one.forwardingScore > 0,
  senderId: one.author.id,
  isEdited: one.isEdited,
  isDeleted: one.isDeleted,
  reactions: Object.fromEntries(one.reactions),
})

const kindOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'typeWebhook' in body ? String(body.typeWebhook) : ''

/** The whole world, to compare with an archive. */
export const snapshot = (world: World, now: number): Snapshot => ({
  now,
  instances: world.instances().map((instance) => ({
    idInstance: instance.idInstance,
    family: instance.family,
    state: instance.state,
    queue: instance.notifications
      .list()
      .map(({ receiptId, body, at }) => ({ receiptId, typeWebhook: kindOf(body), at })),
    outgoing: instance.outgoing.list().flatMap((job) => (job.message === undefined ? [] : [message(job.message)])),
    chats: instance.chats().map((chat) => ({ chatId: chat.id, name: chat.name, messages: chat.messages.map(message) })),
  })),
})
