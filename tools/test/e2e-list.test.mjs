import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../project-root.mjs'
import { nightly } from './test-long.mjs'

const read = (file) => readFileSync(path.join(projectRoot, 'e2e', file), 'utf8')

/** `test('...')` at the beginning of a line, also inside a `describe`. */
const titled = /^ *test\(\s*(['"`])((?:(?!\1).)+)\1/gms

/** The project of playwright.config.ts that runs a test by day, if one does. */
const projectOf = (folder, title) => {
  if (folder !== 'app') return folder
  return title.includes('@host') ? 'desktop' : 'browser'
}

/** The end-to-end tests in real hosts that `npm test` runs, as `file: title`. */
const testsByDay = ['app', 'browser', 'desktop'].flatMap((folder) =>
  readdirSync(path.join(projectRoot, 'e2e', folder))
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => `${folder}/${name}`)
    .flatMap((file) =>
      [...read(file).matchAll(titled)]
        .filter(([, , title]) => !new RegExp(nightly).test(`${projectOf(folder, title)} ${file} ${title}`))
        .map(([, , title]) => `${file}: ${title}`),
    ),
)

/** The rows of e2e/README.md: file, first words of a title, and the paths that hold its rules too. */
const rows = [...read('README.md').matchAll(/^\| `([\w/-]+\.spec\.ts)` \| ([^|]+) \|(.*)\|$/gm)].map(
  ([, file, words, rest]) => ({ test: `${file}: ${words}`, paths: [...rest.matchAll(/`(\S+)`/g)].map(([, at]) => at) }),
)

test('e2e/README.md has a row for every end-to-end test of the day, and no other', () => {
  expect(testsByDay.length).toBeGreaterThan(30)
  expect(testsByDay.filter((title) => rows.filter((row) => title.startsWith(row.test)).length !== 1)).toEqual([])
  expect(rows.filter((row) => testsByDay.filter((title) => title.startsWith(row.test)).length !== 1)).toEqual([])
})

test('what e2e/README.md names as holding the same rules is there', () => {
  const places = rows.flatMap(({ paths }) => paths.map((at) => (at.includes('/') ? at : `e2e/window/${at}`)))
  expect(places.filter((at) => !existsSync(path.join(projectRoot, at)))).toEqual([])
})
