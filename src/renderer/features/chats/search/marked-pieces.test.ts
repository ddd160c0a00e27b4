import fc from 'fast-check'
import { expect, it } from 'vitest'
import { markedPieces } from './marked-pieces.ts'

it('cuts at the marks', () => {
  expect(markedPieces('one two three', [[4, 7]])).toEqual([
    { text: 'one ', marked: false },
    { text: 'two', marked: true },
    { text: ' three', marked: false },
  ])
})

it('never loses or repeats a character', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.array(fc.tuple(fc.integer({ min: -3, max: 40 }), fc.integer({ min: -3, max: 40 }))),
      (text, marks) => {
        expect(
          markedPieces(text, marks)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text)
      },
    ),
  )
})
