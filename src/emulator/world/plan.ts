import type { Family } from './behaviour.ts'
import type { JsonObject } from './records.ts'

/** Plan of an instance (service 10.6). `developer`: the one that a customer's first instance has. */
export type Plan = 'developer' | 'business'

/** Calls that the Developer plan allows in a month on WhatsApp, by operation (service 10.6). */
const developerCalls: Readonly<Record<string, number>> = {
  getMessage: 1000,
  lastIncomingMessages: 1000,
  lastOutgoingMessages: 1000,
  getContacts: 1000,
  getGroupData: 1000,
  downloadFile: 500,
  leaveGroup: 500,
  getChatHistory: 300,
  checkWhatsapp: 100,
}
const developerSends = 1000
/** Chats that the Developer plan allows in a month on MAX and Telegram, by the id of the request. */
const developerChats = 3

/**
 * The rest of an instance's plan in this month. The month is the service's: it begins on the 1st at midnight of a time
 * zone that the client does not know.
 */
export class PlanUse {
  readonly #family: Family
  readonly #plan: () => Plan
  /** The service's local time, epoch ms. */
  readonly #now: () => number
  #month = ''
  #calls = new Map<string, number>()
  #chats = new Set<string>()

  constructor(init: { readonly family: Family; readonly plan: () => Plan; readonly now: () => number }) {
    this.#family = init.family
    this.#plan = init.plan
    this.#now = init.now
  }

  /** Counts a call; the body of the 466 if the plan allows it no more. */
  count(operation: string, { isSend, chatId }: { readonly isSend: boolean; readonly chatId: unknown }): unknown {
    this.#beginMonth()
    const used = this.used(operation)
    const total = isSend ? developerSends : developerCalls[operation]
    const isLimited = this.#plan() === 'developer'
    if (isLimited && this.#family === 'whatsapp' && total !== undefined && used >= total)
      return isSend ? sendsRefusal(operation, used, total) : callsRefusal(operation, used, total)
    if (isLimited && this.#family !== 'whatsapp' && isSend && typeof chatId === 'string') {
      if (!this.#chats.has(chatId) && this.#chats.size >= developerChats) return this.#chatsRefusal(operation)
      this.#chats.add(chatId)
    }
    this.#calls.set(operation, used + 1)
    return undefined
  }

  /** Calls of an operation in this month. */
  used(operation: string): number {
    this.#beginMonth()
    return this.#calls.get(operation) ?? 0
  }

  /** Counts calls of the customer's other programs. */
  useElsewhere(operation: string, calls: number): void {
    const used = this.used(operation)
    this.#calls.set(operation, used + calls)
  }

  #beginMonth(): void {
    const month = new Date(this.#now()).toISOString().slice(0, 7)
    if (month === this.#month) return
    this.#month = month
    this.#calls = new Map()
    this.#chats = new Set()
  }

  #chatsRefusal(operation: string): JsonObject {
    return {
      invokeStatus: { method: operation.toLowerCase(), used: this.used(operation), total: 0, status: 'QUOTE_ALLOWED' },
      correspondentsStatus: {
        method: 'correspondents',
        used: this.#chats.size,
        total: String(developerChats),
        status: 'QUOTE_EXCEEDED',
        description: `Chats per month limit has been exceeded. Allowed chats: ${[...this.#chats].join(', ')}`,
      },
    }
  }
}

const exceeded = (operation: string, used: number, total: number): JsonObject => ({
  method: operation.toLowerCase(),
  used,
  total: String(total),
  status: 'QUOTE_EXCEEDED',
  description: 'Requests per month limit has been exceeded',
})

const sendsRefusal = (operation: string, used: number, total: number): JsonObject => ({
  invokeStatus: exceeded(operation, used, total),
})

/** Other operations are refused in the form of the notification (service 10.7). */
const callsRefusal = (operation: string, used: number, total: number): JsonObject => ({
  quotaData: exceeded(operation, used, total),
})
