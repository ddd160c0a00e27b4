/** A word under the caret that begins with a sign which offers something: a quick reply, an emoji. */
export interface WrittenToken {
  readonly sign: '/' | ':'
  /** Where the sign stands, and where the caret does: UTF-16 offsets. */
  readonly from: number
  readonly to: number
  /** What was typed after the sign. */
  readonly query: string
}

const longest = 64

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
