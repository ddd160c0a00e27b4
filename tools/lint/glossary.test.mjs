import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../project-root.mjs'

const page = readFileSync(path.join(projectRoot, 'docs/glossary.md'), 'utf8')
const rows = [...page.matchAll(/^\| (?!term|---)([^|]+) \| [^|]+ \| `([^`]+)` \|$/gm)].map(([, term, code]) => ({
  term,
  code,
}))
const files = readdirSync(path.join(projectRoot, 'src'), { recursive: true, withFileTypes: true }).map((entry) =>
  path.join(entry.parentPath, entry.name).split(path.sep).join('/'),
)
const sources = files.filter((file) => /\.(ts|tsx|sql)$/.test(file)).map((file) => readFileSync(file, 'utf8'))

test('every row of the glossary names where its term appears', () => {
  expect(rows.length).toBeGreaterThan(80)
  expect(rows.length).toBe(page.split('\n').filter((line) => line.startsWith('| ')).length - 2)
})

test('terms are sorted, and each has one row', () => {
  const terms = rows.map(({ term }) => term)
  expect(terms).toEqual([...new Set(terms)].toSorted((a, b) => a.localeCompare(b, 'en')))
})

test('every identifier, file and folder of the glossary exists in the sources', () => {
  const isThere = (code) =>
    code.startsWith('src/')
      ? existsSync(path.join(projectRoot, code))
      : code.endsWith('/') || /\.tsx?$/.test(code) || code.startsWith('core/')
        ? files.some((file) => `${file}/`.includes(`/${code.replace(/\/$/, '')}/`))
        : sources.some((text) => new RegExp(`(?<!\\w)${code.replaceAll('.', '\\.')}(?!\\w)`).test(text))
  // The levels of core are declared in tools/lint/layers.mjs.
  expect(rows.map(({ code }) => code).filter((code) => code !== 'coreLevels' && !isThere(code))).toEqual([])
})
