import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyLimit, judgeText, limitGauge, sentText, textLimit } from './text-limits.ts'

const chat = '79990001122@c.us'

describe('judgeText', () => {
  it.each(['', '   ', '\n\t', '\uFEFF', '\uFEFF \n', '__', '**', ' ** __ ', '``````'])('finds %j blank', (text) => {
    expect(judgeText(text, chat)).toEqual({ kind: 'blank' })
  })

  it.each(['*', '___', '__a__', '- __ -'])('does not find %j blank', (text) => {
    expect(judgeText(text, chat).kind).toBe('fits')
  })

  it('cuts blanks at the head of what is sent, and no others', () => {
    expect(sentText('\uFEFF\n  Hello \n  there ')).toBe('Hello \n  there ')
    expect(sentText(' __ ')).toBe('')
  })

  it('counts UTF-16 code units, so that an emoji is two', () => {
    expect(judgeText('👍'.repeat(10_000), chat)).toMatchObject({ kind: 'fits', length: 20_000 })
    expect(judgeText('👍'.repeat(10_001), chat)).toEqual({ kind: 'tooLong', length: 20_002, over: 2 })
  })

  it('does not count a byte order mark', () => {
    expect(judgeText(`\uFEFF${'a'.repeat(textLimit)}`, chat)).toMatchObject({ kind: 'fits', length: textLimit })
  })

  it('lets 20,000 quotes through and stops 20,000 control characters', () => {
    expect(judgeText('"'.repeat(textLimit), chat).kind).toBe('fits')
    expect(judgeText('\u0001'.repeat(textLimit), chat)).toMatchObject({ kind: 'bodyTooLarge' })
  })

  it('takes off every byte order mark at the head, as core does', () => {
    expect(judgeText(`\uFEFF\uFEFF${'a'.repeat(textLimit)}`, chat)).toMatchObject({ kind: 'fits', length: textLimit })
  })

  it('stops half a surrogate pair', () => {
    expect(judgeText('a\uD83Db', chat)).toEqual({ kind: 'broken', length: 3 })
  })

  it('agrees with the body that would be sent', () => {
    const unit = fc.constantFrom('a', '"', '\n', 'я', '\u0001', '👍', '\u2028', '漢')
    fc.assert(
      fc.property(unit, fc.integer({ min: 1, max: 21_000 }), (char, count) => {
        const text = `x${char.repeat(count)}`
        const bytes = new TextEncoder().encode(JSON.stringify({ chatId: chat, message: text })).length
        const fits = text.length <= textLimit && bytes <= bodyLimit
        expect(judgeText(text, chat).kind === 'fits').toBe(fits)
      }),
    )
  })
})

describe('limitGauge', () => {
  it('tells nothing while every limit is far', () => {
    for (const text of ['', 'x', 'x'.repeat(17_999)]) expect(limitGauge(judgeText(text, chat))).toBeNull()
  })

  it.each([
    ['the characters as their limit nears', 'x'.repeat(18_000), { unit: 'characters', used: 18_000, tone: 'plain' }],
    ['that it is near', '👍'.repeat(9_500), { unit: 'characters', used: 19_000, tone: 'near' }],
    ['a text that just fits', 'я'.repeat(20_000), { unit: 'characters', used: 20_000, limit: 20_000, tone: 'near' }],
    ['a text that is too long', 'x'.repeat(30_000), { unit: 'characters', used: 30_000, tone: 'over' }],
    ['the bytes, where they run out first', '\u0001'.repeat(16_500), { unit: 'bytes', limit: 102_400, tone: 'near' }],
    ['that there are too many bytes', '\u0001'.repeat(20_000), { unit: 'bytes', limit: 102_400, tone: 'over' }],
  ])('tells %s', (_, text, expected) => {
    expect(limitGauge(judgeText(text, chat))).toMatchObject(expected)
  })
})
