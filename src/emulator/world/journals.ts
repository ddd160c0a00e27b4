import type { HistoryArrival } from './arrival.ts'
import type { Behaviour, Family } from './behaviour.ts'
import type { OrderDetails } from './business-kinds.ts'
import type { Chat } from './chat.ts'
import type { Message } from './message.ts'
import type { JsonObject } from './records.ts'
import type { InstanceSettings } from './settings.ts'

/** A call as its journal shows it. */
export interface EmulatedCall {
  readonly direction: 'incoming' | 'outgoing'
  /** Epoch ms. */
  readonly endedAt: number
  readonly record: JsonObject
  readonly recording?: CallRecording
}

/** A call's recording for getCallRecording (service 10.9). */
interface CallRecording {
  readonly mediaId: string
  readonly durationMs: number
  /** Epoch ms; before, it is being prepared. */
  readonly readyAt: number
}

/** A story as getIncomingStatuses shows it. */
export interface EmulatedStory {
  /** Epoch ms. */
  readonly at: number
  readonly record: JsonObject
}

/** The service keeps stories for 30 days (service 11.10). */
const storiesLastMs = 30 * 86_400_000
/** Recordings of calls are kept for 60 days (service 10.9). */
const recordingsLastMs = 60 * 86_400_000
/** Longest delay until a journal shows a message, ms (service 10.2). */
const lagMs = 120_000
/** Varies the delay per message, so that journals receive them out of order. */
const step = 47_119

/**
 * The messages of an instance as getChatHistory, getMessage and the two journals show them. In the WhatsApp family
 * (service 10.2), messages of others and of the phone appear up to two minutes late, and only if the settings allowed
 * them at the time. API sends are recorded at once.
 */
export class Journals {
  /** Answers of getOrderDetails, by the order's id. */
  readonly orders = new Map<string, OrderDetails>()
  /** Calls that have ended, in the order of their ends. */
  readonly calls: EmulatedCall[] = []
  /** Stories of people, in the order in which they were published. */
  readonly stories: EmulatedStory[] = []
  /** The answer of getStateInstanceHistory, newest first. */
  readonly states: JsonObject[] = []
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

  /** Records a message that was put into its chat or into the outgoing queue. */
  take(message: Message): void {
    if (this.#family !== 'whatsapp' || message.sendByApi) return
    message.isUnrecorded = this.#arrival.isLinked && !this.#lets(message)
    this.#drawn += step
    message.shownAt = message.acceptedAt + 1 + (this.#drawn % lagMs)
  }

  /**
   * The account came into a state. `relinked`: the chats whose history comes again because a phone was linked, with the
   * kinds of message that are on now.
   */
  enter(state: string, phoneNumber: string, relinked: readonly Chat[]): void {
    this.states.unshift({ stateInstance: state, timestamp: Math.floor(this.#now() / 1000), phoneNumber })
    this.#relink(relinked)
  }

  #relink(chats: readonly Chat[]): void {
    if (this.#family !== 'whatsapp') return
    for (const chat of chats) for (const message of chat.records) message.isUnrecorded = !this.#lets(message)
  }

  /** Calls that ended since, newest first. A call appears two minutes late (service 10.9). */
  callsSince(direction: EmulatedCall['direction'], since: number): readonly JsonObject[] {
    return this.calls
      .filter((call) => call.direction === direction && call.endedAt >= since && call.endedAt + lagMs <= this.#now())
      .toSorted((a, b) => b.endedAt - a.endedAt)
      .map(({ record }) => record)
  }

  /** The recording of a call, by the id in its journal. */
  recordingOf(idMessage: string): (CallRecording & { readonly isReady: boolean }) | undefined {
    const found = this.calls.find(({ record }) => record['idMessage'] === idMessage)
    if (found?.recording === undefined || found.endedAt + recordingsLastMs < this.#now()) return undefined
    return { ...found.recording, isReady: found.recording.readyAt <= this.#now() }
  }

  /** Stories published since, newest first. */
  storiesSince(since: number): readonly JsonObject[] {
    return this.stories
      .filter(({ at }) => at >= Math.max(since, this.#now() - storiesLastMs))
      .toSorted((a, b) => b.at - a.at)
      .map(({ record }) => record)
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
