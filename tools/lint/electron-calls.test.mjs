import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { standInCalls } from '../../e2e/stand-in/calls.ts'
import { electronCalls } from './electron-calls.ts'
import { projectRoot } from '../project-root.mjs'

test('every call of Electron in the shell is in the list of what the stand-in does for it, and none besides', () => {
  const { calls, unknown } = electronCalls()
  expect(calls.length).toBeGreaterThan(80)
  expect(unknown, 'a receiver that tools/lint/electron-calls.ts does not know').toEqual([])
  expect(
    calls.filter((call) => !(call in standInCalls)),
    'not in e2e/stand-in/calls.ts',
  ).toEqual([])
  expect(
    Object.keys(standInCalls).filter((call) => !calls.includes(call)),
    'in the list, and called no more',
  ).toEqual([])
})

test('what Electron does at each of them is in docs/electron-notes.md', () => {
  const text = readFileSync(path.join(projectRoot, 'docs/electron-notes.md'), 'utf8')
  const named = new Set([...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name))
  expect(electronCalls().calls.filter((call) => !named.has(call))).toEqual([])
})
