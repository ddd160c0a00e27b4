import { describe, expect, it } from 'vitest'
import { pickLanguage } from './catalogues.ts'
import { pickLocale } from './language.tsx'

describe('pickLanguage', () => {
  it.each([
    ['system', ['ru-RU', 'en'], 'ru'],
    ['system', ['de-DE', 'ru'], 'ru'],
    ['system', ['en-GB'], 'en'],
    ['system', ['de'], 'en'],
    ['system', [], 'en'],
    ['ru', ['en'], 'ru'],
    ['en', ['ru'], 'en'],
  ] as const)('chosen %s, preferred %j: %s', (chosen, preferred, language) => {
    expect(pickLanguage(chosen, preferred)).toBe(language)
  })
})

describe('pickLocale', () => {
  it('keeps the reader’s own habits in the chosen language', () => {
    expect(pickLocale('en', ['de', 'en-GB'])).toBe('en-GB')
    expect(pickLocale('ru', ['en-GB'])).toBe('ru')
  })
})
