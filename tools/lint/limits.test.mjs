import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../project-root.mjs'
import {
  fewestLines,
  fullFolders,
  longFiles,
  longTables,
  mostFiles,
  mostLines,
  refusalOfSize,
  smallFiles,
} from './limits.mjs'

const files = new Set(
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'e2e', 'bench', 'tools'], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(projectRoot, file))),
)
const linesOf = (file) => readFileSync(path.join(projectRoot, file), 'utf8').split('\n').length - 1

test('no source is too small or too long, and no style sheet too long', () => {
  const refused = [...files].flatMap((file) => {
    const refusal = refusalOfSize(file, linesOf(file), files)
    return refusal === undefined ? [] : [`${file}: ${refusal}`]
  })
  expect(refused).toEqual([])
})

test('no folder has more files than a reader takes in', () => {
  expect(fullFolders(files)).toEqual([])
})

test('the exceptions name files that need them', () => {
  expect(Object.keys(smallFiles).filter((file) => !files.has(file) || linesOf(file) >= fewestLines)).toEqual([])
  const long = Object.keys({ ...longTables, ...longFiles })
  expect(long.filter((file) => !files.has(file) || linesOf(file) <= mostLines)).toEqual([])
})

test.each([
  ['src/core/sending/tiny.ts', 15, true],
  ['src/core/sending/tiny.ts', 16, false],
  ['src/core/sending/sending-base.ts', 5, false],
  ['src/core/sending/other-base.ts', 5, true],
  ['src/core/sending/with-test.ts', 5, false],
  ['src/core/sending/tiny.test.ts', 5, false],
  ['src/core/sending/long.ts', 350, false],
  ['src/core/sending/long.ts', 351, true],
  ['src/api/operations.ts', 440, false],
  ['src/api/operations.ts', 481, true],
  ['src/renderer/ui/marks/marks.css', 400, false],
  ['src/renderer/ui/marks/marks.css', 401, true],
])('%s with %i lines is refused: %s', (file, lines, isRefused) => {
  const tree = new Set([file, 'src/core/sending/with-test.test.ts'])
  expect(refusalOfSize(file, lines, tree) !== undefined).toBe(isRefused)
})

test('a folder with one file too many is named', () => {
  const names = Array.from({ length: mostFiles + 1 }, (_, index) => `src/core/full/${index}.ts`)
  expect(fullFolders(names)).toEqual([['src/core/full', mostFiles + 1]])
  expect(fullFolders(names.slice(1))).toEqual([])
})
