import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createAgeKey } from '../testing/cheap-key.ts'
import { openMigrated } from '../testing/open-migrated.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { storeFileName } from '../store/client/open-store.ts'
import { makeBackup } from './make-backup.ts'

/** A store that refers to two files, and a folder for its backups. */
async function open() {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  const [dataDir, work, folder] = ['data', 'work', 'folder'].map((name) => join(dir.path, name)) as [
    string,
    string,
    string,
  ]
  for (const path of [work, folder, join(dataDir, 'media')]) mkdirSync(path, { recursive: true })
  const refs = ['a', 'b'].map((letter) => `f${letter.repeat(40)}`) as [string, string]
  const db = openMigrated(join(dataDir, storeFileName))
  onTestFinished(() => db.close())
  for (const ref of refs) {
    writeFileSync(join(dataDir, 'media', ref), ref)
    db.prepare(
      `insert into media_file (ref, mime_type, bytes, created_at, used_at) values (?, 'text/plain', 41, 0, 0)`,
    ).run(ref)
  }
  const { recipient } = await createAgeKey()
  let at = Date.UTC(2026, 10, 20)
  const places = { dataDir, work, folder, recipient }
  return {
    folder,
    forget: (index: 0 | 1) => db.prepare('delete from media_file where ref = ?').run(refs[index]),
    removeFile: (index: 0 | 1) => rmSync(join(dataDir, 'media', refs[index])),
    make: (generations: number, progress: (done: number, total: number) => void = () => undefined) =>
      makeBackup({ kind: 'make', ...places, at: (at += 1000), program: '1', vault: null, generations }, progress),
    names: (ending: string) => readdirSync(folder).filter((name) => name.endsWith(ending)),
    parts: () => readdirSync(join(folder, 'files')).length,
  }
}

test('a file that a row refers to and that is not there is counted, and holds up no other one', async () => {
  const { make, removeFile, parts } = await open()
  removeFile(0)
  expect(await make(3)).toMatchObject({ missing: 1 })
  expect(parts()).toBe(1)
})

test('the progress grows to the sum of the store and the files', async () => {
  const { make } = await open()
  const shown: [done: number, total: number][] = []
  await make(3, (done, total) => void shown.push([done, total]))
  expect(shown.map(([done]) => done)).toEqual(shown.map(([done]) => done).toSorted((a, b) => a - b))
  expect(shown.at(-1)?.[0]).toBe(shown.at(-1)?.[1])
})

test('of an attempt that broke off nothing stays', async () => {
  const { folder, make, names } = await open()
  writeFileSync(join(folder, '000001-2026-11-19T00-00-00-000Z.tar.age.unfinished'), 'half')
  await make(3)
  expect(names('.unfinished')).toEqual([])
  expect(names('.tar.age')).toEqual(['000001-2026-11-20T00-00-01-000Z.tar.age'])
})

test('files go when no generation needs them, and none goes while a list of these is lost', async () => {
  const { folder, make, forget, names, parts } = await open()
  await make(2)
  forget(0)
  await make(2)
  expect([names('.tar.age').length, parts()]).toEqual([2, 2])
  const [first = ''] = names('.files')
  rmSync(join(folder, first))
  await make(3)
  expect([names('.tar.age').length, parts()]).toEqual([3, 2])
  await make(2)
  expect([names('.tar.age').length, parts()]).toEqual([2, 1])
})

test('the newest backups stay, and each is newer than all before it, however many were made and removed', async () => {
  const { make, names } = await open()
  for (let made = 0; made < 4; made += 1) await make(2)
  expect(names('.tar.age').map((name) => name.slice(0, 6))).toEqual(['000003', '000004'])
})
