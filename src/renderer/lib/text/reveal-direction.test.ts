import { expect, test } from 'vitest'
import { revealDirection } from './reveal-direction.ts'

const texts = [
  ['It is ready.', 'It is ready.'],
  ['שלום, מוכן', 'שלום, מוכן'],
  ['family 👨‍👩‍👧', 'family 👨‍👩‍👧'],
  ['pay \u202e054321\u202c today', 'pay ⟨U+202E⟩054321⟨U+202C⟩ today'],
  ['\u2066a\u2069', '⟨U+2066⟩a⟨U+2069⟩'],
] as const

test.each(texts)('the direction of %j is shown', (text, shown) => {
  expect(revealDirection(text)).toBe(shown)
})
