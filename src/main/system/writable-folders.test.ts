import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { unwritableFolder } from './writable-folders.ts'

test('names the first folder that takes no file, and leaves nothing in the others', () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'switchboard-writable-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const good = path.join(parent, 'new/folder')
  const file = path.join(parent, 'a-file')
  writeFileSync(file, '')
  expect(unwritableFolder([parent, good])).toBeNull()
  expect(readdirSync(good)).toEqual([])
  expect(unwritableFolder([good, path.join(file, 'below')])).toEqual({
    folder: path.join(file, 'below'),
    code: 'ENOTDIR',
  })
})
