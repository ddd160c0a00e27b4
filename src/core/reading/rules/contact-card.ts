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
  const cards = cardsIn(decodeQuoted(vcard)).flatMap((one) => parseOne(one) ?? [])
  const [first] = cards
  if (first === undefined) return null
  return {
    name: cards
      .map(({ name }) => name)
      .filter(Boolean)
      .join(', '),
    organisation: first.organisation,
    phones: cards.flatMap(({ phones }) => phones),
    emails: cards.flatMap(({ emails }) => emails),
  }
}

/** A shared contact may hold several cards, one after another. */
const cardsIn = (vcard: string): readonly string[] =>
  vcard
    .split(/^(?=BEGIN:VCARD\s*$)/imu)
    .map((card) => card.trim())
    .filter(Boolean)
    .slice(0, limit)

/**
 * Cards of version 2.1, which Android phones write: a value in quoted-printable as the text that it stands for, without
 * soft line breaks and the parameters that said so.
 */
function decodeQuoted(vcard: string): string {
  const lines: string[] = []
  let open: string | null = null
  for (const line of vcard.split(/\r\n|\n|\r/u)) {
    if (open === null && !/^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/iu.test(line)) lines.push(line)
    else if (line.endsWith('=')) open = (open ?? '') + line.slice(0, -1)
    else {
      lines.push(decodeLine((open ?? '') + line))
      open = null
    }
  }
  if (open !== null) lines.push(decodeLine(open))
  return lines.map(withNamedTypes).join('\r\n')
}

/** Version 2.1 writes a type without its name, which the parser refuses: "TEL;CELL:" for "TEL;TYPE=CELL:". */
const withNamedTypes = (line: string): string =>
  line.replace(/^[a-z][\w.-]*(?:;[^;:"]*)+:/iu, (head) => head.replaceAll(/;([\w-]+)(?=[;:])/gu, ';TYPE=$1'))

function decodeLine(line: string): string {
  const colon = line.indexOf(':')
  const charset = /;CHARSET="?([\w-]+)"?/iu.exec(line.slice(0, colon))?.[1] ?? 'utf-8'
  const head = line.slice(0, colon).replaceAll(/;(?:CHARSET="?[\w-]+"?|(?:ENCODING=)?QUOTED-PRINTABLE)/giu, '')
  const bytes = Buffer.from(
    line
      .slice(colon + 1)
      .replaceAll(/=([\da-f]{2})|([^])/giu, (_all, hex: string | undefined, sign: string) =>
        hex === undefined
          ? Buffer.from(sign, 'utf8').toString('latin1')
          : String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  )
  const text = decoderOf(charset).decode(bytes)
  return `${head}:${text.replaceAll(/\r\n|\n|\r/gu, '\\n')}`
}

function decoderOf(charset: string): { readonly decode: (bytes: Uint8Array) => string } {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

function parseOne(vcard: string): ParsedCard | null {
  try {
    const component = new ICAL.Component(ICAL.parse(vcard))
    return {
      name: firstText(component, 'fn') || nameOfParts(component),
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

/** Of the property N: family name, given name, additional names, title, suffix. */
function nameOfParts(component: InstanceType<typeof ICAL.Component>): string {
  const value: unknown = component.getFirstPropertyValue('n')
  const [family, given, more, title, suffix] = (Array.isArray(value) ? value : [value]).map(textOf)
  return [title, given, more, family, suffix].filter(Boolean).join(' ')
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
