import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { deadFiles, deadPointers, pointerTargets, pointingFiles, sectionsOf } from './pointers.mjs'
import { projectRoot } from '../project-root.mjs'

const targets = pointerTargets(projectRoot)

test('every pointer in code and documents leads to a section or a decision that exists', () => {
  const dead = pointingFiles(projectRoot).flatMap((file) =>
    deadPointers(readFileSync(path.join(projectRoot, file), 'utf8'), targets).map((one) => `${file}:${one}`),
  )
  expect(dead).toEqual([])
})

test('every script that a document names is there', () => {
  const files = [...pointingFiles(projectRoot), ...readdirSync(projectRoot)]
  const dead = pointingFiles(projectRoot)
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      deadFiles(readFileSync(path.join(projectRoot, file), 'utf8'), files).map((one) => `${file}:${one}`),
    )
  expect(dead).toEqual([])
})

test.each([
  ['`core/store/store.ts` opens it, `store.ts` too', []],
  ['opens it\n`rules/store.ts`, or `a-store.ts`', ['2: rules/store.ts', '2: a-store.ts']],
  ['a new `migrations/NNNN-a-few-words.ts`', []],
])('%j names missing %j', (text, dead) => {
  expect(deadFiles(text, ['src/core/store/store.ts'])).toEqual(dead)
})

test('the documents have the sections that make the rule worth something', () => {
  expect(targets.service.size).toBeGreaterThan(60)
  expect(targets.architecture.size).toBeGreaterThan(15)
  expect(targets.adr.size).toBeGreaterThan(14)
  expect([
    ...sectionsOf('# Title\n\n## 4. Calls\n\n### 4.6 lastOutgoingMessages\n\n#### 11.4.1 editMessage\n'),
  ]).toEqual(['4', '4.6', '11.4.1'])
})

const known = { service: new Set(['4.6', '10.3', '2.2', '2.5']), architecture: new Set(['5']), adr: new Set(['0014']) }

test.each([
  ['// A wait (service 10.3): none is an error (ADR 0014).', []],
  ['/** By kind (service 2.2 to 2.5,\n * 4.6 and 10.3). */', []],
  ['/** The loop (service\n * 10.3, architecture 5). */', []],
  ['The service 4 times a day', ['1: service 4 (there is no 4)']],
  ['// It waits (service 10.9).', ['1: service 10.9 (there is no 10.9)']],
  ['/**\n * Two at once (service 4.6 and\n * 4.8). */', ['2: service 4.6 and * 4.8 (there is no 4.8)']],
  ['// The loop (architecture 55).', ['1: architecture 55 (there is no 55)']],
  ['// Never twice (ADR 0015).', ['1: ADR 0015']],
  ['// Never twice (docs/adr/0014).', ['1: adr/0014']],
  ['[a decision](adr/0014-no-automatic-resend.md)', []],
  ['// As specified (description 4.6).', ['1: description 4.6']],
  ['// As seen (field\n * notes 3).', ['1: field * notes 3']],
  ['// As told (electron.md 33).', ['1: electron.md']],
  ['expect(description).toBe(4)', []],
])('%j has %j', (text, dead) => {
  expect(deadPointers(text, known)).toEqual(dead)
})
