import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countryOf, isChatId, readRecipient } from './recipient.ts'

describe('readRecipient', () => {
  it.each([
    '79990001122@c.us',
    '10000001',
    '-1001234567',
    '-1001234567@g.us',
    '120363001234567890@g.us',
    '79990001122-1500000000@g.us',
    '123456789012345@lid',
  ])('takes the chat id %s as it is', (chatId) => {
    expect(readRecipient(chatId, 'RU')).toMatchObject({ kind: 'exact', chatId })
  })

  it.each([
    ['+7 (999) 000-11-22', '79990001122@c.us'],
    ['8 999 000 11 22', '79990001122@c.us'],
    ['89990001122', '79990001122@c.us'],
    ['9990001122', '79990001122@c.us'],
    ['007 999 000 11 22', '79990001122@c.us'],
    ['tel:+7-999-000-11-22', '79990001122@c.us'],
    ['https://wa.me/79990001122?text=hi', '79990001122@c.us'],
    ['tel:79990001122', '79990001122@c.us'],
    ['79990001122@s.whatsapp.net', '79990001122@c.us'],
    ['79990001122@C.US', '79990001122@c.us'],
    ['+79990001122@c.us', '79990001122@c.us'],
    ['+49 30 901820', '4930901820@c.us'],
    ['+49 (0)151 23456789', '4915123456789@c.us'],
    ['0049 (0)151 23456789', '4915123456789@c.us'],
    ['+44 (0)7911 123456', '447911123456@c.us'],
    ['+52 1 55 1234 5678', '5215512345678@c.us'],
    ['+54 9 11 1234-5678', '5491112345678@c.us'],
    ['+٧ ٩٩٩ ٠٠٠ ١١ ٢٢', '79990001122@c.us'],
    ['۸ (۹۹۹) ۰۰۰-۱۱-۲۲', '79990001122@c.us'],
    ['٨٩٩٩٠٠٠١١٢٢', '79990001122@c.us'],
    ['＋７９９９０００１１２２', '79990001122@c.us'],
    ['\u2013 1001234567'.replace(' ', ''), '-1001234567'],
  ])('corrects %s to %s', (typed, chatId) => {
    expect(readRecipient(typed, 'RU')).toMatchObject({ kind: 'corrected', chatId })
  })

  it('drops the invisible marks of a pasted number', () => {
    expect(readRecipient('\u202a+7 999 000-11-22\u202c', undefined)).toMatchObject({ chatId: '79990001122@c.us' })
    expect(readRecipient('\u200b79990001122@c.us ', undefined)).toMatchObject({ kind: 'exact' })
  })

  it.each([
    '',
    'Anna',
    'anna@example.com',
    '1-800-FLOWERS',
    '+0 12345678',
    '+1 234',
    '+1234567890123456',
    '+',
    '12',
    '--1',
    '@c.us',
    '79990001122@x.us',
    '7'.repeat(40),
  ])('makes nothing of %j', (typed) => {
    expect(readRecipient(typed, undefined).kind).toBe(/^\d{1,32}$/.test(typed) ? 'exact' : 'invalid')
  })

  it('leaves bare digits alone where they are no number at home', () => {
    expect(readRecipient('89990001122', undefined)).toMatchObject({ kind: 'exact', chatId: '89990001122' })
    expect(readRecipient('79990001122', 'RU')).toMatchObject({ kind: 'exact', chatId: '79990001122' })
  })

  it('shows a phone number as people write it', () => {
    expect(readRecipient('8 (999) 000-11-22', 'RU')).toMatchObject({
      display: '+7 999 000 11 22',
      phone: '79990001122',
    })
    expect(readRecipient('-1001234567', 'RU')).toMatchObject({ display: '-1001234567', phone: null })
  })

  it('knows home from the account, where that is a phone number', () => {
    expect(countryOf('79990001122@c.us')).toBe('RU')
    expect(countryOf('4930901820@c.us')).toBe('DE')
    expect(countryOf('10000001')).toBeUndefined()
    expect(countryOf(null)).toBeUndefined()
  })

  it.each([
    ['@anna_shop', 'anna_shop'],
    ['https://t.me/anna_shop', 'anna_shop'],
    ['@анна.shop', 'анна.shop'],
  ])('takes %s for a username', (typed, username) => {
    expect(readRecipient(typed, 'RU')).toEqual({ kind: 'username', username, display: `@${username}` })
  })

  it('takes an id that a business alone knows as it stands', () => {
    expect(readRecipient('US.13491208655302741918', 'RU')).toMatchObject({ kind: 'exact', phone: null })
  })

  it('suggests nothing that is no chat id, whatever is typed', () => {
    const typed = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[-+()\d @.cusg]{0,24}$/))
    fc.assert(
      fc.property(typed, (text) => {
        const read = readRecipient(text, 'RU')
        expect(!('chatId' in read) || isChatId(read.chatId)).toBe(true)
      }),
    )
  })
})
