import type { Random } from '../random.ts'
import type { Family } from './behaviour.ts'

/** What a chat id says it is (service 2.1 and 10.1); undefined for no known shape. */
export const chatIdShape = (chatId: string): 'user' | 'group' | undefined => {
  if (/^\d+(@c\.us|@lid)?$/.test(chatId)) return 'user'
  if (/^-\d+(@g\.us)?$/.test(chatId) || /^\d+(-\d+)?@g\.us$/.test(chatId)) return 'group'
  return undefined
}

/** The chat id under which a person's messages come: digits, on WhatsApp digits@c.us. */
export const personIdFor = (family: Family, digits: string): string =>
  family === 'whatsapp' ? `${digits}@c.us` : digits

/** A group id of the family's shape. */
export const groupIdFor = (family: Family, random: Random): string => {
  const digits = `${random.between(10_000_000, 99_999_999)}${random.between(100_000, 999_999)}`
  return family === 'whatsapp' ? `1203${digits}@g.us` : `-${digits}`
}
