import { describe, expect, it } from 'vitest'
import { directionOf, languages, pickLanguage } from './languages.ts'

describe('pickLanguage', () => {
  it.each([
    ['system', ['ru-RU', 'en'], 'ru'],
    ['system', ['RU-RU', 'en'], 'ru'],
    ['system', ['de-DE', 'ru'], 'ru'],
    ['system', ['de-DE', 'en', 'ru'], 'en'],
    ['system', ['en-GB'], 'en'],
    ['system', ['de'], 'en'],
    ['system', [], 'en'],
    ['ru', ['en'], 'ru'],
    ['en', ['ru'], 'en'],
  ] as const)('chosen %s, preferred %j: %s', (chosen, preferred, language) => {
    expect(pickLanguage(chosen, preferred)).toBe(language)
  })
})

it.each(languages)('$tag has a direction and a plural rule', ({ tag, direction }) => {
  expect(directionOf(tag)).toBe(direction)
  expect(new Intl.PluralRules(tag).resolvedOptions().locale).toBe(tag)
})
