import type { Random } from '../random.ts'
import type { Behaviour, Family } from './behaviour.ts'

/** The kind of chat that the shape of an id shows (service 2.1 and 10.1); undefined for an unknown shape. */
export const chatIdShape = (chatId: string): 'user' | 'group' | undefined => {
  if (/^\d+(@c\.us|@lid)?$/.test(chatId)) return 'user'
  if (/^-\d+(@g\.us)?$/.test(chatId) || /^\d+(-\d+)?@g\.us$/.test(chatId)) return 'group'
  return undefined
}

/**
 * The id of an account: on WhatsApp its number as digits@c.us, elsewhere eight digits unrelated to the number (service
 * 10.1). Deterministic.
 * @param phone digits
 */
export const accountIdFor = (family: Family, phone: string, { kinder }: Pick<Behaviour, 'kinder'>): string => {
  if (family === 'whatsapp') return `${phone}@c.us`
  if (kinder.includes('phonesAsIds')) return phone
  let hash = 2_166_136_261
  for (const digit of phone) hash = Math.imul(hash ^ digit.charCodeAt(0), 16_777_619) >>> 0
  return String(10_000_000 + (hash % 90_000_000))
}

/** A group id of the family's shape. */
export const groupIdFor = (family: Family, random: Random): string => {
  const digits = `${random.between(10_000_000, 99_999_999)}${random.between(100_000, 999_999)}`
  return family === 'whatsapp' ? `1203${digits}@g.us` : `-${digits}`
}
