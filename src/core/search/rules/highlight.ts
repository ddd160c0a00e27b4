import { foldPlaces, joinRanges, termShape, type TextRange as Mark } from '../../../contract/text/fold.ts'
import { phoneLike } from '../../messages/content/rules/search-text.ts'
import { placesOf, type SearchQuery } from './search-query.ts'

/** Where what was looked for stands in a text; in order, never overlapping. */
export function findMarks(text: string, query: Pick<SearchQuery, 'phrases' | 'digits'>): readonly Mark[] {
  const { folded, rangeOf } = foldPlaces(text)
  const found = [...folded.matchAll(termShape)]
  const words = found.map(([word]) => word)
  const marks = query.phrases.flatMap((phrase) =>
    placesOf(words, phrase).map((at): Mark => {
      const end = found[at + phrase.length - 1]
      return rangeOf(found[at]?.index ?? 0, (end?.index ?? 0) + (phrase.at(-1)?.length ?? 0))
    }),
  )
  const { digits } = query
  const numbers =
    digits === null
      ? []
      : [...folded.matchAll(phoneLike)]
          .filter(([written]) => written.replaceAll(/\D/gu, '').startsWith(digits))
          .map(({ 0: written, index }): Mark => rangeOf(index, index + written.length))
  return joinRanges([...marks, ...numbers])
}

export interface Snippet {
  readonly text: string
  readonly marks: readonly Mark[]
}

const snippetLength = 180
/** Room before the first mark. */
const lead = 40

/** A line round the first hit, from the first part that holds one. */
export function snippetOf(parts: readonly string[], query: Pick<SearchQuery, 'phrases' | 'digits'>): Snippet {
  for (const part of parts) {
    // A book in one message is not marked from end to end: the first hit decides what is cut out.
    const marks = findMarks(part.slice(0, 50_000), query)
    if (marks.length > 0) return cut(part, marks)
  }
  return cut(parts[0] ?? '', [])
}

function cut(text: string, marks: readonly Mark[]): Snippet {
  const first = marks[0]?.[0] ?? 0
  const wanted = first + snippetLength <= text.length || first < lead ? first - lead : text.length - snippetLength
  const start = wanted <= 0 ? 0 : wordStartAfter(text, Math.min(wanted, first))
  const end = Math.min(text.length, start + snippetLength)
  const head = start > 0 ? '…' : ''
  const body = trimHalves(text.slice(start, end)).replaceAll(/\s/gu, ' ')
  const shift = head.length - start
  return {
    text: `${head}${body}${end < text.length ? '…' : ''}`,
    marks: marks
      .filter(([, to]) => to <= start + body.length && to > start)
      .map(([from, to]) => [Math.max(from, start) + shift, to + shift]),
  }
}

/** The next beginning of a word within a few characters; never inside a surrogate pair. */
function wordStartAfter(text: string, at: number): number {
  const space = text.slice(at, at + 20).search(/\s/u)
  if (space >= 0 && space < lead - 1) return at + space + 1
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at
}

/** A slice may end in half an emoji. */
function trimHalves(text: string): string {
  const code = text.charCodeAt(text.length - 1)
  return code >= 0xd800 && code <= 0xdbff ? text.slice(0, -1) : text
}
