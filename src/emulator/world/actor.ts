import type { Chat } from './chat.ts'
import type { ContactContent, Content, FileKind, LinkContent, LocationContent } from './content.ts'
import type { Group } from './group.ts'
import type { ChangeOptions } from './correspondence.ts'
import type { Instance } from './instance.ts'
import type { Author, Message } from './message.ts'
import type { Person } from './person.ts'

export interface SayOptions {
  /** The target: a group, person or chat id. Default: the private chat. */
  readonly to?: Group | Person | string
  readonly quotes?: Message
  /** Times it was forwarded; 0: not forwarded. */
  readonly forwardingScore?: number
  /** A message id chosen by the script. */
  readonly id?: string
  /** When it was written, epoch milliseconds; in the past for histories. */
  readonly at?: number
  /** False queues no notification: for earlier history, or a lost notification. */
  readonly notify?: boolean
  /** Outgoing only: the status it already has. */
  readonly status?: string
  /** Outgoing only: written through the API at some earlier time. */
  readonly sendByApi?: boolean
}

/** A file to send: one of the emulator's own (`media`), or bytes. */
export interface FileOptions extends SayOptions {
  readonly media?: string
  readonly bytes?: Uint8Array
  readonly caption?: string
  /** Of a document; for other kinds the service invents names. */
  readonly fileName?: string
  readonly mimeType?: string
  readonly jpegThumbnail?: string | null
  readonly isAnimated?: boolean
  /** A video that the messenger shows as a circle. */
  readonly isRound?: boolean
  readonly isTooLarge?: boolean
}

/** Someone who writes: a person, or the account's own phone. Every method returns the message it made or changed. */
export abstract class Actor {
  readonly instance: Instance

  constructor(instance: Instance) {
    this.instance = instance
  }

  abstract get author(): Author
  protected abstract get direction(): 'incoming' | 'outgoing'
  protected abstract get defaultChat(): Chat

  says(text: string, options: SayOptions = {}): Message {
    return this.#post({ kind: 'text', text }, options)
  }

  sendsLink(link: Partial<Omit<LinkContent, 'kind'>> & { readonly text: string }, options: SayOptions = {}): Message {
    return this.#post(
      { kind: 'link', title: '', description: '', previewType: 'None', jpegThumbnail: '', ...link },
      options,
    )
  }

  sendsImage(options: FileOptions = {}): Message {
    return this.#file('image', options)
  }

  sendsVideo(options: FileOptions = {}): Message {
    return this.#file('video', options)
  }

  sendsDocument(options: FileOptions = {}): Message {
    return this.#file('document', options)
  }

  sendsAudio(options: FileOptions = {}): Message {
    return this.#file('audio', options)
  }

  sendsSticker(options: FileOptions = {}): Message {
    return this.#file('sticker', options)
  }

  sendsLocation(place: Partial<Omit<LocationContent, 'kind'>>, options: SayOptions = {}): Message {
    const nowhere = { nameLocation: '', address: '', latitude: 0, longitude: 0, jpegThumbnail: '' }
    return this.#post({ kind: 'location', ...nowhere, ...place }, options)
  }

  sendsContact(contact: Omit<ContactContent, 'kind'>, options: SayOptions = {}): Message {
    return this.#post({ kind: 'contact', ...contact }, options)
  }

  sendsContacts(contacts: readonly Omit<ContactContent, 'kind'>[], options: SayOptions = {}): Message {
    return this.#post(
      { kind: 'contacts', contacts: contacts.map((contact) => ({ kind: 'contact', ...contact })) },
      options,
    )
  }

  asksPoll(
    name: string,
    choices: readonly string[],
    options: SayOptions & { readonly multipleAnswers?: boolean } = {},
  ): Message {
    const { multipleAnswers = false } = options
    return this.#post({ kind: 'poll', name, options: choices, multipleAnswers, votes: new Map() }, options)
  }

  /** A kind that a client need not know: buttons, lists, orders, or an unknown kind. */
  sendsUnsupported(
    typeMessage: string,
    data: Readonly<Record<string, unknown>> = {},
    options: SayOptions = {},
  ): Message {
    return this.#post({ kind: 'unsupported', typeMessage, data }, options)
  }

  /** Sets the actor's reaction; '' removes it. */
  reacts(message: Message, emoji: string, options: SayOptions = {}): Message {
    if (emoji) message.reactions.set(this.author.id, emoji)
    else message.reactions.delete(this.author.id)
    return this.#post({ kind: 'reaction', emoji }, { to: message.chat.id, ...options, quotes: message })
  }

  /** Replaces the actor's votes. Throws when the message is no poll. */
  votes(poll: Message, choices: readonly string[], options: { readonly notify?: boolean } = {}): Message {
    if (poll.content.kind !== 'poll') throw new Error(`Message ${poll.id} is no poll.`)
    const votes = new Map(poll.content.votes).set(this.author.id, choices)
    poll.content = { ...poll.content, votes }
    this.instance.correspondence.vote(poll, this.author, choices, options)
    return poll
  }

  edits(message: Message, text: string, options: ChangeOptions = {}): Message {
    const { content } = message
    if (content.kind === 'file') message.content = { ...content, caption: text }
    else if (content.kind === 'text' || content.kind === 'link') message.content = { ...content, text }
    else throw new Error(`Message ${message.id} has no text to edit.`)
    message.isEdited = true
    const field = content.kind === 'file' ? 'caption' : 'textMessage'
    this.instance.correspondence.change(
      message,
      this.author,
      { kind: 'change', change: 'edit', targetId: message.id, text, field },
      options,
    )
    return message
  }

  deletes(message: Message, options: ChangeOptions = {}): Message {
    message.isDeleted = true
    this.instance.correspondence.change(
      message,
      this.author,
      { kind: 'change', change: 'delete', targetId: message.id, text: '', field: 'textMessage' },
      options,
    )
    return message
  }

  #file(as: FileKind, options: FileOptions): Message {
    return this.#post(this.instance.files.content(as, options), options)
  }

  #post(content: Content, options: SayOptions): Message {
    const chat = options.to === undefined ? this.defaultChat : this.instance.chatOf(options.to)
    return this.instance.correspondence.post({ chat, author: this.author, direction: this.direction, content, options })
  }
}
