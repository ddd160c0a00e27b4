import type { Content } from './content.ts'
import type { SayOptions } from './actor.ts'
import type { Chat } from './chat.ts'
import type { Instance, InstanceWorld } from './instance.ts'
import type { MessageIds } from './message-ids.ts'
import { Message, type Author } from './message.ts'
import { messageData, senderData, wireId, type JsonObject } from './records.ts'

/** Options of an edit or deletion. */
export interface ChangeOptions {
  /** False queues no notification. */
  readonly notify?: boolean
  /** Made through the API, not on the phone. */
  readonly byApi?: boolean
  /** The id of its record. */
  readonly id?: string
}

/** The messages of one instance, their changes, and the notifications about them. */
export class Correspondence {
  readonly #instance: Instance
  readonly #ids: MessageIds
  readonly #effects: InstanceWorld['effects']
  /** The status of each message that was told last. */
  readonly #statuses = new WeakMap<Message, JsonObject>()
  /** How many messages were told as *sent*. */
  #sent = 0

  constructor(instance: Instance, ids: MessageIds, effects: InstanceWorld['effects']) {
    this.#instance = instance
    this.#ids = ids
    this.#effects = effects
  }

  /** Puts a message of a person or of the own phone into its chat and announces it. */
  post(input: {
    readonly chat: Chat
    readonly author: Author
    readonly direction: 'incoming' | 'outgoing'
    readonly content: Content
    readonly options: SayOptions
  }): Message {
    const { chat, author, direction, content, options } = input
    const at = options.at ?? this.#instance.now()
    const message = new Message({
      id: options.id ?? this.#ids.next(options.sendByApi ?? false, at),
      chat,
      direction,
      author,
      at,
      content,
      sendByApi: options.sendByApi ?? false,
      forwardingScore: options.forwardingScore ?? 0,
      quotes: options.quotes,
      status: direction === 'outgoing' ? (options.status ?? 'sent') : '',
    })
    chat.insert(message)
    this.#instance.journals.take(message)
    if (options.notify !== false) {
      const own = message.sendByApi ? 'outgoingAPIMessageReceived' : 'outgoingMessageReceived'
      this.announce(direction === 'incoming' ? 'incomingMessageReceived' : own, message)
    }
    return message
  }

  setStatus(
    message: Message,
    status: string,
    options: { readonly notify?: boolean; readonly description?: string },
  ): void {
    message.status = status
    message.actionAt = this.#instance.now()
    this.#effects.add({ kind: 'status', idInstance: this.#instance.idInstance, idMessage: message.id, status })
    if (options.notify === false) return
    const before = this.#statuses.get(message)
    const body = {
      timestamp: this.#instance.seconds(this.#instance.now()),
      chatId: message.chat.id,
      idMessage: wireId(this.#instance, message.id),
      status,
      sendByApi: message.sendByApi,
      ...(options.description === undefined ? {} : { description: options.description }),
    }
    this.#statuses.set(message, body)
    if (this.#instance.isKinder('statusesInOrder')) return this.#instance.notify('outgoingMessageStatus', body)
    // Statuses come doubled and after later ones (service 10.4): every third message's *sent* comes after the next one.
    if (before === undefined && status === 'sent') this.#sent += 1
    if (before === undefined && status === 'sent' && this.#sent % 3 === 0) return
    this.#instance.notify('outgoingMessageStatus', body)
    if (before !== undefined) this.#instance.notify('outgoingMessageStatus', before)
  }

  /**
   * Adds a record of one person's votes, which the poll's own record does not contain (service 10.5), and queues its
   * notification.
   */
  vote(poll: Message, author: Author, choices: readonly string[], options: { readonly notify?: boolean }): void {
    const vote = this.#event(poll, author, { kind: 'vote', poll, voterId: author.id, choices })
    poll.chat.changes.push(vote)
    this.#announceEvent(vote, messageData(vote), options)
  }

  /** Adds a record of an edit or deletion and queues its notification, both only if the settings allow it. */
  change(
    message: Message,
    author: Author,
    content: Extract<Content, { kind: 'change' }>,
    options: ChangeOptions,
  ): void {
    message.actionAt = this.#instance.now()
    const event = this.#event(message, author, content, options)
    const isEdit = content.change === 'edit'
    if (this.#instance.settings[isEdit ? 'editedMessageWebhook' : 'deletedMessageWebhook'] === 'yes') {
      message.chat.changes.push(event)
      if (isEdit) message.editedBy = event.id
      else message.deletedBy = event.id
    }
    this.#announceEvent(event, messageData(event), options)
  }

  #event(message: Message, author: Author, content: Content, options: ChangeOptions = {}): Message {
    const own = author.id === this.#instance.accountId
    const event = new Message({
      id: options.id ?? this.#ids.next(options.byApi ?? false, this.#instance.now()),
      sendByApi: options.byApi ?? false,
      chat: message.chat,
      direction: own ? 'outgoing' : 'incoming',
      author,
      at: this.#instance.now(),
      content,
      status: own ? 'sent' : '',
    })
    this.#instance.journals.take(event)
    return event
  }

  #announceEvent(event: Message, data: JsonObject, options: { readonly notify?: boolean }): void {
    if (options.notify === false) return
    const own = event.sendByApi ? 'outgoingAPIMessageReceived' : 'outgoingMessageReceived'
    this.announce(event.direction === 'outgoing' ? own : 'incomingMessageReceived', event, data)
  }

  /** Queues the notification of a message; the kind depends on its author. */
  announce(typeWebhook: string, message: Message, data: JsonObject = messageData(message)): void {
    this.#instance.notify(
      typeWebhook,
      {
        timestamp: this.#instance.seconds(message.acceptedAt),
        idMessage: wireId(this.#instance, message.id),
        senderData: senderData(message),
        messageData: data,
      },
      String(data['typeMessage'] ?? ''),
    )
  }
}
