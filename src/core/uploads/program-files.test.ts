import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createManualClock } from '../../api/testing/manual-clock.ts'
import type { ProgramKey } from '../../contract/ids.ts'
import { mediaWrites } from '../media/tx/media-intents.ts'
import { addProgram } from '../programs/identity/tx/program-row.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { startTestCore } from '../testing/start-test-core.ts'
import { findProgramFile, programFileReads, programFileWrites, releaseProgramFile } from './tx/program-files.ts'

const day = 86_400_000

async function start() {
  const clock = createManualClock(Date.UTC(2026, 10, 20, 12))
  const app = await startTestCore({ clock, services: [], started: false })
  onTestFinished(() => app.stop())
  const scope = { instances: null, kinds: null, labels: null, groups: true }
  const programs: ProgramKey[] = []
  for (const name of ['One', 'Two']) {
    const { program } = await app.call('programs.add', {
      ...{ name, purpose: 'script', protocol: 'jsonl', scope, from: null, keyExpiresAt: null },
      ...{ readWhenWritten: false, webhook: null, authorization: '', rights: ['send'] },
    })
    programs.push(program)
  }
  const [one, two] = programs
  if (one === undefined || two === undefined) throw new Error('There are two programs.')
  /** Stores a row as large as it says. */
  const store = (id: string, bytes: number, program = one, spoolLimit = 2_000_000_000) =>
    app.store.write('uploads.storeOfProgram', {
      ...{ id, program, name: `${id}.bin`, spoolLimit },
      file: { ref: `f${id.padEnd(40, '0')}`, mimeType: 'application/octet-stream', bytes, width: null, height: null },
    })
  return { app, clock, one, two, store, expire: () => app.store.write('uploads.expireOfPrograms', undefined) }
}

it('a program has room for 500 MB that wait, a day long', async () => {
  const { app, clock, one, two, store, expire } = await start()
  for (let count = 0; count < 5; count++) expect(await store(`a${count}`, 100_000_000)).toBe(true)
  expect(await app.store.read('uploads.roomOfProgram', { program: one })).toBe(0)
  expect(await store('a5', 1)).toBe(false)
  // The same file takes no room of its own, and other programs have theirs.
  expect(await store('a4', 100_000_000)).toBe(true)
  expect(await store('b0', 100_000_000, two)).toBe(true)
  await expect(store('b1', 100_000_000, two, 650_000_000)).rejects.toMatchObject({ data: { code: 'spoolFull' } })
  expect((await app.call('storage.usage', {})).spoolBytes).toBe(600_000_000)
  clock.setNow(clock.now() + day)
  expect(await expire()).toEqual([])
  clock.setNow(clock.now() + 1)
  expect(await expire()).toHaveLength(6)
  expect(await app.store.read('uploads.roomOfProgram', { program: one })).toBe(500_000_000)
  // Nothing shows them, so they go.
  expect(await app.store.write('media.forgetUnshown', { refs: [`f${'a0'.padEnd(40, '0')}`] })).toHaveLength(1)
  expect(existsSync(join(app.dataDir, 'spool')) ? readdirSync(join(app.dataDir, 'spool')) : []).toEqual([])
})

it('a file that is handed in twice is good for two messages', () => {
  using database = openTestDatabase()
  const { tx } = database
  const program = addProgram(tx, {
    ...{ id: 'program1', name: 'One', purpose: 'script', protocol: 'jsonl', keyHash: null, keyExpiresAt: null },
    ...{ readWhenWritten: false, webhook: null, startsAfter: 0 },
    scope: { instances: null, kinds: null, labels: null, groups: true },
  })
  const file = { ref: 'f'.padEnd(40, '0'), mimeType: 'text/plain', bytes: 1000, width: null, height: null }
  const given = { id: 'a0', program, name: 'a.txt', file, spoolLimit: 2_000_000_000 }
  for (let times = 0; times < 2; times++) expect(programFileWrites['uploads.storeOfProgram'](tx, given)).toBe(true)
  expect(programFileReads['uploads.roomOfProgram'](tx, { program })).toBe(500_000_000 - 1000)
  // The cache takes no room from files that wait.
  expect(mediaWrites['media.evict'](tx, { maxBytes: 0 })).toEqual([])
  for (let times = 0; times < 2; times++) {
    const found = findProgramFile(tx, program, 'a0')
    expect(found).toMatchObject({ name: 'a.txt', bytes: 1000 })
    if (found !== null) releaseProgramFile(tx, found)
  }
  expect(findProgramFile(tx, program, 'a0')).toBeNull()
  expect(mediaWrites['media.evict'](tx, { maxBytes: 0 })).toEqual([file.ref])
})

it('what programs handed in goes with its program, and when a person clears files that wait', async () => {
  const { app, one, store } = await start()
  await store('a0', 1000)
  expect((await app.call('storage.usage', {})).spoolBytes).toBe(1000)
  await app.call('storage.clear', { what: 'spool' })
  expect((await app.call('storage.usage', {})).spoolBytes).toBe(0)
  await store('a0', 1000)
  await app.call('programs.remove', { program: one })
  expect((await app.call('storage.usage', {})).spoolBytes).toBe(0)
})
