import { expect, it } from 'vitest'
import { pickLocale } from './language.tsx'

it('takes times and numbers from the reader’s own locale of the chosen language', () => {
  expect(pickLocale('en', ['de', 'en-GB'])).toBe('en-GB')
  expect(pickLocale('ru', ['en-GB'])).toBe('ru')
})
