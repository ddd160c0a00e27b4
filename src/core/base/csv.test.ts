import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvLine, csvTime } from './csv.ts'
import { escapeHtml } from '../exports/html-page.ts'

it.each([
  ['=SUM(A1)', "'=SUM(A1)"],
  ['+7 999', "'+7 999"],
  ['-1', "'-1"],
  ['@cmd', "'@cmd"],
  [' =1', "' =1"],
  ['\t=1', `"'\t=1"`],
  ['＝1', "'＝1"],
  ['a=b', 'a=b'],
  ['say "hi"', '"say ""hi"""'],
  ['a,b', '"a,b"'],
  ['two\nlines', '"two\nlines"'],
])('%j becomes %s', (cell, expected) => expect(csvLine([cell])).toBe(`${expected}\r\n`))

it('leaves numbers and flags as they are, and nothing for nothing', () => {
  expect(csvLine([-5, true, null, undefined, ''])).toBe('-5,true,,,\r\n')
})

it('no cell of text ever begins a formula, and every text can be read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
      const line = csvLine([text, 'end']).slice(0, -2)
      expect(line.endsWith(',end')).toBe(true)
      const cell = line.slice(0, -4)
      const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
      expect(read === text || read === `'${text}`).toBe(true)
      expect(/^\s*[=+\-@]/.test(read)).toBe(false)
    }),
  )
})

it('no text opens or closes anything in a page', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '`', 'a', '\u202e'), maxLength: 30 }),
      (text) => {
        expect(escapeHtml(text)).not.toMatch(/[<>"'`\u202e]/)
      },
    ),
  )
})

it('writes a time as spreadsheets sort it, and none as nothing', () => {
  expect([csvTime(0), csvTime(null)]).toEqual(['1970-01-01T00:00:00.000Z', ''])
})
