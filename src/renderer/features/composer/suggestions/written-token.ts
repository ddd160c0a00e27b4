/** A word under the caret that begins with a sign which offers something: a quick reply, an emoji. */
export interface WrittenToken {
  readonly sign: '/' | ':'
  /** Its begin and the caret, UTF-16 offsets. */
  readonly from: number
  readonly to: number
  /** The text after the sign. */
  readonly query: string
}

const longest = 64

/** The text after an offset as a token of quick replies without a slash; null: it is not a word any more. */
export function tokenFrom(text: string, from: number, caret: number): WrittenToken | null {
  const query = text.slice(from, caret)
  return caret >= from && query.length <= longest && !/\s/u.test(query) ? { sign: '/', from, to: caret, query } : null
}

/** The token that ends at the caret, at the start of a word; null when there is none. */
export function tokenAt(text: string, caret: number): WrittenToken | null {
  const before = text.slice(Math.max(0, caret - longest - 1), caret)
  const match = /(?:^|\s)([/:])([^\s/:]*)$/u.exec(before)
  if (match === null) return null
  const [, sign, query = ''] = match
  const from = caret - query.length - 1
  // A longer word than is looked at does not begin here.
  if (from > 0 && !/\s/u.test(text.charAt(from - 1))) return null
  return sign === '/' || sign === ':' ? { sign, from, to: caret, query } : null
}
