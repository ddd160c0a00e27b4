import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { TYPE, parse } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { catalogue as en } from '../../src/renderer/app/catalogue-en.ts'
import { catalogue as ru } from '../../src/renderer/app/catalogue-ru.ts'
import { compile } from '../build/compile-messages.mjs'
import { projectRoot } from '../project-root.mjs'

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
    return compile('test', text).length > 0
  } catch {
    return false
  }
}

/** The names in an object literal that begins at `start`, without those inside its values; null where it is spread. */
function namesIn(source, start) {
  const names = []
  let depth = 0
  let isName = false
  for (let at = start; at < source.length; at += 1) {
    const sign = source[at]
    if (sign === "'" || sign === '`') at = source.indexOf(sign, at + 1)
    else if ('{[('.includes(sign)) depth += 1
    else if ('}])'.includes(sign)) depth -= 1
    if (depth === 0) return names
    if (depth === 1 && (sign === '{' || sign === ',')) isName = true
    else if (isName && /[\w.]/.test(sign)) {
      const [name] = /^[\w.]+/.exec(source.slice(at))
      if (name.startsWith('...')) return null
      names.push(name)
      at += name.length - 1
      isName = false
    }
  }
  return null
}

/** Texts by their literal ids in a source, each with the values that it gets; null where they are not written there. */
const calls = (source) =>
  [...source.matchAll(/\bt\(\s*'([\w.]+)'(,?\s*)(\{|\)|\w)/g)].flatMap((match) => {
    const [whole, id, , next] = match
    const given = next === ')' ? [] : next === '{' ? namesIn(source, match.index + whole.length - 1) : null
    return given === null ? [] : [{ id, given }]
  })

describe('message catalogues', () => {
  it('get every value that they name, or a gap would be shown', () => {
    const renderer = path.join(projectRoot, 'src/renderer')
    const files = readdirSync(renderer, { recursive: true }).filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    const found = files.flatMap((file) => calls(readFileSync(path.join(renderer, file), 'utf8')))
    expect(found.length).toBeGreaterThan(1000)
    const lacking = ({ id, given }) => [...values(en[id])].filter((name) => !given.includes(name))
    expect(found.flatMap((call) => lacking(call).map((name) => `${call.id} lacks ${name}`))).toEqual([])
  })

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
