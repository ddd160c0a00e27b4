import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkText } from './check-text.ts'

const chatId = '79990001122@c.us'

describe('checkText', () => {
  it.each([
    ['a word', 'Hello', 'Hello'],
    ['20,000 units', 'x'.repeat(20_000), 'x'.repeat(20_000)],
    ['10,000 emoji of two units', '😀'.repeat(10_000), '😀'.repeat(10_000)],
    ['20,000 quotes, which take two bytes each in JSON', '"'.repeat(20_000), '"'.repeat(20_000)],
    ['20,000 letters of three bytes', 'あ'.repeat(20_000), 'あ'.repeat(20_000)],
    ['a byte order mark before it', '\uFEFFHello', 'Hello'],
    ['spaces and line breaks round it, as they were typed', ' Hello\r\n', ' Hello\r\n'],
    ['a byte order mark inside, which is a character like others', 'a\uFEFFb', 'a\uFEFFb'],
  ])('lets through %s', (_, typed, sent) => {
    expect(checkText(chatId, typed)).toEqual({ ok: true, text: sent })
  })

  it.each([
    ['nothing', '', { code: 'textBlank' }],
    ['spaces and line breaks', ' \n\t\u00a0', { code: 'textBlank' }],
    ['nothing but a byte order mark', '\uFEFF', { code: 'textBlank' }],
    ['20,001 units', 'x'.repeat(20_001), { code: 'textTooLong', length: 20_001, limit: 20_000 }],
    ['10,001 emoji', '😀'.repeat(10_001), { code: 'textTooLong', length: 20_002, limit: 20_000 }],
    ['half of an emoji', 'a\ud83d', { code: 'textBroken' }],
    ['the other half', '\ude00b', { code: 'textBroken' }],
  ])('refuses %s', (_, typed, fault) => {
    expect(checkText(chatId, typed)).toEqual({ ok: false, fault })
  })

  it('refuses control characters whose JSON is larger than the service takes, within the length limit', () => {
    const check = checkText(chatId, '\u0001'.repeat(20_000))
    expect(check).toEqual({ ok: false, fault: { code: 'bodyTooLarge', bytes: 120_042, limit: 102_400 } })
  })

  it('counts the chat id into the body, to the byte', () => {
    const control = '\u0001'.repeat(17_058)
    const room = 102_400 - JSON.stringify({ chatId, message: control }).length
    expect(checkText(chatId, control + 'x'.repeat(room)).ok).toBe(true)
    expect(checkText(chatId, `${control}${'x'.repeat(room)}y`).ok).toBe(false)
  })

  it('gives back what it was given, but for the mark', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (typed) => {
        const bare = typed.replace(/^\uFEFF+/, '')
        expect(checkText(chatId, typed).ok).toBe(bare.isWellFormed() && bare.trim() !== '')
        const check = checkText(chatId, typed)
        expect(check.ok ? check.text : bare).toBe(bare)
      }),
    )
  })
})
