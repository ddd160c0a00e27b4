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
  const { fill, call, read, person } = await open()
  const { chat, message, written } = await fill()
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
  const ofPerson = new RegExp(`,incoming,.*,${person.chatId},text,the last one,.*,false,false,${written.id}\\r$`, 'm')
  expect(csv).toMatch(ofPerson)
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
  const picture = person.sendsImage({ caption: 'a secret picture' })
  const file = person.sendsDocument({ fileName: 'secret.pdf', caption: 'a secret file' })
  const list = { scope: instance, filter: 'all', offset: 0, limit: 10 } as const
  await until('chats.list', list, ({ rows }) => rows[0]?.preview?.kind === 'document')
  person.deletes(written)
  person.deletes(picture)
  person.deletes(file)
  await until('chats.list', list, ({ rows }) => rows[0]?.preview?.deleted === true)
  const texts = await Promise.all(
    (['csv', 'html'] as const).map(async (format) => read(await call('export.chat', { chat, format, messages: null }))),
  )
  for (const text of texts)
    for (const gone of ['the last one', 'a secret picture', 'a secret file', 'secret.pdf'])
      expect(text).not.toContain(gone)
  const [csv = '', html = ''] = texts
  expect(csv.match(/,false,true,\w+\r$/gm), 'deleted, and not edited').toHaveLength(3)
  expect(html.split('data:image/jpeg'), 'the other picture of the chat').toHaveLength(2)
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
  // The service says no time of what it accepted.
  expect(csv.split('\r\n')[1]).toMatch(/accepted\w* \w+ seen 20\d\d-/)
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

  const chats = await Promise.all(
    (['json', 'csv', 'html'] as const).map(async (format) =>
      read(await call('export.chat', { chat, format, messages: null })),
    ),
  )
  const everything = [csv, JSON.stringify(rows), JSON.stringify(har), event, bundle.text, ...chats]
  for (const text of everything) expect(text).not.toContain(token)
  expect(JSON.stringify(har)).toContain('getMessage/')
  // What is on the disk: exports, logs, the archive, the request log.
  const files = readdirSync(dir.path, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['switchboard.log', 'requests.db']))
  const holding = files.filter(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1').includes(token))
  expect(holding.map(({ name }) => name)).toEqual([])
})
