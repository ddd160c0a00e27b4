import type { ServiceFamily } from '../../../../contract/instances.ts'

/** Parses a typed person into the id for the service, or why it is not one. */
export type ReadParticipant =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'bad'; readonly why: 'letters' | 'long' }

/** More digits than any phone number or id of a person has. */
const longest = 15

/** A phone number in any notation, or a chat id: unchanged if it has an @, otherwise its digits. */
export function readParticipant(typed: string, family: ServiceFamily): ReadParticipant {
  const trimmed = typed.trim()
  if (/^[^\s@]+@\S+$/.test(trimmed)) return { kind: 'id', id: trimmed }
  const digits = trimmed.replaceAll(/[\s()+.-]/g, '')
  if (!/^\d+$/.test(digits)) return { kind: 'bad', why: 'letters' }
  if (digits.length > longest) return { kind: 'bad', why: 'long' }
  return { kind: 'id', id: family === 'whatsapp' ? `${digits}@c.us` : digits }
}
