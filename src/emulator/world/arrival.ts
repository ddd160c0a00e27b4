import type { Behaviour } from './behaviour.ts'
import type { Chat } from './chat.ts'
import type { InstanceState } from './account.ts'
import type { Message } from './message.ts'

/** States without a linked phone: earlier messages reach the service after the next login. */
const unlinkedStates: ReadonlySet<InstanceState | null> = new Set([
  'notAuthorized',
  'pendingCode',
  'pendingPassword',
  null,
])

/**
 * The arrival of an account's history at the service after a phone was linked (service 10.2): chat by chat, newest
 * messages first, over `historyArrivalMs`. Messages written after the login are available at once. Times are emulated
 * epoch ms.
 */
export class HistoryArrival {
  readonly #now: () => number
  readonly #behaviour: () => Behaviour
  readonly #chats: () => readonly Chat[]
  /** A phone is linked. */
  isLinked: boolean
  /** Of the last login; -Infinity for an account that was linked before time began. */
  #linkedAt = -Infinity

  constructor(init: {
    readonly state: InstanceState | null
    readonly now: () => number
    readonly behaviour: () => Behaviour
    readonly chats: () => readonly Chat[]
  }) {
    this.#now = init.now
    this.#behaviour = init.behaviour
    this.#chats = init.chats
    this.isLinked = !unlinkedStates.has(init.state)
    if (!this.isLinked) this.#linkedAt = Infinity
  }

  /** Follows a change of the account's state; true if the change linked a phone. */
  follow(state: InstanceState): boolean {
    if (unlinkedStates.has(state)) this.isLinked = false
    else if (!this.isLinked && state === 'authorized') {
      this.isLinked = true
      this.#linkedAt = this.#now()
      return true
    }
    return false
  }

  /** historySyncProgress, 0 to 100; null for an account that was linked before time began. */
  get progress(): number | null {
    if (!Number.isFinite(this.#linkedAt)) return null
    return Math.floor(this.#fraction() * 100)
  }

  /** The account's contacts come when half of its history has. */
  get hasContacts(): boolean {
    return this.#fraction() >= 0.5
  }

  /** The part of a chat's records that has arrived, in their order. */
  of(chat: Chat): readonly Message[] {
    const { records } = chat
    const fraction = this.#fraction()
    if (fraction >= 1) return records
    const before = records.findIndex((message) => message.acceptedAt >= this.#linkedAt)
    const old = before === -1 ? records.length : before
    const place = this.#placeOf(chat)
    const arrived = Math.ceil(old * Math.max(0, (fraction - place) / (1 - place)))
    return records.slice(old - arrived)
  }

  #fraction(): number {
    const { historyArrivalMs, kinder } = this.#behaviour()
    if (kinder.includes('immediateHistory')) return 1
    if (this.#linkedAt === Infinity) return 0
    return historyArrivalMs === 0 ? 1 : Math.min(1, (this.#now() - this.#linkedAt) / historyArrivalMs)
  }

  /** When a chat starts to arrive, as a fraction from 0 to 0.5: the most recently active chat first. */
  #placeOf(chat: Chat): number {
    const lastAt = (one: Chat) => one.messages.at(-1)?.acceptedAt ?? 0
    const chats = this.#chats()
    return chats.filter((one) => lastAt(one) > lastAt(chat)).length / (2 * chats.length)
  }
}
