import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createEmulator } from '../emulator/create-emulator.ts'
import { CoreStartError } from './core-start-error.ts'
import { storeFileName } from './store/open-store.ts'
import { createStoreFaults } from './store/store-faults.ts'
import { startCore } from './testing/start-core.ts'
import { createTempDir } from './testing/temp-dir.ts'

vi.setConfig({ testTimeout: 60_000 })

function tempDir(): string {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  return dir.path
}

async function start(dataDir: string, options: Partial<Parameters<typeof startCore>[0]> = {}) {
  const running = await startCore({ dataDir, ...options })
  onTestFinished(() => running.core.stop())
  return running
}

async function failure(dataDir: string) {
  const error: unknown = await startCore({ dataDir }).catch((thrown: unknown) => thrown)
  if (!(error instanceof CoreStartError)) throw new Error('Core started.')
  return { ...error.failure, message: error.message }
}

test('a directory that another Switchboard uses is refused, and it says which one', async () => {
  const dir = tempDir()
  const { core } = await start(dir)
  expect(await failure(dir)).toMatchObject({ kind: 'locked', holder: { pid: process.pid, program: 'browser' } })
  await core.stop()
  await start(dir)
})

test('a directory that can not be made or written is said in a sentence', async () => {
  const dir = tempDir()
  writeFileSync(join(dir, 'file'), '')
  const { kind, message } = await failure(join(dir, 'file', 'data'))
  expect(kind).toBe('notWritable')
  expect(message).toMatch(/can't be written/)
})

test('data of a newer program, and a database of another one, are refused and left as they are', async () => {
  const newer = tempDir()
  const first = await startCore({ dataDir: newer })
  await first.core.stop()
  const db = new DatabaseSync(join(newer, storeFileName))
  db.exec('pragma user_version = 99')
  db.close()
  expect(await failure(newer)).toMatchObject({ kind: 'tooNew' })

  const other = tempDir()
  const theirs = new DatabaseSync(join(other, storeFileName))
  theirs.exec('create table theirs (a)')
  theirs.close()
  expect(await failure(other)).toMatchObject({ kind: 'notOurs' })
  // Nothing is held after a refusal.
  expect(await failure(other)).toMatchObject({ kind: 'notOurs' })
})

test('killed at any moment it starts again with what was answered', async () => {
  const dir = tempDir()
  const script = new URL('./testing/write-until-killed.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, dir], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let text = ''
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  await vi.waitFor(() => expect(text.split('\n').length).toBeGreaterThan(50), { timeout: 30_000 })
  child.kill('SIGKILL')
  await once(child, 'exit')
  const answered = text.split('\n').slice(0, -1)
  const { call } = await start(dir)
  for (const name of answered) expect(await call('app.preference', { name })).toBe('kept')
})

test('a full disk is told, and told again when there is room', async () => {
  const faults = createStoreFaults()
  const { call, until } = await start(tempDir(), { faults })
  faults.failWith('full')
  const value = 'x'.repeat(20_000)
  await expect(call('app.setPreference', { name: 'a', value })).rejects.toMatchObject({ code: 'storeFull' })
  expect(await call('storage.state', {})).toEqual({ kind: 'full' })
  faults.failWith(null)
  await until('storage.state', {}, ({ kind }) => kind === 'ok')
  await call('app.setPreference', { name: 'a', value })
})

test('a store that turns out damaged while it is used is salvaged, and receiving goes on', async () => {
  const emulator = createEmulator()
  const apiUrl = await emulator.start()
  onTestFinished(() => emulator.stop())
  const account = emulator.addInstance({ idInstance: '1101000001', token: 'token-0123456789' })
  const faults = createStoreFaults()
  const { call, until, core } = await start(tempDir(), { faults })
  await call('instances.add', {
    apiUrl,
    idInstance: '1101000001',
    token: 'token-0123456789',
    family: 'v3',
    name: 'Shop',
    colour: 'teal',
    mode: 'full',
    storeToken: false,
  })
  const person = account.person('79990001122', { name: 'Ann' })
  person.says('before')
  await until('storage.usage', {}, ({ messages }) => messages === 1)
  const stop = core.subscribe((event) => {
    if (event.type === 'changed' && event.change.kind === 'storage') faults.failWith(null)
  })
  faults.failWith('damaged')
  person.says('meanwhile')
  await until('storage.state', {}, ({ kind }) => kind === 'recovered')
  stop()
  await until('storage.usage', {}, ({ messages }) => messages === 2)
  expect(await call('storage.state', {})).toMatchObject({
    kind: 'recovered',
    // The second message may have come back before or after the file was exchanged.
    messages: expect.toBeOneOf([1, 2]),
    lost: [],
  })
  await call('storage.dismissRecovery', {})
  expect(await call('storage.state', {})).toEqual({ kind: 'ok' })
  expect(emulator.violations()).toEqual([])
})

test('deleting everything leaves nothing of ours', async () => {
  const dir = tempDir()
  mkdirSync(join(dir, 'somebody-elses'))
  writeFileSync(join(dir, `${storeFileName}.damaged-2026-11-20T12-00-00-000Z`), 'messages')
  const { call } = await start(dir)
  await call('app.setPreference', { name: 'a', value: 'b' })
  await call('storage.deleteEverything', {})
  expect(readdirSync(dir).filter((name) => !name.startsWith('lock'))).toEqual(['somebody-elses'])
})
