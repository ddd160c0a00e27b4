import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterBy, fold, foldPlaces, joinRanges, withAsciiDigits } from './fold.ts'

/** Two spellings that people take for the same. */
const same: readonly (readonly [string, string])[] = [
  ['Счёт', 'счет'],
  ['Андрей', 'Андрей'.normalize('NFD')],
  ['Йогурт'.normalize('NFD'), 'йогурт'],
  ['Łódź', 'lodz'],
  ['Straße', 'STRASSE'],
  ['Gießen', 'GIEẞEN'],
  ['İstanbul', 'istanbul'],
  ['IŞIK', 'ışık'],
  ['Đặng', 'dang'],
  ['Ærø', 'aero'],
  ['Œuvre', 'oeuvre'],
  ['Þór', 'thor'],
  ['ΟΔΟΣ', 'οδός'],
  ['Ελλάδα', 'ελλαδα'],
  ['مَرْحَبًا', 'مرحبا'],
  ['مـــرحبا', 'مرحبا'],
  ['أحمد', 'احمد'],
  ['آمال', 'امال'],
  ['مدرسة', 'مدرسه'],
  ['علی', 'علي'],
  ['שָׁלוֹם', 'שלומ'],
  ['ﺳﻼم', 'سلام'],
  ['ＡＢＣ１２', 'abc12'],
  ['ｶﾞｽ', 'ガス'],
  ['한국', '한국'.normalize('NFD')],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['०१२३४५६७८९', '0123456789'],
  ['O’Brien', "o'brien"],
  ['п’ять', 'пʼять'],
  ['Jean‑Luc', 'jean-luc'],
  ['soft\u00ADhyphen', 'softhyphen'],
  ['a\u200Bb\u2066c', 'abc'],
  ['Nguyễn', 'NGUYEN'],
  ['ﬁle', 'file'],
]

/** Spellings that people tell apart. */
const different: readonly (readonly [string, string])[] = [
  ['мой', 'мои'],
  ['か', 'が'],
  ['की', 'का'],
  ['กิน', 'กัน'],
]

describe('fold', () => {
  it.each(same)('%s is %s', (one, other) => expect(fold(one)).toBe(fold(other)))
  it.each(different)('%s is not %s', (one, other) => expect(fold(one)).not.toBe(fold(other)))

  it('gives every digit of every script its value', () => {
    const zeros = [...Array(0x20000).keys()].flatMap((code) => {
      const row =
        code >= 0xd800 && code < 0xe000 ? '' : String.fromCodePoint(...Array.from({ length: 10 }, (_, at) => code + at))
      return /^\p{Nd}{10}$/u.test(row) && !/\p{Nd}/u.test(String.fromCodePoint(code - 1 < 0 ? 0 : code - 1))
        ? [row]
        : []
    })
    expect(zeros.length).toBeGreaterThan(60)
    for (const row of zeros) expect(withAsciiDigits(row), row).toBe('0123456789')
    expect(fold('𝟏𝟚𝟥')).toBe('123')
    expect(withAsciiDigits('𝟏𝟚𝟥')).toBe('123')
  })

  it('changes nothing a second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
    )
  })

  it('takes time by the length of hostile text', () => {
    const long = `a${'\u0316\u0301'.repeat(50_000)} ${'\u093C\u094D'.repeat(50_000)} ${'\uFDFA'.repeat(20_000)}`
    expect(fold(long).length).toBeLessThan(3_000_000)
    expect(foldPlaces(long).folded.length).toBeLessThan(3_000_000)
  })
})

describe('places of a folded text', () => {
  const found = (text: string, typed: string) => {
    const { folded, rangeOf } = foldPlaces(text)
    const at = folded.indexOf(fold(typed))
    return at < 0 ? null : text.slice(...rangeOf(at, at + fold(typed).length))
  }
  it.each([
    ['Straße 5', 'strasse', 'Straße'],
    ['Cafe\u0301 now', 'café', 'Cafe\u0301'],
    ['a Łódź', 'lodz', 'Łódź'],
    ['مَرْحَبًا بكم', 'مرحبا', 'مَرْحَبًا'],
    ['x😀 Йод', 'йод', 'Йод'],
    [`x ${'한국'.normalize('NFD')}`, '한국', '한국'.normalize('NFD')],
    ['İstanbul', 'ist', 'İst'],
  ])('%s by %s: %s', (text, typed, expected) => expect(found(text, typed)).toBe(expected))

  it('fold to what the text folds to, and never leave it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const { folded, rangeOf } = foldPlaces(text)
        expect(folded).toBe(fold(text))
        for (let at = 0; at < folded.length; at += 1) {
          const [start, end] = rangeOf(at, at + 1)
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
        }
      }),
    )
  })
})

it('ranges that overlap become one, in whatever order they are found; ranges that touch stay two', () => {
  expect(
    joinRanges([
      [5, 9],
      [0, 2],
      [1, 3],
      [6, 7],
      [3, 4],
    ]),
  ).toEqual([
    [0, 3],
    [3, 4],
    [5, 9],
  ])
})

describe('a filter of a list', () => {
  it.each([
    ['Łódź sklep', 'lodz', true],
    ['Łódź sklep', '  SKLEP ', true],
    ['Łódź sklep', '', true],
    ['79990001122@c.us', '+7 (999) 000', true],
    ['+7 999 000-11-22', '0001122', true],
    ['Shop 12', '12', true],
    ['Shop 1, row 2', '12', false],
    ['Shop', 'shops', false],
  ])('%s by %j: %s', (text, typed, fits) => expect(filterBy(typed)('other', null, text)).toBe(fits))
})
