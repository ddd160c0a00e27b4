import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { MediaState } from '../../contract/media.ts'
import type { FileOptions } from '../../emulator/world/actor.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { loadHistory } from '../testing/load-history.ts'
import { startTestCore, unlimited } from '../testing/start-test-core.ts'

const account = { idInstance: '1101000001', token: 'media-secret-token' }

async function open() {
  const emulator = createEmulator({ limits: 'off' })
  const apiUrl = await emulator.start()
  const instance = emulator.addInstance(account)
  const person = instance.person('79990001122', { name: 'Ann' })
  const core = await startTestCore({
    services: ['directory', 'media'],
    limitClasses: unlimited,
    instances: [{ apiUrl, ...account }],
  })
  const { call, services } = core
  const load = (chatId: string) => loadHistory(core, chatId)
  onTestFinished(async () => {
    await core.stop()
    await emulator.stop()
  })
  const receive = async (options: FileOptions = {}) => {
    person.sendsImage({ notify: false, ...options })
    const { chat, messages } = await load(person.chatId)
    const message = messages.toSorted((a, b) => b - a)[0]
    if (message === undefined) throw new Error('nothing came')
    return { chat, message }
  }
  const content = async (chat: Awaited<ReturnType<typeof receive>>['chat']) => {
    const window = await call('messages.window', { chat, anchor: { kind: 'newest' }, before: 10, after: 0 })
    const last = window.rows.at(-1)?.content
    if (last === undefined || !('file' in last)) throw new Error('no file')
    return last
  }
  /** A picture of which the service has another link than the one that the message came with. */
  const receiveWithOldLink = async () => {
    const addPng = (fileName: string) => {
      const bytes = Buffer.from('89504e470d0a1a0a', 'hex')
      return emulator.media.add({ fileName, mimeType: 'image/png', bytes })
    }
    const old = addPng('old.png')
    const received = await receive({ media: old })
    emulator.media.expire(old)
    const renew = () => {
      const sent = person.chat.messages.at(-1)
      if (sent?.content.kind === 'file') sent.content = { ...sent.content, mediaId: addPng('new.png') }
    }
    return { ...received, renew }
  }
  const parts = { person, receive, receiveWithOldLink, content, load }
  return { ...core, ...parts, emulator, media: services.media, instance: core.firstKey() }
}

it('fetches a picture once, shows it with its size, and serves it and its thumbnail', async () => {
  const { emulator, receive, content, call, media, events } = await open()
  const { chat, message } = await receive()
  const before = await content(chat)
  expect(before.file).toEqual({ kind: 'absent' })
  const thumbnail = await media.open(before.thumbnail ?? '')
  expect(thumbnail?.type).toBe('image/jpeg')
  const [state, same] = await Promise.all([call('media.fetch', { message }), call('media.fetch', { message })])
  expect(same).toEqual(state)
  if (state.kind !== 'ready') throw new Error(JSON.stringify(state))
  const file = await media.open(state.ref)
  expect(file?.type).toBe('image/jpeg')
  expect(readFileSync(file?.path ?? '')).toEqual(Buffer.from(emulator.media.bytes('sample-image') ?? []))
  const after = await content(chat)
  expect(after).toMatchObject({ file: state, width: expect.any(Number), height: expect.any(Number) })
  expect(events).toContainEqual({ type: 'changed', change: { kind: 'media', message } })
  expect(emulator.recorder.list({ operation: 'media' })).toHaveLength(1)
})

it('leaves no preview behind when the cache is emptied, and writes it out again when it is shown', async () => {
  const { receive, content, media } = await open()
  const { chat } = await receive()
  const { thumbnail } = await content(chat)
  const shown = async () => (await media.open(thumbnail ?? ''))?.path ?? ''
  const path = await shown()
  expect(existsSync(path)).toBe(true)
  await media.clear()
  expect(existsSync(path)).toBe(false)
  expect(existsSync(await shown())).toBe(true)
})

it('asks for a fresh link when the old one ended, and says so when there is none', async () => {
  const { emulator, receiveWithOldLink, call } = await open()
  const { message, renew } = await receiveWithOldLink()
  expect(await call('media.fetch', { message })).toEqual({ kind: 'failed', code: 'linkExpired' })
  expect(emulator.recorder.list({ operation: 'media' }), 'the same link is not asked twice').toHaveLength(1)
  renew()
  expect(await call('media.fetch', { message })).toMatchObject({ kind: 'ready', mimeType: 'image/png' })
})

it.each([
  { why: 'the quota is used up', fault: { kind: 'refuse', status: 466, body: 'Monthly quota has been exceeded' } },
  { why: 'the token is refused', fault: { kind: 'refuse', status: 401, body: '' } },
  { why: 'too much was asked', fault: { kind: 'refuse', status: 429, body: '' } },
  { why: 'the service is in trouble', fault: { kind: 'refuse', status: 503 } },
  { why: 'the answer is none of the service', fault: { kind: 'refuse', status: 200, body: '<html>Log in</html>' } },
] as const)('keeps that a file may be had while nobody says whether: $why', async ({ fault }) => {
  const { emulator, receiveWithOldLink, call, content } = await open()
  const { chat, message, renew } = await receiveWithOldLink()
  renew()
  for (const operation of ['downloadFile', 'getMessage'] as const) emulator.fault(fault, { operation })
  expect(await call('media.fetch', { message })).toEqual({ kind: 'failed', code: 'unreachable' })
  expect((await content(chat)).file).toEqual({ kind: 'failed', code: 'unreachable' })
  emulator.faults.clear()
  expect(await call('media.fetch', { message })).toMatchObject({ kind: 'ready', mimeType: 'image/png' })
})

it('has a file of a paused instance whose link ended once the instance runs again', async () => {
  const { receiveWithOldLink, call, instance } = await open()
  const { message, renew } = await receiveWithOldLink()
  renew()
  await call('instances.pause', { instance })
  expect(await call('media.fetch', { message })).toEqual({ kind: 'failed', code: 'unreachable' })
  await call('instances.resume', { instance })
  expect(await call('media.fetch', { message })).toMatchObject({ kind: 'ready', mimeType: 'image/png' })
})

it('forgets a download that was cancelled while it asked for a fresh link', async () => {
  const { emulator, receiveWithOldLink, call, content, waitFor } = await open()
  const { chat, message, renew } = await receiveWithOldLink()
  renew()
  emulator.fault({ kind: 'hang' }, { operation: 'downloadFile' })
  const fetched = call('media.fetch', { message })
  await waitFor('a link is asked for', () => emulator.recorder.list({ operation: 'downloadFile' }).length > 0)
  await call('media.cancel', { message })
  expect(await fetched).toEqual({ kind: 'failed', code: 'cancelled' })
  expect((await content(chat)).file).toEqual({ kind: 'absent' })
})

it('refuses a page in the place of a picture, and a link to this network', async () => {
  const { emulator, person, store, load, instance, call } = await open()
  const page = emulator.media.add({
    fileName: 'x.jpg',
    mimeType: 'image/jpeg',
    bytes: Buffer.from('<!doctype html><p>Log in'),
  })
  person.sendsImage({ media: page, notify: false })
  const { messages } = await load(person.chatId)
  expect(await call('media.fetch', { message: messages[0] ?? (0 as never) })).toEqual({
    kind: 'failed',
    code: 'fileWrongType',
  })
  const planted = await store.write('archive.ingest', {
    instance,
    source: 'getMessage',
    chatId: '5',
    records: [
      {
        type: 'incoming',
        idMessage: 'evil',
        timestamp: 1_800_000_000,
        typeMessage: 'imageMessage',
        downloadUrl: 'https://169.254.169.254/latest',
      },
    ],
    seenAt: 1_800_000_000_000,
  })
  expect(await call('media.fetch', { message: planted.messages[0] ?? (0 as never) })).toEqual({
    kind: 'failed',
    code: 'linkRefused',
    text: 'privateAddress',
  })
})

it('takes a page for what it is as a document, and for no picture of anybody', async () => {
  const { emulator, person, load, instance, call, media } = await open()
  const page = emulator.media.add({
    fileName: 'terms.html',
    mimeType: 'text/html',
    bytes: Buffer.from('<!doctype html><p>Terms'),
  })
  person.sendsDocument({ media: page, notify: false })
  const { messages } = await load(person.chatId)
  expect(await call('media.fetch', { message: messages[0] ?? (0 as never) })).toMatchObject({ kind: 'ready' })
  const url = `${emulator.url}/media/${page}/face.jpg`
  expect(await media.fetchPicture(instance, url, new AbortController().signal)).toBeNull()
})

it('stops when the person cancels, and can be asked again', async () => {
  const { emulator, receive, call, media } = await open()
  const { message } = await receive()
  emulator.fault({ kind: 'trickle', bytes: 100, ms: 30 }, { operation: 'media', count: 1 })
  const fetching = call('media.fetch', { message })
  const received = (state: MediaState | null) => (state?.kind === 'loading' ? state.received : 0)
  await expect.poll(() => received(media.downloadOf(message))).toBeGreaterThan(0)
  expect(received(await call('media.state', { message }))).toBeGreaterThan(0)
  await call('media.cancel', { message })
  expect(await fetching).toEqual({ kind: 'failed', code: 'cancelled' })
  expect(media.downloadOf(message)).toBeNull()
  expect(await call('media.state', { message })).toEqual({ kind: 'absent' })
  expect(await call('media.fetch', { message })).toMatchObject({ kind: 'ready' })
})

it('goes on for others when one of those who wait for a file leaves', async () => {
  const { emulator, receive, call, media } = await open()
  const { message } = await receive()
  emulator.fault({ kind: 'trickle', bytes: 100, ms: 30 }, { operation: 'media', count: 1 })
  const leaving = new AbortController()
  const fetching = [call('media.fetch', { message }, leaving.signal), call('media.fetch', { message })]
  await expect.poll(() => media.downloadOf(message)).toMatchObject({ kind: 'loading', received: expect.any(Number) })
  leaving.abort()
  emulator.faults.clear()
  expect(await Promise.all(fetching)).toMatchObject([{ kind: 'ready' }, { kind: 'ready' }])
})

it('fetches anew what is asked for while the download before it still ends', async () => {
  const { emulator, receive, call, media } = await open()
  const { message } = await receive()
  emulator.fault({ kind: 'trickle', bytes: 100, ms: 30 }, { operation: 'media', count: 1 })
  const fetching = call('media.fetch', { message })
  await expect.poll(() => media.downloadOf(message)).toMatchObject({ kind: 'loading', received: expect.any(Number) })
  const [, again] = await Promise.all([call('media.cancel', { message }), call('media.fetch', { message })])
  expect(again).toMatchObject({ kind: 'ready' })
  expect(await fetching).toEqual({ kind: 'failed', code: 'cancelled' })
})

it('fetches nothing at all while Settings say never; what is here already stays', async () => {
  const { emulator, store, instance, receive, call, media } = await open()
  const picture = () =>
    media.fetchPicture(instance, `${emulator.url}/media/sample-image/face.jpg`, new AbortController().signal)
  const asked = () => emulator.recorder.list({ operation: 'media' }).length
  const first = await receive()
  expect(await call('media.fetch', first)).toMatchObject({ kind: 'ready' })
  expect(asked()).toBe(1)
  await store.write('settings.update', { media: 'never' })
  expect(await call('media.fetch', first)).toMatchObject({ kind: 'ready' })
  const second = await receive()
  await expect(call('media.fetch', second)).rejects.toMatchObject({ code: 'mediaOff' })
  expect(await picture()).toBeNull()
  expect(await call('media.state', second)).toEqual({ kind: 'absent' })
  expect(asked()).toBe(1)

  await store.write('settings.update', { media: 'whenOpened' })
  const third = await receive()
  expect(await call('media.state', third)).toEqual({ kind: 'absent' })
  expect(await call('media.fetch', third)).toMatchObject({ kind: 'ready' })
  expect(await picture()).toMatchObject({ mimeType: 'image/jpeg' })
})

it('keeps to the limits of a file and of the cache', async () => {
  const { store, receive, call, dataDir, media, content, instance } = await open()
  await store.write('settings.update', { mediaFileLimit: 1_000_000 })
  const image = (fill: number, size: number) =>
    Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(size, fill)])
  const large = await receive({ bytes: image(1, 1_100_000), mimeType: 'image/png' })
  expect(await call('media.fetch', large)).toMatchObject({ kind: 'failed', code: 'fileTooLarge' })
  await store.write('settings.update', { mediaFileLimit: 20_000_000, mediaCacheLimit: 10_000_000 })
  const first = await receive({ bytes: image(2, 6_000_000), mimeType: 'image/png' })
  await call('media.fetch', first)
  expect((await content(first.chat)).file.kind).toBe('ready')
  const second = await receive({ bytes: image(3, 6_000_000), mimeType: 'image/png' })
  expect(await call('media.fetch', second)).toMatchObject({ kind: 'ready' })
  expect(await call('media.state', first)).toEqual({ kind: 'absent' })
  const stored = () => readdirSync(join(dataDir, 'media')).filter((name) => name.startsWith('f'))
  expect(stored()).toHaveLength(1)
  const ofNoMessage = await store.read('media.source', await receive({ bytes: image(4, 6_000_000) }))
  expect(await media.fetchFile(instance, ofNoMessage.downloadUrl)).toMatchObject({ kind: 'ready' })
  expect(stored()).toHaveLength(1)
  await media.clear()
  expect(stored()).toHaveLength(0)
  expect(await call('media.state', second)).toEqual({ kind: 'absent' })
})

it('makes room by the file that was looked at longest ago', async () => {
  const { store, receive, call, media } = await open()
  await store.write('settings.update', { mediaFileLimit: 20_000_000, mediaCacheLimit: 10_000_000 })
  const fetchImage = async (fill: number) => {
    const bytes = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(4_500_000, fill)])
    const image = await receive({ bytes, mimeType: 'image/png' })
    const state = await call('media.fetch', image)
    if (state.kind !== 'ready') throw new Error(JSON.stringify(state))
    return { image, ref: state.ref }
  }
  const first = await fetchImage(1)
  const second = await fetchImage(2)
  expect(await media.open(first.ref)).toBeDefined()
  const third = await fetchImage(3)
  const states = await Promise.all([first, second, third].map(({ image }) => call('media.state', image)))
  expect(states.map(({ kind }) => kind)).toEqual(['ready', 'absent', 'ready'])
})

it('serves nothing but what it keeps', async () => {
  const { media } = await open()
  for (const ref of ['', '..', 'f', '../switchboard.db', `f${'0'.repeat(40)}`, `t${'0'.repeat(40)}`]) {
    expect(await media.open(ref)).toBeUndefined()
  }
})

it('leaves no file of a message that was erased while it was fetched', async () => {
  const { emulator, person, load, call, store, instance, dataDir, waitFor } = await open()
  const big = emulator.media.add({
    fileName: 'a.bin',
    mimeType: 'application/pdf',
    bytes: Buffer.alloc(3_000_000, 'x'),
  })
  person.sendsDocument({ media: big, notify: false })
  const { messages } = await load(person.chatId)
  const message = messages[0] ?? (0 as never)
  // The erasing goes before the row of the file, which the download asks for when all bytes are here.
  const write = store.write.bind(store)
  let erased: Promise<unknown> = Promise.resolve()
  store.write = ((name: never, ...rest: never[]) => {
    if (name === 'media.storeFile') erased = write('accounts.detach', { key: instance, erase: true })
    return erased.then(async () => {
      if (name === 'media.storeFile') while ((await write('erasing.some', undefined)).copies === null);
      return (write as (...all: never[]) => Promise<never>)(name, ...rest)
    })
  }) as never
  await expect(call('media.fetch', { message })).rejects.toThrow('notFound')
  await waitFor('no file is left', () => readdirSync(join(dataDir, 'media')).every((name) => !name.startsWith('f')))
})
