import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markSigns, markText, textOfPieces, toggleMark, type MarkedPiece } from './text-marks.ts'

const wording: Readonly<Record<string, string>> = { bold: 'b', italic: 'i', strike: 's', mono: 'code' }
const shown = (pieces: readonly MarkedPiece[]): string =>
  pieces
    .map((piece) =>
      piece.kind === 'marked'
        ? `<${wording[piece.mark]}>${shown(piece.pieces)}</${wording[piece.mark]}>`
        : piece.kind === 'link'
          ? `[${piece.text}]`
          : piece.text,
    )
    .join('')
const render = (text: string, family: 'v3' | 'whatsapp' = 'v3') => shown(markText(text, markSigns(family)))

describe('marks', () => {
  it.each([
    ['*two cushions* in green', '<b>two cushions</b> in green'],
    ['_Monday_, ~Saturday~ and `4821-07`', '<i>Monday</i>, <s>Saturday</s> and <code>4821-07</code>'],
    ['*bold _and italic_*', '<b>bold <i>and italic</i></b>'],
    ['*bold _crossed* italic_', '<b>bold _crossed</b> italic_'],
    ['2*3*4 and snake_case_name', '2*3*4 and snake_case_name'],
    ['* a list * of stars', '* a list * of stars'],
    ['*not\nacross lines*', '*not\nacross lines*'],
    ['**', '**'],
    ['*not * bold', '*not * bold'],
    ['`*not bold* in code`', '<code>*not bold* in code</code>'],
    ['see https://x.example/a_b_c *now*', 'see [https://x.example/a_b_c] <b>now</b>'],
    ['*see https://x.example/a*', '<b>see [https://x.example/a]</b>'],
    ['(*bold*), "*too*"', '(<b>bold</b>), "<b>too</b>"'],
    ['<b>text as text</b>', '<b>text as text</b>'],
    ['`one', '`one'],
  ])('%j looks like %j', (text, expected) => expect(render(text)).toBe(expected))

  it('have three signs for fixed width on WhatsApp, over lines too', () => {
    expect(render('```one\ntwo``` and `not`', 'whatsapp')).toBe('<code>one\ntwo</code> and `not`')
  })

  it('hide nothing: with their signs the pieces are the text again', () => {
    const piece = fc.constantFrom('*', '_', '~', '`', '```', ' ', 'a', '\n', 'https://x.example/_a_', '.', 'ж', '😀')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.constantFrom('v3', 'whatsapp'), (parts, family) => {
        const text = parts.join('')
        expect(textOfPieces(markText(text, markSigns(family as 'v3')))).toBe(text)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    '*a '.repeat(40_000),
    '*_~'.repeat(30_000),
    '`a\n'.repeat(40_000),
    '```'.repeat(30_000),
    '*a* '.repeat(30_000),
  ])('of a hostile text of 100,000 characters are found at once', (text) => {
    const begun = process.threadCpuUsage()
    markText(text, markSigns('v3'))
    // Of this thread alone: how busy the machine is does not count.
    expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(2_000)
  })
})

describe('a key for a mark', () => {
  it.each([
    ['a |word| here', '*', 'a *|word|* here'],
    ['a *|word|* here', '*', 'a |word| here'],
    ['a| word |here', '*', 'a *|word|* here'],
    ['||', '_', '_||_'],
    ['|x|', '```', '```|x|```'],
  ])('%j with %s becomes %j', (before, sign, after) => {
    const read = (marked: string) => {
      const [a = '', b = '', c = ''] = marked.split('|')
      return { text: a + b + c, start: a.length, end: a.length + b.length }
    }
    const { text, start, end } = read(before)
    expect(toggleMark(text, start, end, sign)).toEqual(read(after))
  })
})
