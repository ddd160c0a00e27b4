import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Http } from '../../api/http.ts'
import type { ChatKey, MessageKey } from '../../contract/ids.ts'
import type { OutgoingFile } from '../../contract/uploads.ts'
import { StoreError } from '../store/store-error.ts'
import { anna, boris, createLine, hour, useSendingHarness } from '../testing/sending-harness.ts'

const start = useSendingHarness()
type World = Awaited<ReturnType<typeof start>>

const plain = (upload: string) => ({ upload, caption: '', asFile: false })

async function sendFiles(
  world: World,
  chat: ChatKey,
  names: readonly string[],
  text = '',
): Promise<readonly MessageKey[]> {
  const uploads = await world.attach(
    chat,
    names.map((name) => ({ name })),
  )
  const { messages } = await world.app().call('messages.sendFiles', { chat, files: uploads.map(plain), text })
  return messages
}

/**
 * The service has the upload and delays its answer: the delay is counted from here on, and nothing may wait for the
 * time before it is moved.
 */
async function uploading(world: World, message: MessageKey) {
  await world.emulator.until({ kind: 'fault', fault: 'delay', idInstance: world.account.idInstance })
  return world.app().waitFor('it is under way', async () => world.app().call('uploads.progress', { message }))
}

const sentThere = (world: World) =>
  world.account.sends.map(({ content }) =>
    content.kind === 'file' ? `${content.as} ${content.fileName} ${content.caption}`.trim() : content.kind,
  )

const file = async (world: World, message: MessageKey) => {
  const { content } = (await world.app().call('messages.details', { message })).message
  if (!('file' in content)) throw new Error('It is no file.')
  return content
}

describe('a file', () => {
  it('waits in the composer over a restart, goes once, is shown from this disk, and is followed until it was read', async () => {
    const world = await start()
    const chat = await world.chat(anna)
    const [upload = ''] = await world.attach(chat, [{ name: 'chair.png' }])
    await world.app().call('uploads.arrange', { chat, files: [{ upload, caption: 'Today', asFile: false }] })
    await world.crash()
    await world.restart()
    const [waiting] = await world.app().call('uploads.tray', { chat })
    expect(waiting).toMatchObject({ upload, name: 'chair.png', bytes: 5, kind: 'image', caption: 'Today' })
    expect(waiting?.ref).not.toBeNull()
    const { messages } = await world
      .app()
      .call('messages.sendFiles', { chat, files: [{ upload, caption: 'Today', asFile: false }], text: '' })
    await world.time.settle()
    const [message = 0 as MessageKey] = messages
    expect(await file(world, message)).toMatchObject({ kind: 'image', file: { kind: 'ready', ref: waiting?.ref } })
    await world.becomesInTime(message, 'read')
    expect(sentThere(world)).toEqual(['image chair.png Today'])
    expect(await world.app().call('uploads.tray', { chat })).toEqual([])
    expect((await world.app().call('storage.usage', {})).spoolBytes).toBe(0)
    expect(await file(world, message)).toMatchObject({ file: { kind: 'ready' } })
  })

  it('goes in its place among others and the text, each a message of its own', async () => {
    const world = await start()
    const chat = await world.chat(anna)
    await world.begin(chat, 'before')
    const messages = await sendFiles(world, chat, ['one.pdf', 'two.png'], 'the text')
    expect(messages).toHaveLength(3)
    await world.becomesInTime(await world.begin(chat, 'after'), 'read')
    expect(sentThere(world)).toEqual(['text', 'document one.pdf', 'image two.png', 'text', 'text'])
  })

  it('holds what was written after it while it is on its way, and other chats not at all', async () => {
    const world = await start()
    world.fault({ kind: 'delay', ms: 5_000 }, 1, 'uploadFile')
    const sent = await sendFiles(world, await world.chat(anna), ['one.pdf'], 'with it')
    const [message = 0 as MessageKey, text = 0 as MessageKey] = sent
    const other = await world.begin(await world.chat(boris), 'elsewhere')
    await world.becomes(other, 'accepted')
    expect(await uploading(world, message)).toMatchObject({ total: 5 })
    expect(await world.status(message)).toMatchObject({ kind: 'queued' })
    world.emulator.clock.advance(5_000)
    await world.becomes(message, 'accepted')
    await world.becomes(text, 'accepted')
    expect(sentThere(world)).toEqual(['text', 'document one.pdf', 'text'])
    expect(await world.app().call('uploads.progress', { message })).toBeNull()
  })

  it('goes as a file where the person wants it so, and without a caption where the family has none', async () => {
    const world = await start()
    const chat = await world.chat(anna)
    const [picture = '', paper = ''] = await world.attach(chat, [{ name: 'chair.png' }, { name: 'list.pdf' }])
    const { messages } = await world.app().call('messages.sendFiles', {
      chat,
      files: [
        { upload: picture, caption: 'Chair', asFile: true },
        { upload: paper, caption: 'List', asFile: false },
      ],
      text: '',
    })
    await world.becomesInTime(messages.at(-1) ?? (0 as MessageKey), 'read')
    expect(sentThere(world)).toEqual(['document chair.png.bin', 'document list.pdf'])
  })

  it.for<[string, string, Partial<OutgoingFile>, string, readonly string[]]>([
    ['beside a picture is its caption', 'one.png', {}, 'The chair', ['image one.png The chair']],
    ['goes after a picture with a caption of its own', 'one.png', { caption: 'A' }, 'B', ['image one.png A', 'text']],
    ['that is too long for a caption goes after', 'one.png', {}, 'x'.repeat(4001), ['image one.png', 'text']],
    ['goes after a kind without captions', 'one.pdf', {}, 'The price', ['document one.pdf', 'text']],
    ['goes after a picture that goes as a file', 'one.png', { asFile: true }, 'C', ['document one.png.bin', 'text']],
  ])('and a text %s, once, and the draft is empty', async ([, name, file, text, sent]) => {
    const world = await start()
    const chat = await world.chat(anna)
    const [upload = ''] = await world.attach(chat, [{ name }])
    await world.app().call('chats.saveDraft', { chat, text })
    const input = { chat, files: [{ ...plain(upload), ...file }], text, sendId: `beside ${text}` }
    const first = await world.app().call('messages.sendFiles', input)
    expect(await world.app().call('messages.sendFiles', input)).toEqual(first)
    await world.becomesInTime(first.messages.at(-1) ?? (0 as MessageKey), 'read')
    expect(sentThere(world)).toEqual(sent)
    expect((await world.app().call('chats.details', { chat })).draftText).toBe('')
  })

  it('is one message, however often its send is told', async () => {
    const world = await start()
    const chat = await world.chat(anna)
    const files = (await world.attach(chat, [{ name: 'one.pdf' }])).map(plain)
    const input = { chat, files, text: 'and this', sendId: 'told twice' }
    const first = await world.app().call('messages.sendFiles', input)
    expect(await world.app().call('messages.sendFiles', input)).toEqual(first)
    await world.becomesInTime(first.messages.at(-1) ?? (0 as MessageKey), 'read')
    expect(sentThere(world)).toEqual(['document one.pdf', 'text'])
  })

  it('takes its text out of the draft once, and nothing that another window wrote there', async () => {
    const world = await start()
    const chat = await world.chat(anna)
    const { call } = world.app()
    const draft = async () => (await call('chats.details', { chat })).draftText
    const files = (await world.attach(chat, [{ name: 'one.pdf' }])).map(plain)
    const input = { chat, files, text: 'Here', sendId: 'told again' }
    await call('chats.saveDraft', { chat, text: 'Here' })
    await call('messages.sendFiles', input)
    expect(await draft()).toBe('')
    await call('chats.saveDraft', { chat, text: 'Here too' })
    await call('messages.sendFiles', input)
    expect(await draft()).toBe('Here too')
    const more = (await world.attach(chat, [{ name: 'two.pdf' }])).map(plain)
    await call('messages.sendFiles', { chat, files: more, text: '', sendId: 'without a text' })
    expect(await draft()).toBe('Here too')
  })

  it('answers what it quotes, with its caption; of several beside a text the text does', async () => {
    const world = await start()
    const chat = await world.chat(anna)
    const written = world.account.person('79990001122', { name: 'Anna' }).says('Which one?')
    const found = await world.app().call('messages.fetch', { chat, idMessage: written.id })
    const quote = found.kind === 'found' ? found.message : null
    const [one = '', two = ''] = await world.attach(chat, [{ name: 'one.png' }, { name: 'two.png' }])
    await world.app().call('messages.sendFiles', { chat, files: [plain(one)], text: '', quote })
    const { messages } = await world
      .app()
      .call('messages.sendFiles', { chat, files: [plain(two)], text: 'This one', quote })
    await world.becomesInTime(messages.at(-1) ?? (0 as MessageKey), 'read')
    const [both = '', more = ''] = await world.attach(chat, [{ name: 'three.png' }, { name: 'four.png' }])
    const files = [plain(both), plain(more)]
    const beside = await world.app().call('messages.sendFiles', { chat, files, text: 'These', quote })
    await world.becomesInTime(beside.messages.at(-1) ?? (0 as MessageKey), 'read')
    const quoted = world.account.sends.map(({ quotes }) => quotes?.id ?? null)
    expect(quoted).toEqual([written.id, written.id, null, null, written.id])
  })
})

it('goes to the media address that the person set, and its message to the API', async () => {
  const asked: string[] = []
  const wrap = (http: Http): Http => ({
    request(request) {
      const url = new URL(request.url)
      if (/uploadFile|sendFileByUrl/.test(url.pathname)) asked.push(`${url.hostname} ${url.pathname.split('/')[3]}`)
      return http.request(request)
    },
  })
  const world = await start({ wrap })
  const [summary] = (await world.app().call('instances.list', {})).filter(({ key }) => key === world.instance)
  expect(summary).toMatchObject({ mediaUrl: '', defaultMediaUrl: summary?.apiUrl })
  const { port } = new URL(summary?.apiUrl ?? '')
  const edit = (mediaUrl: string) => world.app().call('instances.edit', { instance: world.instance, mediaUrl })
  await expect(edit('ftp://files')).rejects.toMatchObject({ data: { code: 'urlInvalid' } })
  await edit(`http://localhost:${port}/`)
  // The instances of these tests have their tokens from no vault, which would give this one for the new address.
  await world.setToken()
  const [message = 0 as MessageKey] = await sendFiles(world, await world.chat(anna), ['one.pdf'])
  await world.becomes(message, 'accepted')
  expect(asked).toEqual(['localhost uploadFile', '127.0.0.1 sendFileByUrl'])
})

describe('what can go wrong on the way', () => {
  it('an upload that breaks off is made again by itself, and the file is sent once', async () => {
    const world = await start()
    world.fault({ kind: 'reset-after' }, 2, 'uploadFile')
    const [message = 0 as MessageKey] = await sendFiles(world, await world.chat(anna), ['one.pdf'])
    await world.app().waitFor('the upload broke off', async () => {
      const status = await world.status(message)
      return status?.kind === 'queued' && status.waitReason?.kind === 'uploadStalled'
    })
    await world.becomesInTime(message, 'read')
    expect(sentThere(world)).toEqual(['document one.pdf'])
    expect(world.requests('uploadFile')).toBe(3)
  })

  it('an upload that a proxy does not let through is made again by itself, as a text is', async () => {
    let refused = 0
    const wrap = (http: Http): Http => ({
      request(request) {
        if (!request.url.includes('/uploadFile/') || refused > 0) return http.request(request)
        refused += 1
        // What undici says of a 502 to CONNECT.
        return Promise.resolve({ kind: 'failure', reason: 'aborted', mayHaveLeft: false, bytesIn: 0, bytesOut: 0 })
      },
    })
    const world = await start({ wrap })
    const [message = 0 as MessageKey] = await sendFiles(world, await world.chat(anna), ['one.pdf'])
    await world.becomesInTime(message, 'read')
    expect([refused, world.requests('uploadFile')]).toEqual([1, 1])
  })

  it('an answer to the send that got lost is found by the link, without caption or text, and not sent again', async () => {
    const world = await start()
    const chat = await world.chat(anna)
    world.fault({ kind: 'reset-after' }, 1, 'sendFileByUrl')
    const [first = 0 as MessageKey] = await sendFiles(world, chat, ['one.pdf'])
    await world.becomes(first, 'uncertain')
    await world.becomesInTime(first, 'read')
    expect(sentThere(world)).toEqual(['document one.pdf'])
  })

  it('a file that the service refuses fails with its words, and goes when it is tried again', async () => {
    const world = await start()
    world.fault({ kind: 'refuse', status: 413, body: '{"message":"too much for us"}' }, 1, 'uploadFile')
    const sent = await sendFiles(world, await world.chat(anna), ['one.pdf'], 'goes on')
    const [message = 0 as MessageKey, text = 0 as MessageKey] = sent
    await world.becomes(message, 'failed')
    expect(await world.status(message)).toMatchObject({ text: expect.stringContaining('too much') })
    await world.becomesInTime(text, 'read')
    expect(sentThere(world)).toEqual(['text'])
    await world.app().call('messages.retry', { messages: [message] })
    await world.becomesInTime(message, 'read')
    expect(sentThere(world)).toEqual(['text', 'document one.pdf'])
  })

  it('begins anew after a crash in the middle of an upload', async () => {
    const world = await start()
    world.fault({ kind: 'delay', ms: hour }, 1, 'uploadFile')
    const [message = 0 as MessageKey] = await sendFiles(world, await world.chat(anna), ['one.pdf'])
    await uploading(world, message)
    await world.crash()
    world.emulator.clock.advance(hour)
    await world.restart()
    await world.becomes(message, 'accepted')
    await world.becomesInTime(message, 'read')
    expect(sentThere(world)).toEqual(['document one.pdf'])
  })

  it('goes by itself after the store refused to say once which files wait', async () => {
    const world = await start()
    await world.crash()
    let refusals = 0
    await world.restart((store) => ({
      ...store,
      read(name, input, options) {
        if (name !== 'uploads.due' || refusals > 0) return store.read(name, input, options)
        refusals += 1
        return Promise.reject(new StoreError('failing', 'disk I/O error'))
      },
    }))
    const [message = 0 as MessageKey] = await sendFiles(world, await world.chat(anna), ['one.pdf'])
    await world.app().waitFor('the store refused', () => refusals === 1)
    await world.becomesInTime(message, 'read')
    expect(sentThere(world)).toEqual(['document one.pdf'])
  })

  it('is uploaded once, though what waits was read before its upload ended', async () => {
    const world = await start()
    await world.crash()
    let answers: Promise<void> | undefined
    const asked = Promise.withResolvers<void>()
    await world.restart((store) => ({
      ...store,
      async read(name, input, options) {
        const answer = await store.read(name, input, options)
        if (name === 'uploads.due' && answers !== undefined) {
          asked.resolve()
          await answers
        }
        return answer
      },
    }))
    world.fault({ kind: 'delay', ms: hour }, 1, 'uploadFile')
    const [first = 0 as MessageKey] = await sendFiles(world, await world.chat(anna), ['one.pdf'])
    await uploading(world, first)
    const late = Promise.withResolvers<void>()
    answers = late.promise
    await sendFiles(world, await world.chat(boris), ['two.pdf'])
    await asked.promise
    world.emulator.clock.advance(hour)
    const progress = () => world.app().call('uploads.progress', { message: first })
    await world.app().waitFor('its upload ended', async () => (await progress()) === null)
    answers = undefined
    late.resolve()
    await world.becomesInTime(first, 'read')
    expect(sentThere(world)).toEqual(['document one.pdf', 'document two.pdf'])
    expect(world.requests('uploadFile')).toBe(2)
  })

  it('waits for the connection, and goes by itself', async () => {
    const line = createLine()
    const world = await start({ wrap: line.wrap })
    const chat = await world.chat(anna)
    line.cut(true)
    const [message = 0 as MessageKey] = await sendFiles(world, chat, ['one.pdf'])
    await world.time.settle()
    expect(await world.kind(message)).toBe('queued')
    line.cut(false)
    await world.becomesInTime(message, 'read')
    expect(sentThere(world)).toEqual(['document one.pdf'])
  })

  it('goes with the message itself where the service keeps no files, and is never sent twice there', async () => {
    const world = await start({ behaviour: { optionalOperations: ['sendFileByUpload', 'showMessagesQueue'] } })
    const chat = await world.chat(anna)
    const [first = 0 as MessageKey] = await sendFiles(world, chat, ['one.pdf'])
    await world.becomes(first, 'accepted')
    await world.becomesInTime(first, 'read')
    world.fault({ kind: 'reset-after' }, 1, 'sendFileByUpload')
    const [second = 0 as MessageKey] = await sendFiles(world, chat, ['two.pdf'])
    await world.becomes(second, 'uncertain')
    // The service shows the name of a document, and makes up those of other files.
    await world.becomesInTime(second, 'read')
    world.fault({ kind: 'reset-after' }, 1, 'sendFileByUpload')
    const [picture = 0 as MessageKey] = await sendFiles(world, chat, ['three.png'])
    await world.becomes(picture, 'uncertain')
    await world.time.advance(hour)
    expect(await world.kind(picture)).toBe('uncertain')
    expect(sentThere(world)).toEqual(['document one.pdf', 'document two.pdf', 'image three.png'])
  })

  it('goes with the message itself where a page stands in the place of uploadFile, which is asked once', async () => {
    const world = await start()
    world.fault({ kind: 'refuse', status: 404, body: '<html>404 Not Found</html>' }, 5, 'uploadFile')
    const chat = await world.chat(anna)
    for (const name of ['one.pdf', 'two.png']) {
      const [message = 0 as MessageKey] = await sendFiles(world, chat, [name])
      await world.becomes(message, 'accepted')
    }
    expect(sentThere(world)).toEqual(['document one.pdf', 'image two.png'])
    expect(world.requests('uploadFile')).toBe(1)
  })

  it('fails where the service finds it too large together with its message', async () => {
    const world = await start({ behaviour: { optionalOperations: ['sendFileByUpload'] } })
    world.fault({ kind: 'refuse', status: 413 }, 1, 'sendFileByUpload')
    const [message = 0 as MessageKey] = await sendFiles(world, await world.chat(anna), ['one.pdf'])
    await world.becomes(message, 'failed')
    expect(await world.status(message)).toMatchObject({ reason: 'tooLarge', retriable: true })
  })

  it('says that the file is gone when it is, and goes on with what follows', async () => {
    const world = await start()
    const chat = await world.chat(anna)
    const uploads = await world.attach(chat, [{ name: 'one.pdf' }])
    const [row] = await world.app().call('uploads.tray', { chat })
    rmSync(join(world.app().dataDir, 'media', row?.ref ?? ''))
    const { messages } = await world
      .app()
      .call('messages.sendFiles', { chat, files: uploads.map(plain), text: 'goes on' })
    await world.becomesInTime(messages[1] ?? (0 as MessageKey), 'read')
    expect(await world.status(messages[0] ?? (0 as MessageKey))).toMatchObject({ kind: 'failed', reason: 'fileGone' })
    expect(sentThere(world)).toEqual(['text'])
  })

  it('is taken back while it waits: nothing of it is sent, and what follows goes', async () => {
    const world = await start()
    world.fault({ kind: 'delay', ms: hour }, 1, 'uploadFile')
    const sent = await sendFiles(world, await world.chat(anna), ['one.pdf'], 'goes on')
    const [message = 0 as MessageKey, text = 0 as MessageKey] = sent
    await uploading(world, message)
    await world.app().call('messages.cancel', { message })
    await world.becomes(text, 'accepted')
    expect(sentThere(world)).toEqual(['text'])
  })

  it('does not come to the service when it is deleted here meanwhile, and leaves its room', async () => {
    const world = await start()
    const { call } = world.app()
    // Tests before this one left files that wait.
    const room = async () => (await call('storage.usage', {})).spoolBytes
    const before = await room()
    world.fault({ kind: 'delay', ms: hour }, 1, 'uploadFile')
    const sent = await sendFiles(world, await world.chat(anna), ['deleted-here.pdf'], 'goes on')
    const [message = 0 as MessageKey, text = 0 as MessageKey] = sent
    await uploading(world, message)
    // A few bytes make no progress to tell of, and the window may have shown the message before.
    const change = { kind: 'media', message }
    expect(world.app().events).toContainEqual({ type: 'changed', change })
    expect(await room()).toBeGreaterThan(before)
    await call('messages.deleteLocally', { messages: [message] })
    await world.app().waitFor('it is given up', async () => (await call('uploads.progress', { message })) === null)
    await world.becomes(text, 'accepted')
    expect(await room()).toBe(before)
    await call('messages.restoreDeleted', { messages: [message] })
    await world.becomesInTime(message, 'read')
    expect(sentThere(world)).toEqual(['text', 'document deleted-here.pdf'])
  })

  it('goes again under the link that the service still keeps, without a second upload', async () => {
    const world = await start()
    world.fault({ kind: 'reset-before' }, 1, 'sendFileByUrl')
    const [lost = 0 as MessageKey] = await sendFiles(world, await world.chat(anna), ['one.pdf'])
    await world.becomes(lost, 'uncertain')
    const { message } = await world.app().call('messages.sendAgain', { message: lost })
    await world.becomesInTime(message, 'read')
    expect(sentThere(world)).toEqual(['document one.pdf'])
    expect(world.requests('uploadFile')).toBe(1)
    // It is shown from this disk, as the first one is.
    expect(await file(world, message)).toMatchObject({ file: { kind: 'ready' } })
  })
})
