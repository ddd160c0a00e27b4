import type { EmulatorClock } from '../clock.ts'
import type { EffectLog } from '../effects.ts'
import type { Random } from '../random.ts'
import { Account, type InstanceState } from './account.ts'
import { AddressBook } from './address-book.ts'
import { ApiSends } from './api-sends.ts'
import { HistoryArrival } from './arrival.ts'
import { noAvatar, type Avatar, type MediaStore } from './media-store.ts'
import type { ServiceKind } from '../../api/families.ts'
import { defaultBehaviour, kindOf, type Behaviour, type Family } from './behaviour.ts'
import type { Chat } from './chat.ts'
import { accountIdFor, chatIdShape, groupIdFor } from './chat-ids.ts'
import { Correspondence } from './correspondence.ts'
import type { Group, GroupInit } from './group.ts'
import { InstanceFiles } from './instance-files.ts'
import { Journals } from './journals.ts'
import type { Kindness } from './kindnesses.ts'
import { Login } from './login.ts'
import { createMessageIds } from './message-ids.ts'
import type { Message } from './message.ts'
import { NotificationQueue } from './notification-queue.ts'
import type { OutgoingJob } from './outgoing-job.ts'
import { OutgoingQueue } from './outgoing-queue.ts'
import type { Person, PersonInit } from './person.ts'
import { Phone } from './phone.ts'
import { PlanUse } from './plan.ts'
import type { JsonObject } from './records.ts'
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
  /** `new`: every kind of notification is off, as in a new instance. */
  readonly settings?: Partial<InstanceSettings> | 'new'
  readonly behaviour?: Partial<Behaviour>
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
  /** Digits of the account's own number. */
  readonly phoneNumber: string
  /** The own account as <digits>@c.us (service 6), which notifications name. */
  readonly wid: string
  readonly notifications: NotificationQueue
  readonly outgoing: OutgoingQueue<OutgoingJob>
  readonly phone: Phone
  readonly login: Login
  behaviour: Behaviour
  avatar: Avatar = noAvatar
  readonly files: InstanceFiles
  readonly correspondence: Correspondence
  readonly apiSends: ApiSends
  readonly arrival: HistoryArrival
  readonly journals: Journals
  readonly planUse: PlanUse
  /** Last time that the own picture was set, a group created, and the notification queue cleared: emulated epoch ms. */
  pictureSetAt = -Infinity
  groupMadeAt = -Infinity
  notificationsClearedAt = -Infinity
  readonly #oldTokens = new Set<string>()
  readonly #world: InstanceWorld
  readonly #book: AddressBook
  readonly #account: Account
  #isLidMode: boolean

  constructor(world: InstanceWorld, init: InstanceInit) {
    this.#world = world
    this.idInstance = init.idInstance
    this.token = init.token
    this.family = init.family ?? 'v3'
    this.name = init.name ?? `Account ${init.idInstance}`
    this.phoneNumber = (init.phone ?? `7900${init.idInstance.slice(-7).padStart(7, '0')}`).replace(/\D/g, '')
    this.wid = `${this.phoneNumber}@c.us`
    this.behaviour = { ...defaultBehaviour(this.family), ...init.behaviour }
    const { clock, effects } = world
    this.arrival = new HistoryArrival({
      state: init.state === undefined ? 'authorized' : init.state,
      now: clock.now,
      behaviour: () => this.behaviour,
      chats: () => this.chats(),
    })
    this.#account = new Account({
      clock,
      behaviour: () => this.behaviour,
      settings:
        init.settings === 'new' ? newInstanceSettings(this.wid) : { ...listeningSettings(this.wid), ...init.settings },
      state: init.state === undefined ? 'authorized' : init.state,
      notify: (state) => this.notify('stateInstanceChanged', { stateInstance: state }),
      moved: (state) => {
        const isRelinked = this.arrival.follow(state)
        if (isRelinked) this.#isLidMode = this.settings.enableLidMode === 'yes'
        this.journals.enter(state, this.wid, isRelinked ? this.chats() : [])
      },
      changed: () => this.outgoing.run(),
      endWaits: () => this.notifications.endWaits(),
    })
    this.#isLidMode = this.settings.enableLidMode === 'yes'
    this.journals = new Journals({
      family: this.family,
      now: clock.now,
      behaviour: () => this.behaviour,
      settings: () => this.settings,
      arrival: this.arrival,
    })
    this.planUse = new PlanUse({
      family: this.family,
      plan: () => (this.isKinder('endlessPlan') ? 'business' : this.behaviour.plan),
      now: () => clock.now() + this.behaviour.planZoneHours * 3_600_000,
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
      typingMs: ({ body }) => Number(body['typingTime'] ?? 0),
      mayLeave: () => this.state === 'authorized',
      leave: (job) => job.leave(),
      expire: ({ message }) => {
        if (message === undefined) return
        message.stage = 'expired'
        this.correspondence.setStatus(message, 'UNKNOWN', { notify: false })
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
    const ids = createMessageIds(this.family, () => this.behaviour, world.random)
    this.files = new InstanceFiles({ family: this.family, clock, media: world.media, origin: () => world.origin() })
    this.correspondence = new Correspondence(this, ids, effects)
    this.apiSends = new ApiSends(this, ids, world)
  }

  /** Journal entries of API sends, oldest first, whatever their outcome. */
  get sends(): readonly Message[] {
    return this.apiSends.accepted
  }

  /** Emulated time, epoch milliseconds. */
  now(): number {
    return this.#world.clock.now()
  }

  /** The service's UNIX seconds for a moment, with its clock skew. */
  seconds(ms: number): number {
    return Math.floor((ms + this.behaviour.clockSkewMs) / 1000)
  }

  /** The id of the own account in chats, groups and records; only on WhatsApp it derives from the number. */
  get accountId(): string {
    return accountIdFor(this.family, this.phoneNumber, this.behaviour)
  }

  /**
   * WhatsApp leaves the phone number: people have their `@lid` as id, and most contacts no name (service 10.1). Since
   * the last login: the setting may be switched on in the middle of a day.
   */
  get isLidMode(): boolean {
    return this.family === 'whatsapp' && this.#isLidMode
  }

  /** Another id of a person. */
  knowAs(alias: string, person: Person): void {
    this.#book.knowAs(alias, person)
  }

  /** Whether this kindness is on. */
  isKinder(kindness: Kindness): boolean {
    return this.behaviour.kinder.includes(kindness)
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

  /** The person with this number; created on first use. */
  person(phone: string, init: PersonInit = {}): Person {
    return this.#book.person(phone, init)
  }

  /** The group with this id; created on first use. Without an id it gets a random one of the family's shape. */
  group(id: string | undefined, init: GroupInit = {}): Group {
    return this.#book.group(id ?? groupIdFor(this.family, this.#world.random), init)
  }

  /** A placeholder for sends to a group that does not exist. */
  noGroup(id: string): Group {
    return this.#book.noGroup(id)
  }

  /** The person or group of a chat id in any form. */
  peer(chatId: string): Person | Group | undefined {
    return this.#book.peer(chatId)
  }

  /** The receiver of a send. A group without an entry does not exist; an unknown number may still have an account. */
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

  /** The chat with this id in any form; created on first use if the id has a person or group. Throws otherwise. */
  chat(chatId: string): Chat {
    return this.#book.chat(chatId)
  }

  /** The chat, if it has a message. */
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

  // Administration

  /** Whether the token is valid. */
  accepts(token: string): boolean {
    return token === this.token || this.#oldTokens.has(token)
  }

  /** updateApiToken: the old token stays valid for `graceMs`. */
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

  /**
   * reboot: `starting` for a while, then the previous state; an account that hung in `starting` becomes notAuthorized.
   */
  reboot(): void {
    const before = this.state
    const after = before === 'starting' || before === null ? 'notAuthorized' : before
    const { rebootDelayMs } = this.behaviour
    if (rebootDelayMs === 0) return this.becomes(after)
    this.becomes('starting')
    this.#world.clock.after(rebootDelayMs, () => this.becomes(after))
  }

  /** Queues a notification of any kind, if the settings allow it, with the usual fields of the envelope. */
  notify(typeWebhook: string, body: JsonObject, typeMessage = ''): void {
    const status = this.isKinder('switchedFailures') ? '' : String(body['status'] ?? '')
    if (!lets(this.settings, typeWebhook, typeMessage, status)) return
    this.notifications.push({
      typeWebhook,
      instanceData: this.instanceData(),
      timestamp: this.seconds(this.now()),
      ...body,
    })
  }

  /** Queues any value as the body of a notification. */
  notifyRaw(body: unknown): number {
    return this.notifications.push(body).receiptId
  }

  instanceData(): JsonObject {
    return {
      idInstance: Number(this.idInstance),
      wid: this.state === null ? '' : this.wid,
      typeInstance: this.kind,
    }
  }

  /** The kind of the instance: its family, or a business account (service 10.9). */
  get kind(): ServiceKind {
    return this.behaviour.templates === null ? kindOf(this.family) : 'waba'
  }

  // State and settings

  get state(): InstanceState | null {
    return this.#account.state
  }

  get settings(): InstanceSettings {
    return this.#account.settings
  }

  /** Changes the state, queues a notification of it, and releases held messages if the account is authorized. */
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

  /** True while a webhook URL makes pulling fail (service 4.7 rule 5). */
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
}
