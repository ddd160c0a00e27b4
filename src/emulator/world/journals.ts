import type { HistoryArrival } from './arrival.ts'
import type { Behaviour, Family } from './behaviour.ts'
import type { Chat } from './chat.ts'
import type { Message } from './message.ts'
import type { InstanceSettings } from './settings.ts'

/** Journals show a message up to so many milliseconds after it was written (service 10.2). */
const lagMs = 120_000
/** Draws lags that differ from message to message, so that journals get them out of order. */
const step = 47_119

/**
 * What getChatHistory, getMessage and the two journals know of the messages of an instance. In the WhatsApp family
 * (service 10.2) messages of others and of the phone show up to two minutes late, and only those that the settings of
 * their time let in. Sends over the API are recorded at once.
 */
export class Journals {
  readonly #family: Family
  readonly #now: () => number
  readonly #behaviour: () => Behaviour
  readonly #settings: () => InstanceSettings
  readonly #arrival: HistoryArrival
  #drawn = 0

  constructor(init: {
    readonly family: Family
    readonly now: () => number
    readonly behaviour: () => Behaviour
    readonly settings: () => InstanceSettings
    readonly arrival: HistoryArrival
  }) {
    this.#family = init.family
    this.#now = init.now
    this.#behaviour = init.behaviour
    this.#settings = init.settings
    this.#arrival = init.arrival
  }

  /** A message stands in its chat, or waits in the outgoing queue. */
  take(message: Message): void {
    if (this.#family !== 'whatsapp' || message.sendByApi) return
    message.isUnrecorded = this.#arrival.isLinked && !this.#lets(message)
    this.#drawn += step
    message.shownAt = message.acceptedAt + 1 + (this.#drawn % lagMs)
  }

  /** A phone was linked: its history comes with the kinds of message that are on by now. */
  relink(chats: readonly Chat[]): void {
    if (this.#family !== 'whatsapp') return
    for (const chat of chats) for (const message of chat.records) message.isUnrecorded = !this.#lets(message)
  }

  /** The records of a chat, in their order. */
  of(chat: Chat): readonly Message[] {
    return this.#arrival.of(chat).filter((message) => this.shows(message))
  }

  shows(message: Message): boolean {
    if (message.isUnrecorded && !this.#behaviour().kinder.includes('journalsOfAll')) return false
    return message.shownAt <= this.#now() || this.#behaviour().kinder.includes('immediateJournals')
  }

  #lets({ direction, sendByApi }: Message): boolean {
    if (sendByApi) return true
    const { incomingWebhook, outgoingMessageWebhook } = this.#settings()
    return (direction === 'incoming' ? incomingWebhook : outgoingMessageWebhook) === 'yes'
  }
}
