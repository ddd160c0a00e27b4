import { Actor } from './actor.ts'
import { accountIdFor } from './chat-ids.ts'
import { noAvatar, type Avatar } from './media-store.ts'
import type { Chat } from './chat.ts'
import type { Instance } from './instance.ts'
import type { Author, Message } from './message.ts'
import type { JsonObject } from './records.ts'

export interface PersonInit {
  /** The person's own name. */
  readonly name?: string
  /** The name in the account's contact list; '' for a stranger. */
  readonly contactName?: string
  readonly username?: string
  /** The id of the chat and of the person's messages, if it differs from the number's (service 10.1, `@lid`). */
  readonly answersAs?: string
  /** Shows no number: senderPhoneNumber is 0. */
  readonly hidesPhone?: boolean
  readonly isBot?: boolean
  /** No account has this number: sends end in noAccount. */
  readonly noAccount?: boolean
  /** lastSeen of getContactInfo, unchanged. */
  readonly lastSeen?: number | string | null
  /** The profile of a business, WhatsApp only; null: no business. */
  readonly business?: BusinessFacts | null
}

export interface BusinessFacts {
  readonly email: string
  readonly category: string
  readonly description: string
}

export interface CallOptions {
  /** Both notifications of a call have it. */
  readonly id: string
  readonly isVideo?: boolean
  /** Seconds. */
  readonly duration?: number
  /** Epoch ms; now if absent. */
  readonly at?: number
  /** False: no notification tells of it. */
  readonly notify?: boolean
  /** Its ids in journals, where they differ. */
  readonly journaled?: { readonly id?: string; readonly chatId?: string }
  /** The service recorded it, and needs so many ms after its end until the recording is ready (service 10.9). */
  readonly recordedAfterMs?: number
}

/** A story of a contact; other fields are those of its record (service 11.10). */
export interface StoryInit extends JsonObject {
  readonly id: string
  readonly typeMessage: string
  /** Epoch ms; now if absent. */
  readonly at?: number
  /** Media id of its file. */
  readonly media?: string
}

/** How a call ends, in the service's words; `hangUp` is an older spelling. */
export type CallEnd = 'pickUp' | 'hungUp' | 'hangUp' | 'declined' | 'missed' | 'invalid'

/** A correspondent: everything a person can do in a chat, plus reading what the account wrote. */
export class Person extends Actor {
  readonly kind = 'person'
  readonly phone: string
  /** Public name in the messenger, without @; '' for none. */
  username: string
  name: string
  /** In the account's contact list, whatever the service says of it. */
  savedAs: string
  hidesPhone: boolean
  isBot: boolean
  noAccount: boolean
  lastSeen: number | string | null
  business: BusinessFacts | null
  avatar: Avatar = noAvatar
  /** Earlier ids that hid the number, oldest first. */
  readonly earlierLids: string[] = []
  readonly #chatId: string

  constructor(instance: Instance, phone: string, chatId: string, init: PersonInit) {
    super(instance)
    this.phone = phone
    this.#chatId = chatId
    this.name = init.name ?? ''
    this.savedAs = init.contactName ?? ''
    this.username = init.username ?? ''
    this.hidesPhone = init.hidesPhone ?? false
    this.isBot = init.isBot ?? false
    this.noAccount = init.noAccount ?? false
    this.lastSeen = init.lastSeen ?? null
    this.business = init.business ?? null
  }

  /** The id of the private chat with this person, and of this person as a sender. */
  get chatId(): string {
    return this.instance.isLidMode ? this.lid : this.#chatId
  }

  get contactName(): string {
    return this.instance.isLidMode ? '' : this.savedAs
  }

  /** The messenger's id that hides the person's number. */
  get lid(): string {
    return `${accountIdFor('v3', this.phone, { kinder: [] })}0${this.earlierLids.length}@lid`
  }

  /** The messenger gives this person another id. */
  changesLid(): void {
    this.earlierLids.push(this.lid)
    this.instance.knowAs(this.lid, this)
  }

  /** The number as lists, contacts and messages show it; '' where it is hidden: in lid mode everywhere. */
  get shownPhone(): string {
    return this.hidesPhone || this.instance.isLidMode ? '' : this.phone
  }

  get chat(): Chat {
    return this.instance.chat(this.chatId)
  }

  get author(): Author {
    return { id: this.chatId, name: this.name, contactName: this.contactName, phone: this.shownPhone }
  }

  /** Reads one message, or everything the account wrote in the private chat. */
  reads(message?: Message): void {
    const unread = message
      ? [message]
      : this.chat.messages.filter((one) => one.direction === 'outgoing' && one.status !== 'read')
    for (const one of unread) one.becomes('read')
  }

  /**
   * Calls the account: an offer, then its end under the same id (service 10.9). `null`: the end is never announced.
   * @param options.offered false: the offer is never announced.
   */
  calls(end: CallEnd | null, options: CallOptions & { readonly offered?: boolean }): void {
    const { id: idMessage, isVideo = false, offered = true, duration = 0, at = this.instance.now() } = options
    const { notify = true } = options
    const body = { timestamp: this.instance.seconds(at), idMessage, from: this.chatId, isVideo }
    if (offered && notify) this.instance.notify('incomingCall', { ...body, status: 'offer' })
    const length = duration === 0 ? {} : { duration }
    if (end === null) return
    if (notify) this.instance.notify('incomingCall', { ...body, ...length, status: end })
    this.#journal('incoming', end, options, { isGroup: false })
  }

  /** The account calls the person; the service names its own number in `from` (service 10.9). */
  isCalled(end: CallEnd, options: CallOptions): void {
    const { id: idMessage, isVideo = false, duration = 0, at = this.instance.now(), notify = true } = options
    const participants = [{ id: this.chatId, status: end }]
    if (notify) {
      this.instance.notify('outgoingCall', {
        timestamp: this.instance.seconds(at),
        ...{ idMessage, from: this.instance.wid, isVideo, duration, status: end, participants },
      })
    }
    this.#journal('outgoing', end, options, { participants })
  }

  /** The call's record in its journal, whose time is the end. */
  #journal(direction: 'incoming' | 'outgoing', status: CallEnd, options: CallOptions, more: object): void {
    const { id, isVideo = false, duration = 0, at = this.instance.now(), journaled, recordedAfterMs } = options
    const endedAt = at + duration * 1000
    // A journal has calls only while its switches are on (service 10.9).
    const { incomingWebhook, incomingCallWebhook, outgoingCallWebhook } = this.instance.settings
    const needed = direction === 'incoming' ? [incomingWebhook, incomingCallWebhook] : [outgoingCallWebhook]
    if (needed.includes('no') && !this.instance.isKinder('callsOfAll')) return
    this.instance.journals.calls.push({
      ...{ direction, endedAt },
      ...(recordedAfterMs === undefined
        ? {}
        : {
            recording: { mediaId: 'sample-audio', durationMs: duration * 1000, readyAt: endedAt + recordedAfterMs },
          }),
      record: {
        type: direction,
        idMessage: journaled?.id ?? id,
        timestamp: this.instance.seconds(endedAt),
        typeMessage: `${direction}Call`,
        chatId: journaled?.chatId ?? this.chatId,
        ...{ isVideo, status, duration, ...more },
      },
    })
  }

  /** Publishes a story. The service shows those of contacts alone, and tells of none (service 11.10). */
  publishes(story: StoryInit): void {
    if (this.contactName === '') return
    const { id: idMessage, at = this.instance.now(), media, ...content } = story
    const file = media === undefined ? {} : { downloadUrl: this.instance.files.url(media), fileName: media }
    this.instance.journals.stories.push({
      at,
      record: {
        ...{ type: 'incoming', idMessage, timestamp: this.instance.seconds(at), chatId: this.chatId },
        ...{ senderId: this.chatId, senderName: this.name, senderContactName: this.contactName },
        ...content,
        ...file,
      },
    })
  }

  hasAvatar(avatar: Avatar): this {
    this.avatar = avatar
    return this
  }

  protected override get direction(): 'incoming' {
    return 'incoming'
  }

  protected override get defaultChat(): Chat {
    return this.chat
  }
}
