import { fold, foldPlaces, insideTerms, joinRanges, type TextRange } from '../../../contract/text/fold.ts'

/**
 * Where the words of a query begin words of a text, as UTF-16 offsets [start, end) in order; null when one of them is
 * nowhere. Digits match anywhere, because people type the last ones of a number. An empty query matches with no range.
 */
export function matchRanges(text: string, query: string): readonly TextRange[] | null {
  const { folded, rangeOf } = foldPlaces(text)
  const isInside = insideTerms(folded)
  const found: TextRange[] = []
  for (const token of fold(query).split(/\s+/).filter(Boolean)) {
    let at = folded.indexOf(token)
    while (at >= 0 && isInside(at) && !/^\d+$/.test(token)) at = folded.indexOf(token, at + 1)
    if (at < 0) return null
    found.push(rangeOf(at, at + token.length))
  }
  return joinRanges(found)
}
