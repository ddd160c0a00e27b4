export type Range = readonly [number, number]

const fold = (text: string): string => text.toLocaleLowerCase().normalize('NFC')
const isWordStart = (text: string, at: number): boolean => at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))

/**
 * Where the words of a query begin words of a text, as UTF-16 offsets [start, end) in order; null when one of them is
 * nowhere. Digits match anywhere, because people type the last ones of a number. An empty query matches with no range.
 */
export function matchRanges(text: string, query: string): readonly Range[] | null {
  const folded = fold(text)
  // A letter that folds to another length would shift every offset after it: such texts match without marks.
  const exact = folded.length === text.length
  const found: Range[] = []
  for (const token of fold(query).split(/\s+/).filter(Boolean)) {
    const at = find(folded, token)
    if (at < 0) return null
    found.push([at, at + token.length])
  }
  return exact ? merge(found) : []
}

function find(text: string, token: string): number {
  const anywhere = /^\d+$/.test(token)
  for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + 1)) {
    if (anywhere || isWordStart(text, at)) return at
  }
  return -1
}

function merge(ranges: readonly Range[]): readonly Range[] {
  const sorted = ranges.toSorted((a, b) => a[0] - b[0])
  const merged: Range[] = []
  for (const range of sorted) {
    const last = merged.at(-1)
    if (last && range[0] <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], range[1])]
    else merged.push(range)
  }
  return merged
}
