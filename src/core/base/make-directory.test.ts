import { statSync, writeFileSync, type Stats } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from './make-directory.ts'
import { createTempDir } from '../testing/temp-dir.ts'

test('every level that is missing is made, for this person only', () => {
  using temp = createTempDir()
  const dir = path.join(temp.path, 'a', 'b', 'c')
  makeDirectory(dir)
  makeDirectory(dir)
  const levels = [dir, path.join(dir, '..'), path.join(dir, '../..')].map((level) => statSync(level))
  const isOurs = ({ mode }: Stats) => process.platform === 'win32' || (mode & 0o777) === 0o700
  expect(levels.every((level) => level.isDirectory() && isOurs(level))).toBe(true)
})

test('below a file it says so', () => {
  using temp = createTempDir()
  const file = path.join(temp.path, 'file')
  writeFileSync(file, '')
  expect(() => makeDirectory(path.join(file, 'below'))).toThrow(/ENOTDIR/)
})

test.runIf(process.platform === 'linux')('where nothing can ever be made it ends with an error', () => {
  expect(() => makeDirectory('/proc/nope/deeper')).toThrow(/ENOENT/)
})
