import { describe, expect, test } from 'vitest'
import { sized } from '../src/core/testing/marathon.ts'
import { growsFaster, worstOf } from './lib/reading-time.ts'
import { hostileTexts, strangersText } from './lib/strangers-text.ts'

/** Two powers of ten apart; the bench goes on to 100 KB. */
const lengths = [100, 1000, 10_000]
/** In the short form each run of letters stands in three or four of the ten frames. */
const texts = hostileTexts.filter((_text, index) => index % sized(3, 1) === 0)

describe('reading time is linear in the text', () => {
  test.for(strangersText)('$name', (reader) => {
    const worst = worstOf(reader, lengths, texts)
    expect(growsFaster(worst) ? worst : 'linear').toBe('linear')
  })

  test('and a square would be noticed', () => {
    const square = (text: string) => text.replace(/a+b/g, '')
    expect(growsFaster(worstOf({ name: 'square', read: square }, lengths))).toBe(true)
  })

  test('and other work of a busy machine would not', () => {
    const word = new Int32Array(new SharedArrayBuffer(4))
    const interrupted = (text: string) => text.length > 9000 && Atomics.wait(word, 0, 0, 30)
    expect(growsFaster(worstOf({ name: 'interrupted', read: interrupted }, lengths, texts.slice(0, 1)))).toBe(false)
  })
})
