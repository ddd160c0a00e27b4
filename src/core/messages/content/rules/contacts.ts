import { z } from 'zod'
import { storedText, type ContentKind } from './content-kind.ts'
import type { ContactData } from '../../../../api/schema/message-parts.ts'
import { phoneDigitsOf } from '../../archive/rules/chat-id.ts'
import { contactSignature } from './signature.ts'
import type { StoredCard } from './stored-content.ts'

export const contacts: ContentKind<'contacts'> = {
  types: ['contactMessage', 'contactsArrayMessage'],
  schema: z.object({
    kind: z.literal('contacts'),
    cards: z.array(
      z.object({ displayName: storedText, vcard: storedText, phone: storedText, organisation: storedText }),
    ),
  }),
  parse: (parts) => ({ kind: 'contacts', cards: parts.contacts.map(cardOf) }),
  precedence: 4,
  listText: ({ cards }) => cards.map((card) => card.displayName || card.phone).join(', '),
  searchParts: ({ cards }) =>
    cards.flatMap((card) => [card.displayName, card.organisation, card.phone, ...vcardTexts(card.vcard)]),
  signature({ cards: [card, ...more] }) {
    if (card === undefined || more.length > 0) return ''
    return contactSignature(card.phone || phoneOfCard(card.vcard), card.displayName)
  },
  editable: null,
  exportLines: ({ cards }) =>
    cards.flatMap((card) => [`[contact] ${card.name}`, ...card.phones.map(({ display }) => display), ...card.emails]),
}

function cardOf(contact: ContactData): StoredCard {
  const names = [contact.firstName, contact.middleName, contact.lastName].filter(
    (name) => name !== undefined && name !== '',
  )
  return {
    // In journals an absent text is '' (service 10.5), and a hidden number 0.
    displayName: contact.displayName || names.join(' '),
    vcard: contact.vcard ?? '',
    phone:
      contact.phoneContact ||
      (contact.phoneNumber === '0' ? '' : (contact.phoneNumber ?? '')) ||
      phoneDigitsOf(contact.chatId ?? ''),
    organisation: contact.company ?? '',
  }
}

/** Values of the lines that name, number or place somebody; a whole parse would be wasted on the index. */
function vcardTexts(vcard: string): readonly string[] {
  return [...vcard.slice(0, 20_000).matchAll(/^(?:item\d+\.)?(?:FN|ORG|TEL|EMAIL)\b[^:\r\n]*:(.+)$/gim)].map((line) =>
    (line[1] ?? '').trim(),
  )
}

/** The number of a vCard, as the service itself writes them. */
function phoneOfCard(vcard: string): string {
  const line = vcard
    .slice(0, 20_000)
    .split('\n')
    .find((one) => one.startsWith('TEL'))
  return line?.slice(line.lastIndexOf(':') + 1) ?? ''
}
