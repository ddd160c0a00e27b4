import type { StoredContent } from './stored-content.ts'
import { linkTextBeside } from './link-text.ts'

/** What of a message can be found by typing, each part as a person sees it; the first is what lists show. */
export function searchParts(content: StoredContent): readonly string[] {
  return partsOf(content).filter((part) => part.trim() !== '')
}

function partsOf(content: StoredContent): readonly string[] {
  switch (content.kind) {
    case 'text':
      return content.preview === null
        ? [content.text]
        : [content.text, content.preview.title, content.preview.description, linkTextBeside(content)]
    // Only a document's name is its own (service 2.2).
    case 'document':
      return [content.caption, content.fileName]
    case 'image':
    case 'video':
    case 'audio':
    case 'sticker':
      return [content.caption]
    case 'location':
      return [content.name, content.address]
    case 'contacts':
      return content.cards.flatMap((card) => [
        card.displayName,
        card.organisation,
        card.phone,
        ...vcardTexts(card.vcard),
      ])
    case 'poll':
      return [content.question, ...content.options]
    case 'marker':
      return [content.caption ?? '']
    case 'reaction':
    case 'unsupported':
      return []
  }
}

/** Values of the lines that name, number or place somebody; a whole parse would be wasted on the index. */
function vcardTexts(vcard: string): readonly string[] {
  return [...vcard.slice(0, 20_000).matchAll(/^(?:item\d+\.)?(?:FN|ORG|TEL|EMAIL)\b[^:\r\n]*:(.+)$/gim)].map((line) =>
    (line[1] ?? '').trim(),
  )
}

export const searchTextOf = (content: StoredContent): string => searchParts(content).join('\n')

/** A number as people write one: digits with spaces, dots, dashes or brackets between them. */
export const phoneLike = /\+?\d(?:[\s().\u2010-\u2015-]{0,2}\d){6,18}/gu

/**
 * The text as the index keeps it: numbers written with gaps once more as bare digits, so that a number is found however
 * it was typed; Russian yo as ye, as most people type it (`unicode61` takes the marks from Latin letters only).
 */
export function indexedText(text: string): string {
  const numbers = [...text.matchAll(phoneLike)].map(([written]) => written.replaceAll(/\D/gu, ''))
  return foldYo(numbers.length === 0 ? text : `${text}\n${numbers.join(' ')}`)
}

export const foldYo = (text: string): string => text.replaceAll('ё', 'е').replaceAll('Ё', 'Е')
