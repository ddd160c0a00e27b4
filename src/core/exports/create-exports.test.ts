import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { anyEvent } from '../../contract/journal.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { startTestCore } from '../testing/start-test-core.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { anything } from '../inspection/tx/outgoing-filter.ts'

const token = 'exports-secret-token-0123456789'
const hostile = "<script>alert(1)</script>\"onload='x' =1+1 \u202egnp.exe"

async function open() {
  const emulator = createEmulator({ limits: 'off' })
  const apiUrl = await emulator.start()
  const service = emulator.addInstance({ idInstance: '1101000001', token })
  const person = service.person('79990001122', { name: hostile })
  const dir = createTempDir()
  const running = await startTestCore({ dataDir: dir.path })
  onTestFinished(async () => {
    await running.core.stop()
    await emulator.stop()
    dir[Symbol.dispose]()
  })
  const add = {
    apiUrl,
    idInstance: '1101000001',
    token,
    family: 'v3',
    name: 'Shop',
    colour: 'teal',
    mode: 'full',
    storeToken: true,
  } as const
  const { instance } = await running.call('instances.add', add)
  const read = async (file: { readonly id: string }) => {
    const served = await running.core.openFile(file.id)
    if (served === undefined) throw new Error('no file')
    return readFileSync(served.path, 'utf8')
  }
  const fill = async () => {
    // Within one second the order is the ids', which says nothing here.
    const now = Date.now()
    person.says('=HYPERLINK("https://evil.example") see https://ok.example/?a=1&b=2', { at: now - 9000 })
    person.sendsImage({ caption: hostile, at: now - 6000 })
    const written = person.says('the last one', { at: now - 3000 })
    const list = { scope: instance, filter: 'all', offset: 0, limit: 10 } as const
    const page = await running.until('chats.list', list, ({ rows }) => rows[0]?.preview?.text === 'the last one')
    const chat = page.rows[0]?.key ?? (0 as never)
    const { message } = await running.call('messages.send', { chat, text: '=1+1 from here' })
    await running.until('messages.details', { message }, (details) =>
      ['sent', 'delivered', 'read'].includes(details.message.status?.kind ?? ''),
    )
    return { chat, message, written }
  }
  return { emulator, service, person, instance, read, fill, dir, add, ...running }
}

it('writes a chat as JSON, CSV and a page in which nothing runs', async () => {
  const { fill, call, read } = await open()
  const { chat, message } = await fill()
  const json = await call('export.chat', { chat, format: 'json', messages: null })
  expect(json).toMatchObject({ rows: 4, mimeType: 'application/json' })
  const parsed = JSON.parse(await read(json))
  expect(parsed.messages.map((one: { direction: string }) => one.direction)).toEqual([
    'incoming',
    'incoming',
    'incoming',
    'outgoing',
  ])
  // All data: the link of a file, and what the service said itself.
  expect(parsed.messages[1]).toMatchObject({
    content: { kind: 'image', caption: hostile },
    downloadUrl: expect.stringMatching(/^http/),
    raw: expect.stringContaining('"downloadUrl"'),
  })
  expect(JSON.parse(parsed.messages[1].raw)).toMatchObject({ idMessage: parsed.messages[1].idMessage })
  expect(parsed.messages[2]).toMatchObject({ downloadUrl: null, raw: expect.stringContaining('the last one') })
  const one = await call('export.chat', { chat, format: 'json', messages: [message] })
  expect(JSON.parse(await read(one)).messages).toHaveLength(1)

  const csv = await read(await call('export.chat', { chat, format: 'csv', messages: null }))
  expect(csv.startsWith('\ufeff')).toBe(true)
  expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"")`)
  expect(csv).toContain("'=1+1 from here")
  // The service makes names up for what is no document: that is no name for a person.
  const madeUp: string[] = parsed.messages.flatMap(({ content }: { content: { kind: string; fileName?: string } }) =>
    content.kind !== 'document' && content.fileName ? [content.fileName] : [],
  )
  expect(madeUp).toHaveLength(1)
  for (const name of madeUp) expect(csv).not.toContain(name)

  const page = await call('export.chat', { chat, format: 'html', messages: null })
  const html = await read(page)
  expect(page.fileName).toMatch(/\.html$/)
  expect(page.fileName).not.toMatch(/[<>"/\\|?*:]/)
  expect(html).not.toContain('<script')
  expect(html).not.toContain('\u202e')
  expect(html).toContain("default-src 'none'")
  expect(html).toContain('href="https://ok.example/?a=1&#38;b=2"')
  expect(html).toMatch(/src="data:image\/jpeg;base64,/)
})

it('writes nothing of a message that its sender deleted, but that there was one', async () => {
  const { fill, call, until, read, person, instance } = await open()
  const { chat, written } = await fill()
  const file = person.sendsDocument({ fileName: 'secret.pdf', caption: 'a secret file' })
  const list = { scope: instance, filter: 'all', offset: 0, limit: 10 } as const
  await until('chats.list', list, ({ rows }) => rows[0]?.preview?.kind === 'document')
  person.deletes(written)
  person.deletes(file)
  await until('chats.list', list, ({ rows }) => rows[0]?.preview?.deleted === true)
  for (const format of ['csv', 'html'] as const) {
    const text = await read(await call('export.chat', { chat, format, messages: null }))
    for (const gone of ['the last one', 'a secret file', 'secret.pdf']) expect(text, format).not.toContain(gone)
  }
})

it('writes outgoing messages with their timelines, requests as HAR, an event and the support bundle; no file holds the token', async () => {
  const { fill, call, read, until, instance, service, add, emulator, dir } = await open()
  // Errors of the field repeat the path, and with it the token (service 10.7).
  const echo = { statusCode: 400, path: `/v3/waInstance1101000001/getMessage/${token}`, message: `no ${token}` }
  emulator.fault({ kind: 'refuse', status: 400, body: JSON.stringify(echo) }, { operation: 'getChatHistory', count: 1 })
  const { chat } = await fill()
  await call('history.refresh', { chat }).catch(() => undefined)
  await until('requests.errors', { scope: instance, minutes: 5 }, (groups) => groups.length > 0)
  service.notify('somethingNew', { detail: 'x' })
  const csv = await read(await call('export.outgoing', { filter: anything, format: 'csv', withStatuses: true }))
  expect(csv.split('\r\n')[1]).toMatch(/'=1\+1 from here.*accepted/)
  const rows = JSON.parse(
    await read(await call('export.outgoing', { filter: anything, format: 'json', withStatuses: true })),
  )
  expect(rows).toHaveLength(1)
  expect(rows[0].observations.length).toBeGreaterThan(1)

  const har = JSON.parse(await read(await call('export.requests', { scope: instance })))
  const urls: string[] = har.log.entries.map((entry: { request: { url: string } }) => entry.request.url)
  expect(urls).toContain(`${add.apiUrl}/v3/waInstance1101000001/sendMessage/API_TOKEN`)

  const events = { ...anyEvent, before: null, upTo: null, limit: 50 }
  const { rows: listed } = await call('journal.list', events)
  const event = await read(await call('export.event', { event: listed[0]?.key ?? (0 as never) }))
  expect(JSON.parse(event).body).toHaveProperty('typeWebhook')

  const bundle = await call('diagnostics.bundle', {})
  expect(bundle.text).toContain('sendMessage 200 ok')
  expect(bundle.text).not.toContain('1101000001')
  expect(bundle.text).not.toContain('the last one')
  expect(await read(bundle.file)).toBe(bundle.text)

  const archive = await read(await call('export.archive', { instance: null }))
  const chats = await Promise.all(
    (['json', 'csv', 'html'] as const).map(async (format) =>
      read(await call('export.chat', { chat, format, messages: null })),
    ),
  )
  const everything = [csv, JSON.stringify(rows), JSON.stringify(har), event, bundle.text, archive, ...chats]
  for (const text of everything) expect(text).not.toContain(token)
  expect(JSON.stringify(har)).toContain('getMessage/')
  // What is on the disk: exports, logs, the archive, the request log.
  const files = readdirSync(dir.path, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['switchboard.log', 'requests.db']))
  const holding = files.filter(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1').includes(token))
  expect(holding.map(({ name }) => name)).toEqual([])
})

it('takes an archive out and in again, on a fresh start, twice, without a difference', async () => {
  const { fill, call, read, person, until } = await open()
  const { written, chat } = await fill()
  person.edits(written, 'the last one, edited')
  person.reacts(written, '👍')
  const edited = (window: { rows: readonly { readonly edited: boolean; readonly reactions: readonly unknown[] }[] }) =>
    window.rows.some((row) => row.edited && row.reactions.length === 1)
  const windowInput = { chat, anchor: { kind: 'newest' }, before: 50, after: 0 } as const
  const own = (await until('messages.window', windowInput, edited)).rows.findLast(
    ({ direction }) => direction === 'outgoing',
  )
  await call('messages.edit', { message: own?.key ?? (0 as never), text: 'changed here' })
  const before = await call('messages.window', windowInput)
  expect(before.rows.some(({ content }) => content.kind === 'text' && content.text === 'changed here')).toBe(true)
  const urgent = await call('labels.save', { name: 'Urgent', hue: 4 })
  await call('labels.set', { chat, label: urgent.key, on: true })
  await call('notes.add', { chat, text: 'Wants the green one' })
  const notesBefore = await call('notes.list', { chat })
  const text = await read(await call('export.archive', { instance: null }))

  const dir = createTempDir()
  const other = await startTestCore({ dataDir: dir.path })
  onTestFinished(async () => {
    await other.core.stop()
    dir[Symbol.dispose]()
  })
  const first = await other.call('import.archive', { id: null, text, isLast: true })
  expect(first).toMatchObject({ messages: 5, chats: 1, skipped: 0 })
  expect(await other.call('import.archive', { id: null, text, isLast: true })).toMatchObject({
    messages: 0,
    skipped: 0,
  })
  await expect(other.call('import.archive', { id: null, text: '{"hello":1}', isLast: true })).rejects.toMatchObject({
    code: 'badInput',
  })
  const broken = `${text}not json\n{"kind":"message"}\n`
  expect(await other.call('import.archive', { id: null, text: broken, isLast: true })).toMatchObject({
    messages: 0,
    skipped: 2,
  })

  const added = await other.call('instances.add', {
    apiUrl: 'https://elsewhere.example',
    idInstance: '1101000001',
    token: 'another-token-000000',
    family: 'v3',
    name: 'Again',
    colour: 'rose',
    mode: 'full',
    storeToken: false,
  })
  expect(added.reattached).toBe(true)
  const { rows } = await other.call('chats.list', { scope: added.instance, filter: 'all', offset: 0, limit: 10 })
  const after = await other.call('messages.window', { ...windowInput, chat: rows[0]?.key ?? (0 as never) })
  const plain = (window: typeof after) =>
    window.rows.map(({ idMessage, at, direction, content, edited: isEdited, reactions, sender }) => ({
      idMessage,
      at,
      direction,
      content,
      isEdited,
      reactions: reactions.map(({ emoji, count }) => [emoji, count]),
      sender: direction === 'incoming' ? sender.name : '',
    }))
  expect(plain(after)).toEqual(plain(before))
  const withoutKeys = (notes: typeof notesBefore) =>
    notes.map(({ id, text, at, editedAt }) => ({ id, text, at, editedAt }))
  const notesAfter = await other.call('notes.list', { chat: rows[0]?.key ?? (0 as never) })
  expect(withoutKeys(notesAfter)).toEqual(withoutKeys(notesBefore))
  expect(notesAfter).toHaveLength(1)
  const labels = await other.call('labels.list', {})
  expect(labels).toMatchObject([{ name: 'Urgent', hue: 4, chats: 1 }])
  expect(rows[0]?.labels).toEqual([labels[0]?.key])
})

it('reads an archive in pieces that are cut anywhere, in lines and letters', async () => {
  const archive = [
    { format: 'switchboard-archive', formatVersion: 1, version: '1', exportedAt: 1 },
    { kind: 'instance', idInstance: '1101000009', apiUrl: 'https://api.example', family: 'v3', name: 'Другой' },
    ...Array.from({ length: 450 }, (_, index) => ({
      kind: 'message',
      chatId: '79990001122@c.us',
      idMessage: `MESSAGE${index}`,
      source: 'getChatHistory',
      seenAt: 1_790_000_000_000,
      raw: JSON.stringify({
        type: 'incoming',
        idMessage: `MESSAGE${index}`,
        timestamp: 1_790_000_000 + index,
        typeMessage: 'textMessage',
        chatId: '79990001122@c.us',
        textMessage: `Заказ ${index}`,
      }),
    })),
  ]
  const text = archive.map((line) => JSON.stringify(line)).join('\n')
  const core = await startTestCore({ started: false })
  onTestFinished(() => core.stop())
  let id: string | null = null
  let done: Awaited<ReturnType<typeof give>> | null = null
  const give = (piece: string, isLast: boolean) => core.call('import.archive', { id, text: piece, isLast })
  for (let from = 0; from < text.length; from += 7777) {
    done = await give(text.slice(from, from + 7777), from + 7777 >= text.length)
    ;({ id } = done)
  }
  expect(done).toMatchObject({ messages: 450, chats: 1, skipped: 0 })
  await expect(give('', true)).rejects.toMatchObject({ code: 'notFound' })
  id = null
  // One that says it goes on for ever costs itself alone.
  const endless = await give(`${text.split('\n', 2).join('\n')}\n${'x'.repeat(12_000_000)}`, false)
  ;({ id } = endless)
  expect(await give(`still\n${text.split('\n')[2]}`, true)).toMatchObject({ messages: 0, skipped: 1 })
})
