import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'

const isTest = (name) => /\.(test|spec|build-test)\.(ts|tsx|mjs)$/.test(name)

/** Test files of the project by name: `guards.spec.ts` -> paths relative to the project. */
export function testFiles(folders = ['src', 'e2e', 'tools']) {
  const found = new Map()
  for (const folder of folders) {
    for (const entry of readdirSync(path.join(projectRoot, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !isTest(entry.name) || entry.parentPath.includes('node_modules')) continue
      const file = path.relative(projectRoot, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')
      found.set(entry.name, [...(found.get(entry.name) ?? []), file])
    }
  }
  return found
}

/**
 * What is wrong with the claim that a test file (by path) has a test whose title contains these words; undefined when
 * it is true. Titles are read from the source, so words that a title is put together from are not found.
 */
export function problemOf({ file, title }) {
  const place = path.join(projectRoot, file)
  if (!existsSync(place)) return `${file} is not there`
  const titles = [...readFileSync(place, 'utf8').matchAll(titled)].map(([, , text]) => text)
  return titles.some((text) => text.includes(title)) ? undefined : `${file} has no test "${title}"`
}

/** `test('...')`, `it.for(...)('...')`, `describe('...')`, over line breaks. */
const titled = /\b(?:test|it|describe)\b[^'"`;]{0,200}?\(\s*(['"`])((?:(?!\1).)*)\1/gs
