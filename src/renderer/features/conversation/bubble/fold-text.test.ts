import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldLength, foldLines, foldText } from './fold-text.ts'

it('leaves short texts alone', () => expect(foldText('hello\nthere')).toEqual({ text: 'hello\nthere', folded: false }))

it('cuts at a word', () => {
  const { text, folded } = foldText('word '.repeat(5000))
  expect(folded).toBe(true)
  expect(text.endsWith('word')).toBe(true)
})

it('cuts many short lines', () => expect(foldText('a\n'.repeat(1000)).text.split('\n')).toHaveLength(foldLines))

it('never grows, and never cuts a character in two', () => {
  const long = fc.array(fc.string({ unit: 'grapheme-composite', minLength: 50, maxLength: 400 }), {
    minLength: 10,
    maxLength: 60,
  })
  fc.assert(
    fc.property(long, (parts) => {
      const whole = parts.join('')
      const { text } = foldText(whole)
      expect(whole.startsWith(text)).toBe(true)
      expect(text.length).toBeLessThanOrEqual(Math.max(foldLength, 0))
      expect(text.isWellFormed()).toBe(true)
    }),
  )
})
