import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../project-root.mjs'
import { mutate } from './mutants.mjs'
import { seededBugs } from './seeded-bugs.mjs'
import { mutants } from './table.mjs'

const read = (file) => readFileSync(path.join(projectRoot, file), 'utf8')

test('a mutant changes the one place of its text, and does not apply where there is none or another', () => {
  expect(mutate('a = 1; b = 2', { text: 'a = 1', replacement: 'a = 2' })).toBe('a = 2; b = 2')
  expect(mutate('a = 1; a = 1', { text: 'a = 1', replacement: 'a = 2' })).toBeNull()
  expect(mutate('b = 2', { text: 'a = 1', replacement: 'a = 2' })).toBeNull()
})

test.each(mutants)('$name: still applies, and its test is there', (mutant) => {
  expect(mutate(read(mutant.file), mutant)).not.toBeNull()
  const title = mutant.title.replace(/^on \w+ /, '').replace(/ what (?:v3|whatsapp) says.*/, '')
  expect(read(mutant.test)).toContain(title)
})

test.each(seededBugs)('$name: still applies', (bug) => {
  expect(mutate(read(bug.file), bug)).not.toBeNull()
})
