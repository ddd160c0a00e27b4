import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../project-root.mjs'
import { fullFolders, mostFiles, refusalOfSize } from './limits.mjs'

const files = new Set(
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'e2e', 'bench', 'tools'], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(projectRoot, file))),
)
const linesOf = (file) => readFileSync(path.join(projectRoot, file), 'utf8').split('\n').length - 1

test('no source or style sheet is too long', () => {
  const refused = [...files].flatMap((file) => {
    const refusal = refusalOfSize(file, linesOf(file))
    return refusal === undefined ? [] : [`${file}: ${refusal}`]
  })
  expect(refused).toEqual([])
})

test('no folder has more files than a reader takes in', () => {
  expect(fullFolders(files)).toEqual([])
})

test.each([
  ['src/core/sending/long.ts', 500, false],
  ['src/core/sending/long.ts', 501, true],
  ['src/core/sending/long.test.ts', 501, false],
  ['src/renderer/ui/marks/marks.css', 501, true],
])('%s with %i lines is refused: %s', (file, lines, isRefused) => {
  expect(refusalOfSize(file, lines) !== undefined).toBe(isRefused)
})

test('a folder with one file too many is named', () => {
  const names = Array.from({ length: mostFiles + 1 }, (_, index) => `src/core/full/${index}.ts`)
  expect(fullFolders(names)).toEqual([['src/core/full', mostFiles + 1]])
  expect(fullFolders(names.slice(1))).toEqual([])
})
