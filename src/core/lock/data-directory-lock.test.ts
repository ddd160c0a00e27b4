import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTempDir } from '../testing/temp-dir.ts'
import { lockDataDirectory } from './data-directory-lock.ts'

const self = { program: 'browser', now: 1_000 }

function tempDir(): string {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  return dir.path
}

/** Another process that takes the lock and then does nothing, or ends a while after it said so. */
async function otherProcess(dataDir: string, endsAfterMs?: number) {
  const lock = new URL('./data-directory-lock.ts', import.meta.url).href
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { lockDataDirectory } from '${lock}'
      const lock = lockDataDirectory(process.argv[1], { program: 'desktop', now: 5 })
      console.log(lock.kind); setTimeout(() => process.exit(lock.kind === 'held' ? 0 : 1), Number(process.argv[2]))`,
      dataDir,
      `${endsAfterMs ?? 2 ** 30}`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const [text] = await once(child.stdout, 'data')
  return { child, kind: String(text).trim() }
}

test('a living holder refuses another one and says who it is', async () => {
  const dir = tempDir()
  const { child } = await otherProcess(dir)
  expect(lockDataDirectory(dir, self)).toMatchObject({
    kind: 'refused',
    holder: { pid: child.pid, program: 'desktop', since: 5 },
  })
})

test('a holder that is ending is waited for', async () => {
  const dir = tempDir()
  const { child } = await otherProcess(dir, 500)
  const lock = lockDataDirectory(dir, self)
  expect(lock).toMatchObject({ kind: 'held', takenOver: { pid: child.pid } })
  if (lock.kind === 'held') lock.release()
})

test('a killed holder is taken over at once, and named', async () => {
  const dir = tempDir()
  const { child } = await otherProcess(dir)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const lock = lockDataDirectory(dir, self)
  expect(lock).toMatchObject({ kind: 'held', takenOver: { pid: child.pid } })
  if (lock.kind === 'held') lock.release()
})

test('a process that got the number of a dead holder is not taken for it', () => {
  const dir = tempDir()
  writeFileSync(
    join(dir, 'lock.json'),
    JSON.stringify({ pid: process.pid, host: 'here', program: 'desktop', since: 1 }),
  )
  const lock = lockDataDirectory(dir, self)
  expect(lock.kind).toBe('held')
  if (lock.kind === 'held') lock.release()
})

test('the same program can hold a directory once, and again after letting go', async () => {
  const dir = tempDir()
  const first = lockDataDirectory(dir, self)
  expect(lockDataDirectory(dir, self)).toMatchObject({ kind: 'refused', holder: { pid: process.pid } })
  expect((await otherProcess(dir)).kind).toBe('refused')
  if (first.kind === 'held') first.release()
  const second = lockDataDirectory(dir, self)
  expect(second).toMatchObject({ kind: 'held', takenOver: null })
  if (second.kind === 'held') second.release()
})

test.each([
  ['one byte', 'x'],
  ['a page of bytes', '\u0007'.repeat(4096)],
  ['half a header', 'SQLite format 3'],
])('%s in the lock file keeps nobody out, and two of them neither lets in', async (_, bytes) => {
  const dir = tempDir()
  writeFileSync(join(dir, 'lock'), bytes)
  const lock = lockDataDirectory(dir, self)
  expect(lock.kind).toBe('held')
  expect((await otherProcess(dir)).kind).toBe('refused')
  if (lock.kind === 'held') lock.release()
})

test.for([
  'half a li',
  '{"host":"a","program":"web","since":5}',
  '{"pid":1,"program":"web","since":5}',
  '{"pid":1,"host":"a","since":5}',
  '{"pid":1,"host":"a","program":"web"}',
])('a note that names no holder (%s) does not keep anybody out', (note) => {
  const dir = tempDir()
  writeFileSync(join(dir, 'lock.json'), note)
  const lock = lockDataDirectory(dir, self)
  expect(lock).toMatchObject({ kind: 'held', takenOver: null })
  if (lock.kind === 'held') lock.release()
})

test('a folder in the place of the note does not keep anybody out, and stays', () => {
  const dir = tempDir()
  mkdirSync(join(dir, 'lock.json', 'something'), { recursive: true })
  for (let start = 0; start < 2; start++) {
    const lock = lockDataDirectory(dir, self)
    expect(lock).toMatchObject({ kind: 'held', takenOver: null })
    if (lock.kind === 'held') lock.release()
  }
  expect(existsSync(join(dir, 'lock.json', 'something'))).toBe(true)
})
