import { chmod, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTempDir } from '../core/testing/temp-dir.ts'
import { createSession, sessionDays } from './access.ts'
import { readStoredSession, storeSession } from './stored-session.ts'

const dayMs = 24 * 60 * 60 * 1000
const now = 1_700_000_000_000
const stored = { ...createSession(), port: 4100, since: now - dayMs }
let dir: string
let file: string

beforeEach(async () => {
  const made = createTempDir()
  onTestFinished(() => made[Symbol.dispose]())
  dir = made.path
  file = path.join(dir, 'browser.json')
  await storeSession(dir, stored)
})

test('a session is stored for its owner alone, and read by the next start', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readStoredSession(dir, now)).toEqual(stored)
})

const change = (part: object): Promise<void> => writeFile(file, JSON.stringify({ ...stored, ...part }))

const spoiled: readonly [string, () => Promise<void>][] = [
  ['was removed', () => rm(file)],
  ['others may read', () => chmod(file, 0o644)],
  ['others may write', () => chmod(file, 0o620)],
  ['is no JSON', () => writeFile(file, '{"port":')],
  ['is null', () => writeFile(file, 'null')],
  ['holds a short cookie', () => change({ cookie: stored.cookie.slice(1) })],
  ['holds a path that is none', () => change({ place: `${'../'.repeat(14)}a` })],
  ['names a port that is none', () => change({ port: 70_000 })],
  ['is far too long', () => writeFile(file, `${' '.repeat(2_000_000)}${JSON.stringify(stored)}`)],
  ['is too old', () => change({ since: now - sessionDays * dayMs })],
  ['comes from the future', () => change({ since: now + dayMs })],
  [
    'is a link',
    async () => {
      await rename(file, `${file}.real`)
      await symlink(`${file}.real`, file)
    },
  ],
]

test.for(spoiled)('no session is read from a file that %s', async ([, spoil]) => {
  await spoil()
  expect(await readStoredSession(dir, now)).toBeUndefined()
})
