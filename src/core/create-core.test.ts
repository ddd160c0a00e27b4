import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../emulator/create-emulator.ts'
import { CoreStartError } from './hosting/core-start-error.ts'
import type { CoreOptions } from './create-core.ts'
import { storeFileName } from './store/client/open-store.ts'
import { createNodeChildren } from './base/node-children.ts'
import { createStoreFaults } from './store/store-faults.ts'
import { createBorrowedClock } from './testing/borrowed-clock.ts'
import { fillStore } from './testing/fill-store.ts'
import { openTestStore } from './testing/open-test-store.ts'
import { startTestCore } from './testing/start-test-core.ts'
import { createTempDir } from './testing/temp-dir.ts'
import { testProgram } from './testing/watched-entries.ts'

// Each starts the whole of core; a busy machine takes its time for that.
function tempDir(): string {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  return dir.path
}

async function start(dataDir: string, options: Partial<Parameters<typeof startTestCore>[0]> = {}) {
  const running = await startTestCore({ dataDir, ...options })
  onTestFinished(() => running.core.stop())
  return running
}

async function failure(dataDir: string) {
  const error: unknown = await startTestCore({ dataDir }).catch((thrown: unknown) => thrown)
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
  const first = await startTestCore({ dataDir: newer })
  await first.core.stop()
  const db = new DatabaseSync(join(newer, storeFileName))
  db.exec('pragma user_version = 1000; create table newer (a integer) strict')
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
  const script = testProgram('write-until-killed', new URL('./testing/write-until-killed.ts', import.meta.url))
  const child = spawn(process.execPath, [fileURLToPath(script), dir], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let text = ''
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  await expect.poll(() => text.split('\n').length).toBeGreaterThan(50)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const answered = text.split('\n').slice(0, -1)
  const { call } = await start(dir)
  for (const name of answered) expect(await call('app.preference', { name })).toBe('kept')
})

test.for([
  ['full', 'storeFull'],
  ['readOnly', 'storeReadOnly'],
  ['failing', 'storeReadOnly'],
] as const)('storage that is %s is told, and told again when it can be written', async ([kind, code]) => {
  const faults = createStoreFaults()
  const { call, until } = await start(tempDir(), { faults })
  await call('app.setPreference', { name: 'before', value: 'kept' })
  faults.failWith(kind)
  const value = 'x'.repeat(20_000)
  await expect(call('app.setPreference', { name: 'a', value })).rejects.toMatchObject({ code })
  expect(await call('storage.state', {})).toEqual({ kind })
  expect(await call('app.preference', { name: 'before' })).toBe('kept')
  faults.failWith(null)
  await until('storage.state', {}, (state) => state.kind === 'ok')
  await call('app.setPreference', { name: 'a', value })
})

const pageBytes = 4096

test.for<[string, (path: string, pages: number) => void, { readonly whole: boolean }]>([
  ['header', (path) => overwrite(path, 0, 100), { whole: true }],
  ['page of messages', (path) => overwrite(path, (pageOfMessages(path) - 1) * pageBytes, pageBytes), { whole: false }],
  ['end, which is cut off,', (path, pages) => truncateSync(path, Math.floor(pages / 2) * pageBytes), { whole: false }],
])('a file with a damaged %s is set aside, and what was kept and lost is told', async ([, damage, { whole }]) => {
  const dir = tempDir()
  const messages = 500
  const before = await openTestStore(dir)
  await fillStore(before, { messages })
  await before.close()
  const path = join(dir, storeFileName)
  damage(path, statSync(path).size / pageBytes)
  // As after a crash, so that the file is looked through.
  writeFileSync(`${path}.open`, '')
  const { call, until } = await start(dir)
  const state = await until('storage.state', {}, ({ kind }) => kind === 'recovered')
  if (state.kind !== 'recovered') throw new Error('Nothing was recovered.')
  expect(readdirSync(dir)).toContain(state.setAside)
  expect((await call('storage.usage', {})).messages).toBe(state.messages)
  expect(state.lost.length === 0).toBe(whole)
  const lost = state.lost.find(({ what }) => what === 'message')?.count ?? 0
  expect(state.messages).toBeLessThanOrEqual(messages - lost)
  await call('app.setPreference', { name: 'a', value: 'b' })
})

function pageOfMessages(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true })
  const row = db.prepare(`select max(pageno) as page from dbstat where name = 'message' and pagetype = 'leaf'`).get()
  db.close()
  return Number(row?.['page'])
}

function overwrite(path: string, offset: number, bytes: number): void {
  const file = openSync(path, 'r+')
  writeSync(
    file,
    Uint8Array.from({ length: bytes }, (_, n) => (n * 31 + 7) & 0xff),
    0,
    bytes,
    offset,
  )
  closeSync(file)
}

/** A core with one account of the emulator, in the emulated time. */
async function receiving(options: Partial<CoreOptions> = {}) {
  const emulator = createEmulator()
  const apiUrl = await emulator.start()
  onTestFinished(() => emulator.stop())
  const account = emulator.addInstance({ idInstance: '1101000001', token: 'token-0123456789' })
  const faults = createStoreFaults()
  const running = await start(tempDir(), { faults, clock: createBorrowedClock(emulator.clock), ...options })
  await running.call('instances.add', {
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
  await running.until('storage.usage', {}, ({ messages }) => messages === 1)
  await running.until('instances.list', {}, (list) => list[0]?.sync?.finishedAt !== undefined)
  return { ...running, emulator, account, person, faults }
}

test('a store that turns out damaged while it is used is salvaged, and receiving goes on', async () => {
  const { call, until, core, emulator, person, faults } = await receiving()
  const stop = core.subscribe((event) => {
    if (event.type === 'changed' && event.change.kind === 'storage') faults.failWith(null)
  })
  faults.failWith('damaged')
  person.says('meanwhile')
  await until('storage.state', {}, ({ kind }) => kind === 'recovered')
  stop()
  await until('storage.usage', {}, ({ messages }) => messages === 2)
  // Nothing was written to the damaged file any more: the second message came after the exchange.
  expect(await call('storage.state', {})).toMatchObject({ kind: 'recovered', messages: 1, lost: [] })
  await call('storage.dismissRecovery', {})
  expect(await call('storage.state', {})).toEqual({ kind: 'ok' })
  expect(emulator.violations()).toEqual([])
})

test('a damaged store that can not be salvaged yet says so, deletes nothing at the service, and is tried again', async () => {
  const children = createNodeChildren()
  let room = false
  const { call, until, emulator, account, person, faults } = await receiving({
    children: {
      run: (entry, args, signal) =>
        room ? children.run(entry, args, signal) : Promise.reject(new Error('There is no room for a copy.')),
    },
  })
  faults.failWith('damaged')
  person.says('meanwhile')
  await until('storage.state', {}, ({ kind }) => kind === 'damaged')
  expect(await call('instances.list', {})).toMatchObject([{ connection: { kind: 'storeTrouble', receiving: false } }])
  await expect(call('app.setPreference', { name: 'a', value: 'b' })).rejects.toMatchObject({ code: 'storeDamaged' })
  expect(await call('storage.usage', {})).toMatchObject({ messages: 1 })
  expect(account.notifications.size).toBe(1)
  faults.failWith(null)
  room = true
  emulator.clock.advance(61_000)
  await until('storage.state', {}, ({ kind }) => kind === 'recovered')
  await until('storage.usage', {}, ({ messages }) => messages === 2)
})

test('a store worker that dies is noticed, told and started again, and nothing it had not kept is deleted', async () => {
  const { call, until, core, emulator, account, person, faults } = await receiving()
  const reported: string[] = []
  const stop = core.subscribe((event) => {
    if (event.type !== 'changed' || event.change.kind !== 'storage') return
    void call('storage.state', {}).then(({ kind }) => reported.push(kind))
  })
  const deletes = () => emulator.recorder.list({ operation: 'deleteNotification' }).length
  const before = deletes()
  faults.failWith('dying')
  person.says('meanwhile')
  await until('storage.state', {}, ({ kind }) => kind === 'failing')
  await expect(call('app.setPreference', { name: 'a', value: 'b' })).rejects.toMatchObject({ code: 'storeReadOnly' })
  // It dies again with its first commit, at the latest that of the next try to receive, and waits before the next
  // start.
  const connectionLater = async () => {
    emulator.clock.advance(500)
    return (await call('instances.list', {}))[0]?.connection.kind
  }
  await expect.poll(connectionLater).toBe('storeTrouble')
  expect(account.notifications.size).toBe(1)
  expect(deletes()).toBe(before)
  faults.failWith(null)
  // Its pause before the next start begins when the second death is noticed, which may be after the first of these
  // steps.
  const stateLater = async () => {
    emulator.clock.advance(5_000)
    return call('storage.state', {})
  }
  await expect.poll(stateLater).toMatchObject({ kind: 'ok' })
  await until('storage.usage', {}, ({ messages }) => messages === 2)
  stop()
  expect(reported).toContain('failing')
  await call('app.setPreference', { name: 'a', value: 'b' })
})

test('asleep it asks the service for nothing, whatever falls due or is done meanwhile; awake it goes on', async () => {
  const { call, until, core, emulator, person } = await receiving()
  await until('instances.list', {}, ([one]) => one?.connection.kind === 'live')
  const [chat] = (await call('chats.list', { scope: null, filter: 'all', offset: 0, limit: 50 })).rows
  if (chat === undefined) throw new Error('There is no chat.')
  const underWay = () => emulator.recorder.list().filter(({ endedAt }) => endedAt === undefined)
  core.suspend()
  await expect.poll(underWay).toEqual([])
  const { seq: asleep = 0 } = emulator.recorder.list().at(-1) ?? {}

  person.says('while it slept')
  await call('chats.inView', { chats: [chat.key], open: chat.key })
  const { message } = await call('messages.send', { chat: chat.key, text: 'written while it slept' })
  for (let minutes = 0; minutes < 50; minutes += 5) {
    emulator.clock.advance(5 * 60_000)
    await call('messages.details', { message })
  }
  await expect(call('history.refresh', { chat: chat.key })).rejects.toMatchObject({ code: 'unreachable' })
  expect(emulator.recorder.list({ after: asleep })).toEqual([])

  core.resume()
  await until('storage.usage', {}, ({ messages }) => messages === 3)
  await emulator.untilSent('written while it slept')
  expect(emulator.violations()).toEqual([])
})

test('a start removes exports, uploads and downloads that earlier runs left', async () => {
  const dir = tempDir()
  const left = ['exports', 'spool', 'media/unfinished'].map((folder) => join(dir, folder, 'left'))
  for (const path of left) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'a conversation in plain text')
  }
  const { waitFor } = await start(dir)
  const there = () => left.filter((path) => existsSync(path))
  await waitFor('they are gone', () => there().length === 0)
  expect(there()).toEqual([])
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
