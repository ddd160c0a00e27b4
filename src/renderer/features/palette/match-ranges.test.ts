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
