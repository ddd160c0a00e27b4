import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchTerms } from '../../messages/content/rules/search-text.ts'
import { findMarks, snippetOf } from './highlight.ts'
import { readSearch } from './search-query.ts'

const marked = (text: string, typed: string) => {
  const query = readSearch(typed)
  return query === null ? [] : findMarks(text, query).map(([start, end]) => text.slice(start, end))
}

describe('marks', () => {
  it.each([
    ['Delivery on Monday', 'deliv', ['Deliv']],
    ['Delivery on Monday', 'mon del', ['Del', 'Mon']],
    ['Crème brûlée', 'creme bru', ['Crème', 'brû']],
    ['Счёт и счет', 'счет', ['Счёт', 'счет']],
    ['Cafe\u0301 now', 'café', ['Cafe\u0301']],
    ['invoiceСчёт42', 'invoices', []],
    ['invoiceСчёт42', 'invoiceсч', ['invoiceСч']],
    ['call +7 999 000-11-22 now', '79990001122', ['+7 999 000-11-22']],
    ['call 79990001122 now', '+7 (999) 000', ['79990001122']],
    ['order 42', '42', ['42']],
    ['straße', 'STRASSE', ['straße']],
    ['🎉party🎉', 'par', ['par']],
    ['前言你好世界', '你好', ['你好']],
    ['Łódź', 'lod', ['Łód']],
    ['مَرْحَبًا بكم', 'مرحبا', ['مَرْحَبًا']],
    ['SKU_778-99/X', '778-99', ['778-99']],
    ['สวัสดีครับ', 'สวัส', ['สวัส']],
  ])('%s, typed %s', (text, typed, expected) => expect(marked(text, typed)).toEqual(expected))

  it('stay inside the text, in order, apart from each other, and begin like what was typed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.string({ unit: 'grapheme', maxLength: 6 }),
        (text, typed) => {
          const query = readSearch(typed)
          fc.pre(query !== null)
          const snippet = snippetOf([text], query)
          let last = 0
          for (const [start, end] of snippet.marks) {
            expect(start).toBeGreaterThanOrEqual(last)
            expect(end).toBeGreaterThan(start)
            expect(end).toBeLessThanOrEqual(snippet.text.length)
            last = end
            const found = searchTerms(snippet.text.slice(start, end)).join(' ')
            const begins = query.phrases.some(
              (phrase) => found.startsWith(phrase.join(' ')) || phrase.join(' ').startsWith(found),
            )
            expect(begins || query.digits !== null).toBe(true)
          }
          expect(snippet.text.isWellFormed() || !text.isWellFormed()).toBe(true)
        },
      ),
    )
  })
})

describe('a snippet', () => {
  const cut = (text: string, typed: string) => snippetOf([text], readSearch(typed) ?? { phrases: [], digits: null })
  it('is one line round the first hit', () => {
    const long = `${'word '.repeat(100)}needle\nhere ${'more '.repeat(100)}`
    const snippet = cut(long, 'needle')
    const [mark = [0, 0] as const] = snippet.marks
    expect(snippet.text.slice(...mark)).toBe('needle')
    expect(snippet.text.length).toBeLessThan(190)
    expect(snippet.text).toMatch(/^….*needle here.*…$/)
  })
  it('ends with the text where the hit stands near its end', () => {
    const { text } = cut(`${'word '.repeat(100)}needle`, 'needle')
    expect(text).toMatch(/^….*needle$/)
    expect(text.length).toBeGreaterThan(150)
  })
  it('does not end within an emoji', () => {
    expect(cut(`needle ${'🎉'.repeat(200)}`, 'needle').text).toMatch(/^needle (🎉)+…$/u)
  })
  it('comes from the first part that holds a hit', () => {
    expect(snippetOf(['The caption', 'report-2026.pdf'], { phrases: [['report']], digits: null })).toEqual({
      text: 'report-2026.pdf',
      marks: [[0, 6]],
    })
  })
})
