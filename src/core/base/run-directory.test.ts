import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createTempDir } from '../testing/temp-dir.ts'
import { createRunDirectory } from './run-directory.ts'

function open() {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  const path = join(dir.path, 'outer', 'run')
  return { path, directory: createRunDirectory(path) }
}

it('is empty at its first use, and keeps what this run writes', async () => {
  const { path, directory } = open()
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, 'earlier'), '')
  await directory.ready()
  expect(readdirSync(path)).toEqual([])
  writeFileSync(join(path, 'now'), '')
  await Promise.all([directory.clear(), directory.ready()])
  expect(readdirSync(path)).toEqual(['now'])
})

it('is cleared without being made, and made again after somebody removed it', async () => {
  const { path, directory } = open()
  await directory.clear()
  expect(existsSync(path)).toBe(false)
  await directory.ready()
  rmSync(path, { recursive: true })
  await directory.ready()
  expect(readdirSync(path)).toEqual([])
})

it('is tried again after the disk refused it', async () => {
  const { path, directory } = open()
  const outer = join(path, '..')
  writeFileSync(outer, 'in the way')
  await expect(directory.ready()).rejects.toThrow('ENOTDIR')
  rmSync(outer)
  await directory.ready()
  expect(readdirSync(path)).toEqual([])
})
