import type { AutoStatus } from './behaviour.ts'
import type { Group } from './group.ts'
import type { Instance } from './instance.ts'
import type { Message } from './message.ts'
import type { Person } from './person.ts'

/** A conversation of one instance, with its messages in the order of their time. */
export class Chat {
  readonly instance: Instance
  readonly peer: Person | Group
  readonly messages: Message[] = []
  /**
   * Votes, and edits and deletions where the service keeps them, which journals show as records of their own; oldest
   * first.
   */
  readonly changes: Message[] = []
  /** Records that getChatHistory returns unchanged, newest first, before all others: for unusual shapes. */
  readonly rawRecords: unknown[] = []
  /** In the messenger's own archive. */
  isArchived = false
  /** For how many seconds messages stay in the messenger; 0: for good. */
  lifetime = 0
  /** Automatic statuses of outgoing messages of this chat; undefined: those of the instance. */
  autoStatus: AutoStatus | undefined

  constructor(instance: Instance, peer: Person | Group) {
    this.instance = instance
    this.peer = peer
  }

  get id(): string {
    return this.peer.kind === 'group' ? this.peer.id : this.peer.chatId
  }

  get name(): string {
    return this.peer.kind === 'group' ? this.peer.subject : this.peer.contactName || this.peer.name
  }

  /** Inserts the message by its time, usually at the end: there it takes the chat out of the messenger's archive. */
  insert(message: Message): void {
    let index = this.messages.length
    while (index > 0) {
      const before = this.messages[index - 1]
      if (!before || before.acceptedAt <= message.acceptedAt) break
      index -= 1
    }
    if (index === this.messages.length) this.isArchived = false
    this.messages.splice(index, 0, message)
  }

  /** Records of its history, by time. */
  get records(): readonly Message[] {
    const changes = this.changes.filter(({ content }) => content.kind === 'vote' || this.instance.showsChanges)
    if (changes.length === 0) return this.messages
    return [...this.messages, ...changes].sort((a, b) => a.acceptedAt - b.acceptedAt)
  }

  find(idMessage: string): Message | undefined {
    return this.messages.findLast((message) => message.id === idMessage)
  }
}
