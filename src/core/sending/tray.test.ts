import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anna, boris, useSendingHarness } from '../testing/sending-harness.ts'

const start = useSendingHarness()

const plain = (upload: string) => ({ upload, caption: '', asFile: false })

describe('what is refused before anything is uploaded', () => {
  it.each([
    ['an empty file', 'one.pdf', 0, 'fileEmpty'],
    ['101 MB', 'one.pdf', 101_000_000, 'fileTooLarge'],
  ])('%s', async (_what, name, bytes, code) => {
    const world = await start()
    const chat = await world.chat(anna)
    await expect(world.app().call('uploads.begin', { chat, name, type: '', bytes })).rejects.toMatchObject({
      data: { code },
    })
    expect(await world.app().call('uploads.tray', { chat })).toEqual([])
  })

  it('the hundred and first file, and what does not fit into the room for files', async () => {
    const world = await start()
    const chat = await world.chat(anna)
    const begin = (bytes: number) => world.app().call('uploads.begin', { chat, name: 'a.pdf', type: '', bytes })
    await world.app().call('settings.update', { spoolLimit: 100_000_000 })
    await begin(99_000_000)
    await expect(begin(2_000_000)).rejects.toMatchObject({ data: { code: 'spoolFull' } })
    await world.app().call('storage.clear', { what: 'spool' })
    await world.app().call('settings.update', { spoolLimit: 2_000_000_000 })
    for (let count = 0; count < 100; count++) await begin(1)
    await expect(begin(1)).rejects.toMatchObject({ data: { code: 'tooManyFiles' } })
    await world.app().call('storage.clear', { what: 'spool' })
  })

  it('a file that did not come whole, a caption that is too long, and a file of another chat: nothing is sent', async () => {
    const world = await start()
    const chat = await world.chat(anna)
    const { upload } = await world.app().call('uploads.begin', { chat, name: 'a.png', type: '', bytes: 9 })
    const [whole = ''] = await world.attach(chat, [{ name: 'b.png' }])
    const send = (files: readonly ReturnType<typeof plain>[], to = chat) =>
      world.app().call('messages.sendFiles', { chat: to, files: [...files], text: '' })
    await expect(send([plain(whole), plain(upload)])).rejects.toMatchObject({ data: { code: 'fileNotWhole' } })
    const long = { ...plain(whole), caption: 'x'.repeat(4001) }
    await expect(send([long])).rejects.toMatchObject({ data: { code: 'captionTooLong' } })
    await expect(send([plain(whole)], await world.chat(boris))).rejects.toMatchObject({ data: { code: 'notFound' } })
    await world.time.settle()
    expect(world.account.sends).toEqual([])
    expect(await world.app().call('uploads.tray', { chat })).toHaveLength(2)
  })
})

it('keeps the order that the tray was given, and a file that was sent as it was sent, whatever a late window asks', async () => {
  const world = await start()
  const chat = await world.chat(anna)
  const [first = '', second = ''] = await world.attach(chat, [{ name: 'a.png' }, { name: 'b.png' }])
  const tray = async () => (await world.app().call('uploads.tray', { chat })).map(({ upload }) => upload)
  await world.app().call('uploads.arrange', { chat, files: [plain(second), plain(first)] })
  expect(await tray()).toEqual([second, first])
  const sendAt = { at: world.time.clock.now() + 3_600_000, zone: 'Europe/Vilnius' }
  await world.app().call('messages.sendFiles', { chat, files: [plain(first)], text: '', sendAt })
  const late = { ...plain(first), caption: 'late', asFile: true }
  await world.app().call('uploads.arrange', { chat, files: [plain(second), late] })
  await world.app().call('uploads.discard', { uploads: [first] })
  expect(await tray()).toEqual([second])
  await world.time.advance(3_600_000)
  await world.app().waitFor('it is there', async () => {
    await world.time.advance(1_000)
    return world.account.sends.length > 0
  })
  expect(world.account.sends).toMatchObject([
    { content: { kind: 'file', as: 'image', fileName: 'a.png', caption: '' } },
  ])
})

it('keeps files that wait from being cleared with the media, and lets them go when the person cleans up', async () => {
  const world = await start({ online: false })
  const chat = await world.chat(anna)
  await world.attach(chat, [{ name: 'draft.pdf' }])
  const [file] = await world.app().call('uploads.tray', { chat })
  const isThere = () => existsSync(join(world.app().dataDir, 'media', file?.ref ?? ''))
  await world.app().call('storage.clear', { what: 'media' })
  expect(isThere()).toBe(true)
  expect((await world.app().call('storage.usage', {})).spoolBytes).toBeGreaterThanOrEqual(5)
  await world.app().call('storage.clear', { what: 'spool' })
  expect(await world.app().call('uploads.tray', { chat })).toEqual([])
  await world.app().call('storage.clear', { what: 'media' })
  expect(isThere()).toBe(false)
})
