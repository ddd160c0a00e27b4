import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../project-root.mjs'
import { longTests } from './test-long.mjs'

const read = (file) => readFileSync(path.join(projectRoot, file), 'utf8')

test('CONTRIBUTING.md has a row for every test with a long form', () => {
  const found = ['src', 'bench', 'simulation', 'e2e'].flatMap(longTests)
  expect(found.length).toBeGreaterThan(9)
  const contributing = read('CONTRIBUTING.md')
  expect(found.filter((file) => !contributing.includes(`\`${file}\``))).toEqual([])
})

test('every end-to-end test with a long form is found by its tag', () => {
  expect(longTests('e2e').filter((file) => !/ @long\b/.test(read(file)))).toEqual([])
})

test('CONTRIBUTING.md says for every nightly test what holds its promise by day', () => {
  const specs = readdirSync(path.join(projectRoot, 'e2e'), { recursive: true })
    .map((file) => `e2e/${file.split(path.sep).join('/')}`)
    .filter((file) => file.endsWith('.spec.ts') && read(file).includes('@nightly'))
  expect(specs.length).toBeGreaterThan(5)
  const [, table = ''] = /### A nightly test([^]*?)\n###/.exec(read('CONTRIBUTING.md')) ?? []
  expect(specs.filter((file) => !table.includes(`| \`${file}\``))).toEqual([])
})
