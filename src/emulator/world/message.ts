import type { Chat } from './chat.ts'
import type { Content } from './content.ts'

/** The writer of a message: a person of the world, or the account's own phone or API. */
export interface Author {
  /** The author's id as the service names it. */
  readonly id: string
  readonly name: string
  readonly contactName: string
  /** Digits; '' when the number is hidden. */
  readonly phone: string
}

export interface MessageInit {
  readonly id: string
  readonly answeredId?: string
  readonly chat: Chat
  readonly direction: 'incoming' | 'outgoing'
  readonly author: Author
  readonly at: number
  readonly content: Content
  readonly sendByApi?: boolean
  readonly forwardingScore?: number
  readonly quotes?: Message | undefined
  readonly stage?: 'queued' | 'in-chat'
  readonly status?: string
}

/** One message of the world. Ids are text; times are epoch milliseconds. */
export class Message {
  /** The id in histories, journals and notifications. */
  readonly id: string
  /** The id that sendMessage answered; usually the same one. */
  readonly answeredId: string
  readonly chat: Chat
  readonly direction: 'incoming' | 'outgoing'
  /**
   * The time in its records. An API send takes the time at which it leaves the queue: a live capture shows a message of
   * 1771505135 with the time 1771505144 (service 10.1).
   */
  acceptedAt: number
  readonly sendByApi: boolean
  readonly forwardingScore: number
  readonly quotes: Message | undefined
  content: Content
  /** Time of the latest action: accepted, sent, a status, an edit (service 2.5). */
  actionAt: number
  /**
   * Queued messages are in the journal and the outgoing queue, not yet in the chat; expired messages never enter it.
   */
  stage: 'queued' | 'in-chat' | 'expired'
  /** The service's raw status; '' before the first one. */
  status: string
  isEdited = false
  isDeleted = false
  /** Ids of the records of edit and deletion (`Chat.changes`). */
  editedBy: string | undefined
  deletedBy: string | undefined
  /** The settings at its time keep it out of the journals (service 10.2). */
  isUnrecorded = false
  /** Time from which journals show it, epoch ms; 0: always. */
  shownAt = 0
  /** The account has read this incoming message. */
  isReadByAccount = false
  /** Account ids that reacted, with their emoji. */
  readonly reactions = new Map<string, string>()
  readonly #author: Author

  constructor(init: MessageInit) {
    this.id = init.id
    this.answeredId = init.answeredId ?? init.id
    this.chat = init.chat
    this.direction = init.direction
    this.#author = init.author
    this.acceptedAt = init.at
    this.actionAt = init.at
    this.content = init.content
    this.sendByApi = init.sendByApi ?? false
    this.forwardingScore = init.forwardingScore ?? 0
    this.quotes = init.quotes
    this.stage = init.stage ?? 'in-chat'
    this.status = init.status ?? ''
  }

  /** Its writer, by the id that the person has now. */
  get author(): Author {
    const { instance } = this.chat
    const person = instance.isLidMode ? instance.peer(this.#author.id) : undefined
    return person?.kind === 'person' ? person.author : this.#author
  }

  /** Sets a status and queues its notification; any text is allowed. */
  becomes(status: string, options: { readonly notify?: boolean; readonly description?: string } = {}): void {
    this.chat.instance.correspondence.setStatus(this, status, options)
  }
}
