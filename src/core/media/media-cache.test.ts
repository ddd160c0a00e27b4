import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { createManualClock } from '../../api/testing/manual-clock.ts'
import type { ChatKey } from '../../contract/ids.ts'
import type { Store } from '../intents.ts'
import { startTestCore, type TestCore } from '../testing/start-test-core.ts'

const startAt = Date.UTC(2026, 10, 20, 12)

/** A core with one chat, whose time stands still; `spoil` puts itself before the store. */
async function open(spoil: (store: Store) => Store = (store) => store) {
  const clock = createManualClock(startAt)
  const core = await startTestCore({
    clock,
    services: ['media', 'housekeeping'],
    watchStore: spoil,
    instances: [{ apiUrl: 'http://127.0.0.1:9', idInstance: '1101000001', token: null }],
  })
  onTestFinished(() => core.stop())
  const { chat } = await core.call('chats.open', { instance: core.firstKey(), chatId: '79990001122@c.us' })
  const folder = join(core.dataDir, 'media')
  const files = () => (existsSync(folder) ? readdirSync(folder).filter((name) => /^[ft]/.test(name)) : [])
  return { ...core, clock, chat, folder, files }
}

/** Brings a file into the composer. Gives the answer to its only piece, and the ref that its bytes are stored under. */
async function attach({ call, core }: Pick<TestCore, 'call' | 'core'>, chat: ChatKey, text: string) {
  const bytes = Buffer.from(text)
  const { upload, address } = await call('uploads.begin', { chat, name: 'a.txt', type: '', bytes: bytes.length })
  const body = Readable.from([bytes], { objectMode: false })
  return { upload, answer: await core.takeSlice(address.replace('upload/', ''), 0, body) }
}

it('removes files that no row names once the start is over, and no others', async () => {
  const { clock, folder, files, waitFor, ...core } = await open()
  await attach(core, core.chat, 'waits in the composer')
  const [waiting = ''] = files()
  const orphans = Array.from({ length: 450 }, (_, index) => `f${index.toString(16).padStart(40, '0')}`)
  for (const name of [...orphans, `t${'a'.repeat(40)}`, 'notes of the person.txt'])
    writeFileSync(join(folder, name), name)
  await waitFor('the orphans are gone', async () => {
    await clock.advance(60_000)
    return files().length === 1
  })
  expect(files()).toEqual([waiting])
  expect(existsSync(join(folder, 'notes of the person.txt'))).toBe(true)
  expect(clock.now() - startAt).toBeGreaterThan(60_000)
})

it('leaves nothing of a file that nobody wants any more when its last byte comes', async () => {
  const discard = { now: () => Promise.resolve() }
  const { files, ...core } = await open((store) => ({
    ...store,
    async write(name, input, options) {
      if (name === 'uploads.whole') await discard.now()
      return store.write(name, input, options)
    },
  }))
  discard.now = async () => {
    const [file] = await core.call('uploads.tray', { chat: core.chat })
    await core.store.write('uploads.discard', { uploads: [file?.upload ?? ''] })
  }
  expect((await attach(core, core.chat, 'taken back')).answer).toEqual({ kind: 'unknown' })
  expect(files()).toEqual([])
})

it('serves no file that lost its end in a power cut, and takes its bytes again', async () => {
  const { files, folder, ...core } = await open()
  await attach(core, core.chat, 'all of it was there')
  const [ref = ''] = files()
  expect(await core.core.openMedia(ref)).toBeDefined()
  writeFileSync(join(folder, ref), 'all of')
  expect(await core.core.openMedia(ref)).toBeUndefined()
  await attach(core, core.chat, 'all of it was there')
  expect(readFileSync((await core.core.openMedia(ref))?.path ?? '', 'utf8')).toBe('all of it was there')
})

it('keeps a file that is attached again while the same bytes leave the cache', async () => {
  let meanwhile = () => Promise.resolve()
  const { files, ...core } = await open((store) => ({
    ...store,
    async write(name, input, options) {
      const result = await store.write(name, input, options)
      if (name === 'media.evict') await meanwhile()
      return result
    },
  }))
  const first = await attach(core, core.chat, 'the same bytes')
  await core.call('uploads.discard', { uploads: [first.upload] })
  const [ref = ''] = files()
  meanwhile = async () => {
    meanwhile = () => Promise.resolve()
    await attach(core, core.chat, 'the same bytes')
  }
  await core.call('storage.clear', { what: 'media' })
  expect(await core.call('uploads.tray', { chat: core.chat })).toMatchObject([{ ref }])
  expect(files()).toEqual([ref])
})
