import { describe, expect, test } from 'vitest'
import { growsFaster, worstOf } from './lib/reading-time.ts'
import { strangersText } from './lib/strangers-text.ts'

/** Two powers of ten apart; the bench goes on to 100 KB. */
const lengths = [100, 1000, 10_000]

describe('reading time is linear in the text', () => {
  test.for(strangersText)('$name', (reader) => {
    const worst = worstOf(reader, lengths)
    expect(growsFaster(worst) ? worst : 'linear').toBe('linear')
  })

  test('and a square would be noticed', () => {
    const square = (text: string) => text.replace(/a+b/g, '')
    expect(growsFaster(worstOf({ name: 'square', read: square }, lengths))).toBe(true)
  })
})
