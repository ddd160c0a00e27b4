import type { Random } from '../random.ts'
import type { Behaviour, Family } from './behaviour.ts'

export interface MessageIds {
  /** The id of a message; `byApi` when it was sent over the API. */
  next(byApi: boolean, nowMs: number): string
}

const hex = (random: Random, length: number): string =>
  Array.from({ length }, () => random.between(0, 15).toString(16))
    .join('')
    .toUpperCase()

/**
 * Message ids as the field shows them: 13 digits when sent by the API, which are milliseconds, and 18 otherwise on v3,
 * hex on WhatsApp, short numbers on Telegram or on request (service 10.1). Never the same one twice in an instance.
 */
export const createMessageIds = (family: Family, behaviour: () => Behaviour, random: Random): MessageIds => {
  let last = 0
  let short = random.between(1000, 9000)
  return {
    next(byApi, nowMs) {
      last = Math.max(last + 1, Math.floor(nowMs))
      if (behaviour().ids === 'short') {
        short += 1
        return String(short)
      }
      if (family === 'whatsapp' && !behaviour().kinder.includes('growingIds'))
        return (byApi ? '3EB0' : 'A5') + hex(random, byApi ? 4 : 18) + last.toString(16).toUpperCase().padStart(12, '0')
      if (family === 'whatsapp') return `A5${last.toString(16).toUpperCase().padStart(30, '0')}`
      if (byApi) return String(last)
      const drawn = random.between(10_000, 99_999)
      // Random in front: ids of one second say nothing of their order.
      return behaviour().kinder.includes('growingIds') ? `${last}${drawn}` : `${drawn}${last}`
    },
  }
}
