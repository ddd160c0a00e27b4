import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { ChatKey, QuickReplyKey } from '../../contract/ids.ts'
import { anna, boris, useSendingHarness } from '../testing/sending-harness.ts'

const start = useSendingHarness()
type World = Awaited<ReturnType<typeof start>>

const save = async (world: World, name: string) =>
  (await world.app().call('quickReplies.save', { instance: null, name, text: 'Here it is' })).key

/** Gives a quick reply a file of so many bytes, whole. */
async function keep(world: World, key: QuickReplyKey, name: string, bytes = 5): Promise<string> {
  const { upload, address } = await world.app().call('quickReplies.addFile', { key, name, type: '', bytes })
  const piece = Readable.from([Buffer.alloc(bytes, name)], { objectMode: false })
  await world.app().core.takeSlice(address.replace('upload/', ''), 0, piece)
  return upload
}

const filesOf = async (world: World, key: QuickReplyKey) =>
  (await world.app().call('quickReplies.list', { scope: null }))
    .find((one) => one.key === key)
    ?.files.map(({ name, bytes, isWhole }) => `${name} ${bytes}${isWhole ? '' : ' incomplete'}`)

const tray = async (world: World, chat: ChatKey) =>
  (await world.app().call('uploads.tray', { chat })).map(({ name, ref }) => `${name}${ref === null ? '?' : ''}`)

const spoolOf = async (world: World) => (await world.app().call('storage.usage', {})).spoolBytes

test('files of a quick reply go into the composer, are sent with it, and stay for the next customer', async () => {
  const world = await start()
  const key = await save(world, 'Price list')
  await keep(world, key, 'prices.pdf')
  await keep(world, key, '../../etc/pass\u202ewd.png')
  await world.app().call('quickReplies.addFile', { key, name: 'half.pdf', type: '', bytes: 9 })
  expect(await filesOf(world, key)).toEqual(['prices.pdf 5', '.._.._etc_passwd.png 5', 'half.pdf 9 incomplete'])
  const names = []
  for (const who of [anna, boris]) {
    const chat = await world.chat(who)
    expect(await world.app().call('uploads.addFromReply', { chat, reply: key })).toEqual({ files: 2 })
    expect(await tray(world, chat)).toEqual(['prices.pdf', '.._.._etc_passwd.png'])
    const files = (await world.app().call('uploads.tray', { chat })).map(({ upload }) => ({
      upload,
      caption: '',
      asFile: false,
    }))
    await world.app().call('messages.sendFiles', { chat, files, text: '' })
    await world.app().waitFor('both are there', async () => {
      await world.time.advance(1_000)
      return world.account.sends.length === 2 * (names.length + 1)
    })
    names.push(world.account.sends.slice(-2).map(({ content }) => (content.kind === 'file' ? content.fileName : '')))
  }
  expect(names).toEqual([
    ['prices.pdf', '.._.._etc_passwd.png'],
    ['prices.pdf', '.._.._etc_passwd.png'],
  ])
  expect(await filesOf(world, key)).toHaveLength(3)
})

test('deleting a quick reply or its file frees the disk, and nothing else does', async () => {
  const world = await start()
  await world.app().call('storage.clear', { what: 'media' })
  const before = await spoolOf(world)
  const entries = () => readdirSync(join(world.app().dataDir, 'media'), { recursive: true, withFileTypes: true })
  const files = () => entries().filter((entry) => entry.isFile()).length
  const filesBefore = files()
  const key = await save(world, 'Maps')
  const first = await keep(world, key, 'map.png', 1_000)
  await keep(world, key, 'plan.png', 2_000)
  await world.app().call('storage.clear', { what: 'spool' })
  await world.app().call('storage.clear', { what: 'media' })
  expect((await spoolOf(world)) - before).toBe(3_000)
  expect(files() - filesBefore).toBe(2)
  await world.app().call('quickReplies.removeFiles', { files: [first] })
  expect((await spoolOf(world)) - before).toBe(2_000)
  await world.app().call('quickReplies.remove', { key })
  await world.app().call('storage.clear', { what: 'media' })
  expect([(await spoolOf(world)) - before, files() - filesBefore]).toEqual([0, 0])
  // A window that still shows it adds nothing to anybody.
  await expect(world.app().call('quickReplies.addFile', { key, name: 'a', type: '', bytes: 1 })).rejects.toThrow(
    'notFound',
  )
})

test('files that are empty, too large or too many are refused, and what does not fit into a composer is not begun', async () => {
  const world = await start()
  const key = await save(world, 'Everything')
  const add = (bytes: number) => world.app().call('quickReplies.addFile', { key, name: 'a.pdf', type: '', bytes })
  await expect(add(0)).rejects.toThrow('fileEmpty')
  await expect(add(100 * 1024 * 1024 + 1)).rejects.toThrow('fileTooLarge')
  await world.app().call('settings.update', { spoolLimit: 100_000_000 })
  const { upload } = await add(99_000_000)
  await expect(add(2_000_000)).rejects.toThrow('spoolFull')
  await world.app().call('quickReplies.removeFiles', { files: [upload] })
  for (let count = 0; count < 10; count++) await keep(world, key, `page ${count}.pdf`)
  await expect(add(1)).rejects.toThrow('tooManyFiles')
  const chat = await world.chat(anna)
  await world.attach(
    chat,
    Array.from({ length: 91 }, () => ({ name: 'b.png' })),
  )
  await expect(world.app().call('uploads.addFromReply', { chat, reply: key })).rejects.toThrow('tooManyFiles')
  expect(await tray(world, chat)).toHaveLength(91)
})
