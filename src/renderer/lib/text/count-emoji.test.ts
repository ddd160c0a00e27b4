import { expect, it } from 'vitest'
import { countOnlyEmoji } from './count-emoji.ts'

it.each([
  ['👍', 1],
  ['👨‍👩‍👧‍👦 🇩🇪 👍🏽', 3],
  ['❤️', 1],
  ['👍 ok', null],
  ['123', null],
  ['', null],
  ['   ', null],
  ['ℹ️', 1],
  ['👍 да', null],
  ['©', null],
])('counts the emoji of %j as %j', (text, count) => expect(countOnlyEmoji(text)).toBe(count))
