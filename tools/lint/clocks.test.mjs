import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { program } from '../process/programs.mjs'
import { projectRoot } from '../project-root.mjs'

const refused = [
  'export const isOver = (clock, until) => clock.now() >= until',
  'export const isFresh = (clock, readAt) => clock.now() - readAt < 10_000',
  'export const isNew = (at) => at > Date.now() - 10_000',
  'export const isOld = (tx, at) => tx.now - at >= 10_000',
]
const taken = [
  'export const isPast = (clock, until) => clock.monotonic() >= until',
  'export const age = (clock, at) => clock.now() - at',
  'export const isLater = (one, other) => one.now > other',
  'export const due = (tx, ms) => tx.now + ms',
]

test('what decides by the wall clock is refused, unless it says why', () => {
  const tree = mkdtempSync(path.join(os.tmpdir(), 'switchboard-clocks-'))
  onTestFinished(() => rmSync(tree, { recursive: true, force: true }))
  mkdirSync(path.join(tree, 'src/core'), { recursive: true })
  cpSync(path.join(projectRoot, 'tools/lint/clocks.mjs'), path.join(tree, 'clocks.mjs'))
  writeFileSync(
    path.join(tree, '.oxlintrc.json'),
    JSON.stringify({ jsPlugins: ['./clocks.mjs'], rules: { 'clocks/monotonic': 'error' } }),
  )
  writeFileSync(path.join(tree, 'src/core/a.ts'), [...refused, ...taken, ''].join('\n'))
  let found
  try {
    found = execFileSync(process.execPath, [program('oxlint'), '--format=json', 'src'], { cwd: tree, encoding: 'utf8' })
  } catch (error) {
    found = error.stdout
  }
  const lines = JSON.parse(found)
    .diagnostics.filter(({ code }) => code === 'clocks(monotonic)')
    .map(({ labels }) => labels[0].span.line)
  expect(lines).toEqual(refused.map((_, index) => index + 1))
})
