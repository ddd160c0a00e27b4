import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchRanges } from './match-ranges.ts'

describe('matchRanges', () => {
  it.each([
    ['Warehouse', 'ware', [[0, 4]]],
    ['Second warehouse reception', 'ware', [[7, 11]]],
    [
      'Second warehouse reception',
      'sec rec',
      [
        [0, 3],
        [17, 20],
      ],
    ],
    ['Software', 'ware', null],
    ['Customer 4821', '821', [[10, 13]]],
    ['Стол заказов', 'ЗАК', [[5, 8]]],
    ['Anything', '', []],
    ['Anything', '  ', []],
    ['İstanbul', 'ist', [[0, 3]]],
    ['Счёт на оплату', 'счет', [[0, 4]]],
    ['Straße 5', 'STRASSE', [[0, 6]]],
    ['Jean-Luc', 'luc', [[5, 8]]],
    ['Ελένη Παπαδάκη', 'παπαδακη', [[6, 14]]],
    ['מֹשֶׁה כֹּהֵן', 'כהן', [[7, 13]]],
    ['مُحَمَّد الأحمد', 'الاحمد', [[9, 15]]],
    ['सोनिया शर्मा', 'शर्मा', [[7, 12]]],
    ['सोनिया', 'निया', null],
    ['สมชาย ใจดี', 'ชาย', [[2, 5]]],
    ['王小明', '小明', [[1, 3]]],
    ['さくら田中', '田中', [[3, 5]]],
    ['김민준', '민준', [[1, 3]]],
    ['김민준'.normalize('NFD'), '민준', [[3, 9]]],
    ['Արամ Պետրոսյան', 'պետ', [[5, 8]]],
    ['გიორგი ბერიძე', 'ბერი', [[7, 11]]],
  ] as const)('%j for %j', (text, query, ranges) => {
    expect(matchRanges(text, query)).toEqual(ranges)
  })

  it('gives ranges in order, inside the text and apart', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, query) => {
        let done = 0
        for (const [start, end] of matchRanges(text, query) ?? []) {
          expect(start).toBeGreaterThanOrEqual(done)
          expect(end).toBeLessThanOrEqual(text.length)
          done = end
        }
      }),
    )
  })
})
