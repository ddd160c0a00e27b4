import { TYPE, parse } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { catalogue as en } from '../../src/renderer/app/catalogue-en.ts'
import { catalogue as ru } from '../../src/renderer/app/catalogue-ru.ts'

const catalogues = { en, ru }
const forms = { en: ['one', 'other'], ru: ['one', 'few', 'many', 'other'] }
const ids = Object.keys(en)

const branches = (element) => Object.values(element.options ?? {}).flatMap(({ value }) => value)
const walk = (elements) => elements.flatMap((one) => [one, ...walk([...branches(one), ...(one.children ?? [])])])
const plurals = (text) => walk(parse(text)).filter(({ type }) => type === TYPE.plural)
const values = (text) =>
  new Set(
    walk(parse(text))
      .filter(({ type }) => type !== TYPE.literal && type !== TYPE.pound)
      .map(({ value }) => value),
  )
const canBeRead = (text) => {
  try {
    return parse(text).length > 0
  } catch {
    return false
  }
}

describe('message catalogues', () => {
  it('have the same messages', () => {
    expect(Object.keys(ru).toSorted()).toEqual(ids.toSorted())
  })

  describe.each(['en', 'ru'])('%s', (language) => {
    const messages = catalogues[language]

    it('can be read, and none is empty', () => {
      expect(ids.filter((id) => !canBeRead(messages[id]))).toEqual([])
    })

    it('has every plural form', () => {
      const lacks = (element) => {
        const options = Object.keys(element.options)
        // A plural that only tells some numbers from the rest needs no more.
        if (options.every((option) => option.startsWith('=') || option === 'other')) return false
        return forms[language].some((form) => !options.includes(form))
      }
      expect(ids.filter((id) => plurals(messages[id]).some(lacks))).toEqual([])
    })

    it('stays calm', () => {
      expect(ids.filter((id) => messages[id].includes('!'))).toEqual([])
    })
  })

  it('use the same values', () => {
    expect(ids.filter((id) => [...values(ru[id])].some((name) => !values(en[id]).has(name)))).toEqual([])
  })
})
