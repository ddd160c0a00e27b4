import type { TextRange } from '../../../contract/text/fold.ts'
import { fold, foldPlaces } from '../../../contract/text/fold.ts'

const isWordStart = (text: string, at: number): boolean => at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))

/**
 * Where the words of a query begin words of a text, as UTF-16 offsets [start, end) in order; null when one of them is
 * nowhere. Digits match anywhere, because people type the last ones of a number. An empty query matches with no range.
 */
export function matchRanges(text: string, query: string): readonly TextRange[] | null {
  const { folded, rangeOf } = foldPlaces(text)
  const found: TextRange[] = []
  for (const token of fold(query).split(/\s+/).filter(Boolean)) {
    const at = find(folded, token)
    if (at < 0) return null
    found.push(rangeOf(at, at + token.length))
  }
  return merge(found)
}

function find(text: string, token: string): number {
  const anywhere = /^\d+$/.test(token)
  for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + 1)) {
    if (anywhere || isWordStart(text, at)) return at
  }
  return -1
}

function merge(ranges: readonly TextRange[]): readonly TextRange[] {
  const sorted = ranges.toSorted((a, b) => a[0] - b[0])
  const merged: TextRange[] = []
  for (const range of sorted) {
    const last = merged.at(-1)
    if (last && range[0] <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], range[1])]
    else merged.push(range)
  }
  return merged
}
