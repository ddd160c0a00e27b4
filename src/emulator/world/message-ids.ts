import type { Random } from '../random.ts'
import type { Behaviour, Family } from './behaviour.ts'

export interface MessageIds {
  /** The id of a message; `byApi`: sent through the API. */
  next(byApi: boolean, nowMs: number): string
}

const hex = (random: Random, length: number): string =>
  Array.from({ length }, () => random.between(0, 15).toString(16))
    .join('')
    .toUpperCase()

/**
 * Message ids of the real service (service 10.1): on v3, 13 digits (milliseconds) for API sends and 18 otherwise; hex
 * on WhatsApp; short numbers on Telegram or on request. Unique in an instance.
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
      // The random prefix hides the order of ids within one second.
      return behaviour().kinder.includes('growingIds') ? `${last}${drawn}` : `${drawn}${last}`
    },
  }
}
