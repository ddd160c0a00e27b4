import type { EmulatorClock } from '../clock.ts'
import type { EffectLog } from '../effects.ts'
import type { Random } from '../random.ts'
import { Account, type InstanceState } from './account.ts'
import type { FileOptions, SayOptions } from './actor.ts'
import { AddressBook } from './address-book.ts'
import { noAvatar, type Avatar } from './avatar.ts'
import { defaultBehaviour, type Behaviour, type Family } from './behaviour.ts'
import type { Chat } from './chat.ts'
import { chatIdShape, groupIdFor } from './chat-ids.ts'
import { textOf, type Content, type FileContent, type FileKind } from './content.ts'
import { deliver } from './deliver.ts'
import { Login } from './login.ts'
import type { Group, GroupInit } from './group.ts'
import type { MediaStore } from './media-store.ts'
import { createMessageIds, type MessageIds } from './message-ids.ts'
import { Message, type Author } from './message.ts'
import { NotificationQueue } from './notification-queue.ts'
import type { OutgoingJob } from './outgoing-job.ts'
import { OutgoingQueue } from './outgoing-queue.ts'
import type { Person, PersonInit } from './person.ts'
import { Phone } from './phone.ts'
import { messageData, senderData, voteData, wireId, type JsonObject } from './records.ts'
import { lets, listeningSettings, newInstanceSettings, type InstanceSettings } from './settings.ts'

export interface InstanceInit {
  readonly idInstance: string
  readonly token: string
  readonly family?: Family
  /** The account's own name. */
  readonly name?: string
  /** Digits of the account's own number. */
  readonly phone?: string
  readonly state?: InstanceState | null
  /** `new` has every kind of notification off, as a fresh instance has. */
  readonly settings?: Partial<InstanceSettings> | 'new'
  readonly behaviour?: Partial<Behaviour>
}

/** How an edit or a deletion is made. */
export interface ChangeOptions {
  /** False keeps it out of the notification queue. */
  readonly notify?: boolean
  /** Made over the API, not on the phone. */
  readonly byApi?: boolean
  /** The id of the record that says so. */
  readonly id?: string
}

export interface InstanceWorld {
  readonly clock: EmulatorClock
  readonly random: Random
  readonly effects: EffectLog
  readonly media: MediaStore
  /** The emulator's own address; throws before it listens. */
  origin(): string
}

/** One account of the service: its people, groups, chats, queues, settings and state. */
export class Instance {
  readonly idInstance: string
  token: string
  readonly family: Family
  readonly name: string
  /** The own account as <digits>@c.us (service 6). */
  readonly wid: string
  readonly notifications: NotificationQueue
  readonly outgoing: OutgoingQueue<OutgoingJob>
  readonly phone: Phone
  readonly login: Login
  behaviour: Behaviour
  avatar: Avatar = noAvatar
  /** Journal entries of API sends, oldest first, whatever became of them. */
  readonly sends: Message[] = []
  /** When the own picture was set last, a group was made, the queue of notifications was cleared: emulated epoch ms. */
  pictureSetAt = -Infinity
  groupMadeAt = -Infinity
  notificationsClearedAt = -Infinity
  readonly #oldTokens = new Set<string>()
  readonly #world: InstanceWorld
  readonly #ids: MessageIds
  readonly #book: AddressBook
  readonly #account: Account

  constructor(world: InstanceWorld, init: InstanceInit) {
    this.#world = world
    this.idInstance = init.idInstance
    this.token = init.token
    this.family = init.family ?? 'v3'
    this.name = init.name ?? `Account ${init.idInstance}`
    this.wid = `${(init.phone ?? `7900${init.idInstance.slice(-7).padStart(7, '0')}`).replace(/\D/g, '')}@c.us`
    this.behaviour = { ...defaultBehaviour(this.family), ...init.behaviour }
    const { clock, effects } = world
    this.#account = new Account({
      clock,
      behaviour: () => this.behaviour,
      settings:
        init.settings === 'new' ? newInstanceSettings(this.wid) : { ...listeningSettings(this.wid), ...init.settings },
      state: init.state === undefined ? 'authorized' : init.state,
      tell: (state) => this.notify('stateInstanceChanged', { stateInstance: state }),
      changed: () => this.outgoing.run(),
      endWaits: () => this.notifications.endWaits(),
    })
    const { idInstance } = init
    this.notifications = new NotificationQueue(clock, {
      queued: ({ receiptId, body }) => {
        const typeWebhook =
          typeof body === 'object' && body !== null && 'typeWebhook' in body ? String(body.typeWebhook) : ''
        effects.add({ kind: 'queued', idInstance, receiptId, typeWebhook })
      },
      deleted: (receiptId) => effects.add({ kind: 'deleted', idInstance, receiptId }),
      expired: (receiptId) => effects.add({ kind: 'expired', idInstance, receiptId }),
    })
    this.outgoing = new OutgoingQueue<OutgoingJob>({
      clock,
      intervalMs: () => this.settings.delaySendMessagesMilliseconds,
      mayLeave: () => this.state === 'authorized',
      leave: (job) => job.leave(),
      expire: ({ message }) => {
        if (message === undefined) return
        message.stage = 'expired'
        this.setStatus(message, 'UNKNOWN', { notify: false })
      },
    })
    this.phone = new Phone(this)
    this.login = new Login({
      family: this.family,
      clock,
      random: world.random,
      behaviour: () => this.behaviour,
      state: () => this.state,
      becomes: (state) => this.becomes(state),
    })
    this.#book = new AddressBook(this)
    this.#ids = createMessageIds(this.family, () => this.behaviour, world.random)
  }

  /** Emulated time, epoch milliseconds. */
  now(): number {
    return this.#world.clock.now()
  }

  /** The service's UNIX seconds for a moment, with its clock skew. */
  seconds(ms: number): number {
    return Math.floor((ms + this.behaviour.clockSkewMs) / 1000)
  }

  behave(change: Partial<Behaviour>): this {
    this.behaviour = { ...this.behaviour, ...change }
    return this
  }

  // People, groups and chats

  get people(): readonly Person[] {
    return this.#book.people
  }

  get groups(): readonly Group[] {
    return this.#book.groups
  }

  /** The person with this number; made on first mention. */
  person(phone: string, init: PersonInit = {}): Person {
    return this.#book.person(phone, init)
  }

  /** The group with this id; made on first mention. Without an id one of the family's shape is made up. */
  group(id: string | undefined, init: GroupInit = {}): Group {
    return this.#book.group(id ?? groupIdFor(this.family, this.#world.random), init)
  }

  /** What a send to a group that does not exist goes to; the world does not get a group by that. */
  noGroup(id: string): Group {
    return this.#book.noGroup(id)
  }

  /** Whoever is behind a chat id in any of its forms. */
  peer(chatId: string): Person | Group | undefined {
    return this.#book.peer(chatId)
  }

  /** A group without an entry for it does not exist; a stranger's number may still have an account. */
  peerForSend(chatId: string): Person | Group | undefined {
    const known = this.peer(chatId)
    if (known || chatIdShape(chatId) !== 'user') return known
    const noAccount = this.behaviour.unknownNumbers === 'noAccount'
    return chatId.endsWith('@lid')
      ? this.person(chatId.replace(/\D/g, ''), { answersAs: chatId, noAccount })
      : this.person(chatId, { noAccount })
  }

  chats(): readonly Chat[] {
    return this.#book.chats()
  }

  /** The chat with this id in any of its forms; made on first use when somebody is behind the id. Throws otherwise. */
  chat(chatId: string): Chat {
    return this.#book.chat(chatId)
  }

  /** The chat if anything was ever written in it. */
  existingChat(chatId: string): Chat | undefined {
    return this.#book.existingChat(chatId)
  }

  chatOf(target: Group | Person | string): Chat {
    return typeof target === 'string' ? this.chat(target) : target.chat
  }

  /** The message with this id in any chat. */
  message(idMessage: string): Message | undefined {
    return (
      this.#book.message(idMessage) ??
      this.sends.find((message) => message.id === idMessage || message.answeredId === idMessage)
    )
  }

  mediaUrl(mediaId: string): string {
    if (mediaId === '') return ''
    const file = this.#world.media.get(mediaId)
    return `${this.#world.origin()}/media/${mediaId}/${encodeURIComponent(file?.fileName ?? 'file')}`
  }

  fileContent(as: FileKind, options: FileOptions): FileContent {
    const { media } = this.#world
    const mediaId =
      options.media ??
      (options.bytes
        ? media.add({
            bytes: options.bytes,
            fileName: options.fileName ?? `${as}.bin`,
            mimeType: options.mimeType ?? 'application/octet-stream',
          })
        : `sample-${as}`)
    const file = media.get(mediaId)
    return {
      kind: 'file',
      as,
      mediaId,
      caption: options.caption ?? '',
      fileName: options.fileName ?? file?.fileName ?? '',
      mimeType: options.mimeType ?? file?.mimeType ?? '',
      jpegThumbnail: options.jpegThumbnail === undefined ? media.thumbnail(mediaId) : options.jpegThumbnail,
      isAnimated: options.isAnimated ?? false,
    }
  }

  // Messages

  /** Puts a message of a person or of the own phone into its chat and announces it. */
  post(input: {
    readonly chat: Chat
    readonly author: Author
    readonly direction: 'incoming' | 'outgoing'
    readonly content: Content
    readonly options: SayOptions
  }): Message {
    const { chat, author, direction, content, options } = input
    const at = options.at ?? this.now()
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
    if (options.notify !== false) {
      const own = message.sendByApi ? 'outgoingAPIMessageReceived' : 'outgoingMessageReceived'
      this.announce(direction === 'incoming' ? 'incomingMessageReceived' : own, message)
    }
    return message
  }

  /** Accepts a message for sending (service 4.4 and 11.1): journal and outgoing queue, not the chat yet. */
  acceptSend(
    chat: Chat,
    content: string | Content,
    options: {
      /** The operation and its input, as the queue shows them; sendMessage and its text where absent. */
      readonly request?: Pick<OutgoingJob, 'type' | 'body'>
      readonly quotes?: Message | undefined
      readonly forwardingScore?: number
      /** Why it can't be sent after all, found when its turn has come; null where it can. */
      readonly failure?: () => string | null
    } = {},
  ): Message {
    const at = this.now()
    const answeredId = this.#ids.next(true, at)
    const message = new Message({
      id: this.behaviour.journalIdsDiffer ? this.#ids.next(false, at) : answeredId,
      answeredId,
      chat,
      direction: 'outgoing',
      author: this.phone.author,
      at,
      content: typeof content === 'string' ? { kind: 'text', text: content } : content,
      quotes: options.quotes,
      forwardingScore: options.forwardingScore ?? 0,
      sendByApi: true,
      stage: 'queued',
      status: 'pending',
    })
    const text = textOf(message.content)
    this.sends.push(message)
    this.#world.effects.add({
      kind: 'accepted',
      idInstance: this.idInstance,
      chatId: chat.id,
      idMessage: answeredId,
      text,
    })
    this.outgoing.push({
      ...(options.request ?? { type: 'sendMessage', body: { chatId: chat.id, message: text } }),
      answeredId,
      message,
      leave: () => {
        const failure = options.failure?.() ?? null
        if (failure === null) return deliver(this, message, this.#world)
        message.stage = 'expired'
        this.setStatus(message, 'failed', { description: failure })
      },
    })
    return message
  }

  /**
   * Accepts an edit (service 11.4.1): it waits in the queue as a message does. One that comes too late changes nothing, and
   * a status says so under the id that was answered, which is no message's.
   * @returns the answered id: one of its own in the WhatsApp family, else the message's
   */
  acceptEdit(message: Message, text: string, request: Pick<OutgoingJob, 'type' | 'body'>, windowMs: number): string {
    const answeredId = this.family === 'whatsapp' ? this.#ids.next(true, this.now()) : message.id
    this.outgoing.push({
      ...request,
      answeredId,
      leave: () => {
        if (this.now() - message.acceptedAt <= windowMs) {
          this.phone.edits(message, text, { byApi: true, ...(this.family === 'whatsapp' ? { id: answeredId } : {}) })
          return
        }
        this.notify('outgoingMessageStatus', {
          chatId: message.chat.id,
          idMessage: wireId(this, answeredId),
          status: 'failed',
          description: 'The message is too old to be edited',
          sendByApi: true,
        })
      },
    })
    return answeredId
  }

  // What its owner does to it

  /** Whether a request with this token is let in. */
  accepts(token: string): boolean {
    return token === this.token || this.#oldTokens.has(token)
  }

  /** updateApiToken: the old token works for so many milliseconds more. */
  changeToken(graceMs: number): string {
    const old = this.token
    const digits = [...'0123456789abcdef']
    this.token = Array.from({ length: 50 }, () => this.#world.random.pick(digits)).join('')
    if (graceMs > 0) {
      this.#oldTokens.add(old)
      this.#world.clock.after(graceMs, () => this.#oldTokens.delete(old))
    }
    return this.token
  }

  logOut(): void {
    this.becomes('notAuthorized')
  }

  /** reboot: `starting` for a while, and then as it was; one that hung in `starting` is not authorized. */
  reboot(): void {
    const before = this.state
    const after = before === 'starting' || before === null ? 'notAuthorized' : before
    const { rebootDelayMs } = this.behaviour
    if (rebootDelayMs === 0) return this.becomes(after)
    this.becomes('starting')
    this.#world.clock.after(rebootDelayMs, () => this.becomes(after))
  }

  keepPicture(bytes: Uint8Array): Extract<Avatar, { kind: 'set' }> {
    return { kind: 'set', mediaId: this.#world.media.add({ bytes, fileName: 'avatar.jpg', mimeType: 'image/jpeg' }) }
  }

  /** Keeps bytes for a send by link; the link ends after 15 days, on Telegram after one (service 11.3.2). */
  keepUpload(file: { readonly bytes: Uint8Array; readonly fileName: string; readonly mimeType: string }): string {
    const { media, clock } = this.#world
    const mediaId = media.add(file)
    clock.after((this.family === 'telegram' ? 1 : 15) * 86_400_000, () => media.expire(mediaId))
    return this.mediaUrl(mediaId)
  }

  /** The file behind a link that this emulator gave out; undefined where there is none any more, or it is another's. */
  fileBehind(url: string): { readonly mediaId: string; readonly mimeType: string } | undefined {
    const start = `${this.#world.origin()}/media/`
    const mediaId = url.startsWith(start) ? (url.slice(start.length).split('/')[0] ?? '') : ''
    const file = this.#world.media.get(mediaId)
    return file === undefined || (file.status ?? 200) !== 200 ? undefined : { mediaId, mimeType: file.mimeType }
  }

  setStatus(
    message: Message,
    status: string,
    options: { readonly notify?: boolean; readonly description?: string },
  ): void {
    message.status = status
    message.actionAt = this.now()
    this.#world.effects.add({ kind: 'status', idInstance: this.idInstance, idMessage: message.id, status })
    if (options.notify === false) return
    this.notify('outgoingMessageStatus', {
      chatId: message.chat.id,
      idMessage: wireId(this, message.id),
      status,
      sendByApi: message.sendByApi,
      ...(options.description === undefined ? {} : { description: options.description }),
    })
  }

  /** Tells the account that a poll got a vote. */
  announceVote(poll: Message, author: Author, options: { readonly notify?: boolean }): void {
    poll.actionAt = this.now()
    const vote = this.#event(poll, author, poll.content)
    this.#announceEvent(vote, voteData(poll), options)
  }

  /** Keeps a record of an edit or deletion, of which only one that the settings let through shows anywhere, and tells of it. */
  change(
    message: Message,
    author: Author,
    content: Extract<Content, { kind: 'change' }>,
    options: ChangeOptions,
  ): void {
    message.actionAt = this.now()
    const event = this.#event(message, author, content, options)
    const isEdit = content.change === 'edit'
    if (this.settings[isEdit ? 'editedMessageWebhook' : 'deletedMessageWebhook'] === 'yes') {
      message.chat.changes.push(event)
      if (isEdit) message.editedBy = event.id
      else message.deletedBy = event.id
    }
    this.#announceEvent(event, messageData(event), options)
  }

  #event(message: Message, author: Author, content: Content, options: ChangeOptions = {}): Message {
    const own = author.id === this.wid
    return new Message({
      id: options.id ?? this.#ids.next(options.byApi ?? false, this.now()),
      sendByApi: options.byApi ?? false,
      chat: message.chat,
      direction: own ? 'outgoing' : 'incoming',
      author,
      at: this.now(),
      content,
      status: own ? 'sent' : '',
    })
  }

  #announceEvent(event: Message, data: JsonObject, options: { readonly notify?: boolean }): void {
    if (options.notify === false) return
    const own = event.sendByApi ? 'outgoingAPIMessageReceived' : 'outgoingMessageReceived'
    this.announce(event.direction === 'outgoing' ? own : 'incomingMessageReceived', event, data)
  }

  /** Puts a notification of any kind into the queue, if the settings let it: the envelope's usual fields are added. */
  notify(typeWebhook: string, body: JsonObject, typeMessage = ''): void {
    if (!lets(this.settings, typeWebhook, typeMessage)) return
    this.notifications.push({
      typeWebhook,
      instanceData: this.instanceData(),
      timestamp: this.seconds(this.now()),
      ...body,
    })
  }

  /** Puts any value at all into the queue as the body of a notification. */
  notifyRaw(body: unknown): number {
    return this.notifications.push(body).receiptId
  }

  instanceData(): JsonObject {
    return {
      idInstance: Number(this.idInstance),
      wid: this.state === null ? '' : this.wid,
      typeInstance: this.family === 'v3-without-prefix' ? 'v3' : this.family,
    }
  }

  // State and settings

  get state(): InstanceState | null {
    return this.#account.state
  }

  get settings(): InstanceSettings {
    return this.#account.settings
  }

  /** Moves to a state, tells the account, and lets held messages go when it is authorized. */
  becomes(state: InstanceState, options: { readonly notify?: boolean } = {}): void {
    this.#account.becomes(state, options)
  }

  /** Changes settings at once. */
  set(change: Partial<InstanceSettings>): this {
    this.#account.set(change)
    return this
  }

  /** setSettings (service 10.2). */
  setOverApi(change: Readonly<Record<string, unknown>>): void {
    this.#account.setOverApi(change)
  }

  /** True while pulling fails because of a webhook URL (service 4.7 rule 5). */
  get isPushed(): boolean {
    return this.#account.isPushed
  }

  /** Whether journals show edits and deletions (behaviour `editFlags`). */
  get showsChanges(): boolean {
    return this.behaviour.editFlags
  }

  get isDeaf(): boolean {
    return this.#account.isDeaf
  }

  /** Tells the account of a message, under the kind of notification that its author calls for. */
  announce(typeWebhook: string, message: Message, data: JsonObject = messageData(message)): void {
    this.notify(
      typeWebhook,
      {
        timestamp: this.seconds(message.acceptedAt),
        idMessage: wireId(this, message.id),
        senderData: senderData(message),
        messageData: data,
      },
      String(data['typeMessage'] ?? ''),
    )
  }
}
