/** Texts longer than this (UTF-16 code units) or with more lines are folded; "Show all" opens them. */
export const foldLength = 3000
export const foldLines = 60

export interface FoldedText {
  readonly text: string
  readonly folded: boolean
}

/** The beginning of a long text, cut at a line or word where one is near, never inside a character. */
export function foldText(text: string): FoldedText {
  let end = text.length
  if (text.length > foldLength) end = foldLength
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) {
    lines += 1
    if (lines === foldLines) end = at
  }
  if (end === text.length) return { text, folded: false }
  if (end === foldLength) {
    const near = text.slice(end - 200, end)
    const space = Math.max(near.lastIndexOf(' '), near.lastIndexOf('\n'))
    if (space !== -1) end = end - 200 + space
    else if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end -= 1
  }
  return { text: text.slice(0, end), folded: true }
}
