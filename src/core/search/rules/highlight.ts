import { fold } from '../../../contract/text/fold.ts'
import { phoneLike } from '../../messages/content/rules/search-text.ts'
import type { SearchQuery } from './search-query.ts'
import { wordShape } from './search-query.ts'

/** UTF-16 offsets, [start, end). */
export type Mark = readonly [start: number, end: number]

/** Where the beginnings that were looked for stand in a text; in order, never overlapping. */
export function findMarks(text: string, query: Pick<SearchQuery, 'words' | 'digits'>): readonly Mark[] {
  const marks: Mark[] = []
  for (const found of text.matchAll(wordShape)) {
    const [word] = found
    const folded = fold(word)
    const longest = query.words
      .filter((beginning) => folded.startsWith(beginning))
      .toSorted((a, b) => b.length - a.length)[0]
    if (longest !== undefined) marks.push([found.index, found.index + lengthOf(word, longest.length)])
  }
  const { digits } = query
  if (digits === null) return marks
  const numbers = [...text.matchAll(phoneLike)]
    .filter(([written]) => written.replaceAll(/\D/gu, '').startsWith(digits))
    .map(({ 0: written, index }): Mark => [index, index + written.length])
  return join([...marks, ...numbers])
}

/** Code units of `word` that fold to its first `folded` ones; marks behind the last of them belong to it. */
function lengthOf(word: string, folded: number): number {
  let length = 0
  let covered = 0
  for (const character of word) {
    const own = fold(character).length
    if (covered >= folded && own > 0) break
    covered += own
    length += character.length
  }
  return length
}

function join(marks: readonly Mark[]): readonly Mark[] {
  const joined: Mark[] = []
  for (const mark of marks.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = joined.at(-1)
    if (last !== undefined && mark[0] < last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], mark[1])]
    else joined.push(mark)
  }
  return joined
}

export interface Snippet {
  readonly text: string
  readonly marks: readonly Mark[]
}

const snippetLength = 180
/** Room before the first mark. */
const lead = 40

/** One line round the first hit, from the first part that holds one. */
export function snippetOf(parts: readonly string[], query: Pick<SearchQuery, 'words' | 'digits'>): Snippet {
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
