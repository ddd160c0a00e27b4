import { existsSync, readFileSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { createTempDir } from '../testing/temp-dir.ts'
import { flushFolder, replaceFile } from './replace-file.ts'

test.runIf(process.platform !== 'win32')('a file that was replaced is there after a power cut', async () => {
  using folder = createTempDir()
  const file = path.join(folder.path, 'below', 'file')
  const any = await open(folder.path)
  const prototype = Object.getPrototypeOf(any) as FileHandle
  await any.close()
  const flushed: unknown[] = []
  const { sync } = prototype
  using _spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    const isFolder = (await this.stat()).isDirectory()
    flushed.push(isFolder ? { folderWith: existsSync(file) } : { text: readFileSync(`${file}.new`, 'utf8') })
    await sync.call(this)
  })
  await replaceFile(file, 'new')
  expect(flushed).toEqual([{ text: 'new' }, { folderWith: true }])
  expect(readFileSync(file, 'utf8')).toBe('new')
})

test('a folder that can not be flushed is no reason to fail', async () => {
  using folder = createTempDir()
  await expect(flushFolder(path.join(folder.path, 'missing'))).resolves.toBeUndefined()
})
