import { tokeniseText, type TextToken } from '../../../contract/text/tokenise-text.ts'

export type TextMark = 'bold' | 'italic' | 'strike' | 'mono'

/** The signs that set a mark, as a service family has them. */
export type MarkSigns = Readonly<Record<TextMark, string>>

/** A piece of a text with its marks. A mark's pieces stand between two of its signs. */
export type MarkedPiece =
  | TextToken
  | {
      readonly kind: 'marked'
      readonly mark: TextMark
      readonly sign: string
      readonly pieces: readonly MarkedPiece[]
    }

/** Fixed width has three signs on WhatsApp and one elsewhere (service 11.3.1); the others are the same everywhere. */
export const markSigns = (family: 'v3' | 'whatsapp' | 'telegram'): MarkSigns => ({
  bold: '*',
  italic: '_',
  strike: '~',
  mono: family === 'whatsapp' ? '```' : '`',
})

interface Span {
  readonly mark: TextMark
  readonly sign: string
  /** Of its first sign. */
  readonly start: number
  /** After its last sign. */
  readonly end: number
}

const inner: Readonly<Record<string, TextMark>> = { '*': 'bold', _: 'italic', '~': 'strike' }
const space = /\s/u
const letter = /[\p{L}\p{N}]/u

/**
 * Splits a text into its links and marks: a sign opens a mark before a letter and after none, closes it the other way
 * round, within its line; in fixed width nothing else counts. What no sign closes is text. Joined together, signs
 * included, the pieces are the text again. Linear in the length of the text; marks are nested three deep at most, and
 * fixed width in them.
 */
export function markText(text: string, signs: MarkSigns): readonly MarkedPiece[] {
  const tokens = tokeniseText(text)
  if (!/[*_~`]/.test(text)) return tokens
  const spans = spansOf(text, tokens, signs)
  return spans.length === 0 ? tokens : build(text, tokens, spans)
}

function spansOf(text: string, tokens: readonly TextToken[], signs: MarkSigns): readonly Span[] {
  // Characters in a link or in fixed width are no signs.
  const opaque: { readonly start: number; readonly end: number }[] = []
  let at = 0
  for (const token of tokens) {
    if (token.kind === 'link') opaque.push({ start: at, end: at + token.text.length })
    at += token.text.length
  }
  const mono = monoSpans(text, signs.mono, opaque)
  const closed = [...opaque, ...mono].toSorted((a, b) => a.start - b.start)
  const spans: Span[] = [...mono]
  /** Open marks, the innermost last. */
  let open: { readonly mark: TextMark; readonly sign: string; readonly start: number }[] = []
  let next = 0
  for (let index = 0; index < text.length; index++) {
    while ((closed[next]?.end ?? Infinity) <= index) next += 1
    const skipped = closed[next]
    if (skipped !== undefined && index >= skipped.start) {
      if (text.slice(skipped.start, skipped.end).includes('\n')) open = []
      index = skipped.end - 1
      next += 1
      continue
    }
    const sign = text.charAt(index)
    if (sign === '\n') open = []
    const mark = inner[sign]
    if (mark === undefined) continue
    const before = text.charAt(index - 1)
    const after = text.charAt(index + 1)
    const opened = open.findIndex((one) => one.mark === mark)
    const start = open[opened]?.start ?? -1
    if (opened >= 0 && index > start + 1 && !space.test(before) && !letter.test(after)) {
      spans.push({ mark, sign, start, end: index + 1 })
      open = open.slice(0, opened)
    } else if (opened < 0 && !letter.test(before) && after !== '' && !space.test(after)) {
      open = [...open, { mark, sign, start: index }]
    }
  }
  return spans.toSorted((a, b) => a.start - b.start || b.end - a.end)
}

function monoSpans(
  text: string,
  sign: string,
  links: readonly { readonly start: number; readonly end: number }[],
): readonly Span[] {
  const signs: number[] = []
  let link = 0
  for (let at = text.indexOf(sign); at >= 0;) {
    while ((links[link]?.end ?? Infinity) <= at) link += 1
    const inLink = (links[link]?.start ?? Infinity) < at + sign.length
    if (!inLink) signs.push(at)
    at = text.indexOf(sign, at + (inLink ? 1 : sign.length))
  }
  const spans: Span[] = []
  for (let index = 0; index + 1 < signs.length; index++) {
    const [start = 0, end = 0] = signs.slice(index, index + 2)
    const body = text.slice(start + sign.length, end)
    // Three signs may hold several lines, one sign does not.
    if (body.trim() === '' || (sign.length === 1 && body.includes('\n'))) continue
    spans.push({ mark: 'mono', sign, start, end: end + sign.length })
    index += 1
  }
  return spans
}

function build(text: string, tokens: readonly TextToken[], spans: readonly Span[]): readonly MarkedPiece[] {
  const links: { readonly token: TextToken; readonly start: number }[] = []
  let at = 0
  for (const token of tokens) {
    if (token.kind === 'link') links.push({ token, start: at })
    at += token.text.length
  }
  let span = 0
  let link = 0
  /**
   * The pieces of one stretch; spans and links come in their order, and those inside are taken by the stretch they are
   * in.
   */
  const pieces = (from: number, to: number, plain: boolean): readonly MarkedPiece[] => {
    const found: MarkedPiece[] = []
    const push = (end: number): void => {
      if (end > from) found.push({ kind: 'text', text: text.slice(from, end) })
    }
    for (;;) {
      const nextSpan = spans[span]
      const nextLink = links[link]
      const spanAt = nextSpan !== undefined && nextSpan.start < to ? nextSpan.start : Infinity
      const linkAt = nextLink !== undefined && nextLink.start < to ? nextLink.start : Infinity
      if (spanAt === Infinity && linkAt === Infinity) break
      if (nextSpan !== undefined && spanAt < linkAt) {
        span += 1
        push(nextSpan.start)
        const { mark, sign, start, end } = nextSpan
        found.push({
          kind: 'marked',
          mark,
          sign,
          pieces: pieces(start + sign.length, end - sign.length, mark === 'mono'),
        })
        from = end
      } else if (nextLink !== undefined) {
        link += 1
        if (plain) continue
        push(nextLink.start)
        found.push(nextLink.token)
        from = nextLink.start + nextLink.token.text.length
      }
    }
    push(to)
    return found
  }
  return pieces(0, text.length, false)
}

/** The text of pieces, signs included. */
export const textOfPieces = (pieces: readonly MarkedPiece[]): string =>
  pieces
    .map((piece) => (piece.kind === 'marked' ? piece.sign + textOfPieces(piece.pieces) + piece.sign : piece.text))
    .join('')

/**
 * Puts signs round a stretch of a text, or takes them away where they stand there already. Gives the text and what is
 * selected then.
 */
export function toggleMark(
  text: string,
  start: number,
  end: number,
  sign: string,
): { readonly text: string; readonly start: number; readonly end: number } {
  const chosen = text.slice(start, end)
  const head = chosen.length - chosen.trimStart().length
  const tail = chosen.trim() === '' ? 0 : chosen.length - chosen.trimEnd().length
  // A sign beside a space would be none.
  const [from, to] = chosen.trim() === '' ? [start, end] : [start + head, end - tail]
  const isMarked =
    text.slice(from - sign.length, from) === sign && text.slice(to, to + sign.length) === sign && from >= sign.length
  if (isMarked)
    return {
      text: text.slice(0, from - sign.length) + text.slice(from, to) + text.slice(to + sign.length),
      start: from - sign.length,
      end: to - sign.length,
    }
  return {
    text: text.slice(0, from) + sign + text.slice(from, to) + sign + text.slice(to),
    start: from + sign.length,
    end: to + sign.length,
  }
}
