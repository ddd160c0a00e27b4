import ICAL from 'ical.js'
import type { ContactCard } from '../../../contract/messages.ts'
import type { StoredCard } from '../../messages/content/rules/stored-content.ts'
import { formatPhone } from './identity.ts'

/** Cards are shown in a bubble; what is beyond this is in the raw record. */
const limit = 20
/** Real cards are smaller; a hostile one must not block the store. */
const longestCard = 64 * 1024

/**
 * A shared contact for display (service 2.5, contact; service 10.5). A card that can't be parsed has only its name.
 */
export function readCard(card: StoredCard): ContactCard {
  const parsed = card.vcard.length > longestCard ? null : parse(card.vcard)
  const phones = parsed?.phones ?? []
  return {
    name: card.displayName || parsed?.name || '',
    organisation: card.organisation || parsed?.organisation || '',
    phones: (phones.length === 0 && card.phone !== '' ? [{ number: card.phone, label: '' }] : phones)
      .slice(0, limit)
      .map(({ number, label }) => ({ number, label, display: displayOf(number) })),
    emails: (parsed?.emails ?? []).slice(0, limit),
    raw: card.vcard,
  }
}

interface ParsedCard {
  readonly name: string
  readonly organisation: string
  readonly phones: readonly { readonly number: string; readonly label: string }[]
  readonly emails: readonly string[]
}

function parse(vcard: string): ParsedCard | null {
  try {
    const component = new ICAL.Component(ICAL.parse(vcard.trim()))
    return {
      name: firstText(component, 'fn'),
      organisation: firstText(component, 'org'),
      phones: component.getAllProperties('tel').map((property) => ({
        number: textOf(property.getFirstValue()).replace(/^tel:/iu, ''),
        label: textOf(property.getParameter('type')).toLowerCase(),
      })),
      emails: component.getAllProperties('email').map((property) => textOf(property.getFirstValue())),
    }
  } catch {
    return null
  }
}

function firstText(component: InstanceType<typeof ICAL.Component>, name: string): string {
  return textOf(component.getFirstPropertyValue(name))
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return Array.isArray(value) ? value.map(textOf).filter(Boolean).join(', ') : ''
}

function displayOf(number: string): string {
  const digits = number.replaceAll(/\D/gu, '')
  return (number.trim().startsWith('+') || digits.length >= 11 ? formatPhone(digits) : null) ?? number
}
