import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { idInstance, rawRequest } from './testing/program-scene.ts'
import { startSendingPrograms } from './testing/sending-scene.ts'

const anna = '79990001122'

type Json = Readonly<Record<string, unknown>>

async function start() {
  const { account, scene, ...more } = await startSendingPrograms(['receiving', 'sending'])
  const asked = account.person(anna, { name: 'Anna' }).says('Is it ready?')
  await scene.app.untilApplied()
  const chat = await scene.app.waitFor('the message is here', async () => {
    const found = await scene.app.store.read('public.chats', {
      program: { scope: { instances: null, kinds: null, labels: null, groups: true } },
      ...{ instance: null, label: null, unread: false, archived: false, limit: 10 },
    })
    return found.items[0]?.chatId
  })
  const { key } = await scene.add('jsonl', { rights: ['see', 'send'] })
  const ask = async (method: string, address: string, body?: Json | string, headers: Record<string, string> = {}) => {
    const answer = await rawRequest(scene.port, address, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body),
    })
    return { status: answer.status, body: JSON.parse(answer.text) as Record<string, Record<string, unknown>> }
  }
  const hand = async (name: string, bytes: string) =>
    ask('POST', `/v1/uploads?name=${encodeURIComponent(name)}`, bytes, { 'content-type': 'application/pdf' })
  const send = (sendId: string, more: Json) =>
    ask('POST', '/v1/messages', { sendId, instanceId: idInstance, chatId: chat, ...more })
  const leaves = async (sent: Awaited<ReturnType<typeof send>>) => {
    const id = String(sent.body['message']?.['id'])
    return (await ask('GET', `/v1/messages/${id}?wait=30&until=accepted`)).body as unknown as Json
  }
  const files = () =>
    ['spool', 'media'].flatMap((folder) => {
      try {
        return readdirSync(path.join(scene.app.dataDir, folder)).filter((name) => name !== 'unfinished')
      } catch {
        return []
      }
    })
  return { ...more, account, scene, key, chat, ask, hand, send, leaves, files, asked }
}

test('each kind of content leaves once, whatever is repeated, and another content under its sendId is refused', async () => {
  const { account, hand, send, leaves, asked, chat } = await start()
  const uploaded = await hand('invoice 17.pdf', '%PDF-1.7 invoice')
  expect(uploaded).toMatchObject({ status: 200, body: { name: 'invoice 17.pdf', bytes: 16 } })
  const { uploadId } = uploaded.body
  const contents: readonly (readonly [content: Json, kind: string, other: Json])[] = [
    [{ kind: 'file', uploadId }, 'document', { asFile: true }],
    [{ kind: 'fileByUrl', url: 'https://files.example/a.png', name: 'a.png' }, 'image', { name: 'b.png' }],
    [{ kind: 'location', latitude: 55.75, longitude: 37.6 }, 'location', { latitude: 1 }],
    [{ kind: 'contact', chatId: anna, firstName: 'Anna' }, 'contacts', { firstName: 'Boris' }],
    [{ kind: 'poll', question: 'When?', options: ['Today', 'Later'] }, 'poll', { multiple: true }],
    [{ kind: 'forward', fromChatId: chat, serviceId: asked.id }, 'text', { serviceId: 'x'.repeat(20) }],
  ]
  for (const [index, [content, kind, other]] of contents.entries()) {
    const sendId = `content-${index}`
    const first = await send(sendId, { content, quotedServiceId: asked.id })
    expect(first, kind).toMatchObject({ status: 202, body: { message: { kind, quotedServiceId: asked.id } } })
    expect(await leaves(first), kind).toMatchObject({ serviceId: expect.any(String) as string })
    expect(await send(sendId, { content, quotedServiceId: asked.id })).toMatchObject({
      status: 200,
      body: { message: { id: first.body['message']?.['id'] } },
    })
    const changed = { content: { ...content, ...other }, quotedServiceId: asked.id }
    expect(await send(sendId, changed), kind).toMatchObject({ status: 422, body: { code: 'sendIdReused' } })
  }
  expect(account.sends.map(({ content }) => (content.kind === 'file' ? content.fileName : content.kind))).toEqual([
    'invoice 17.pdf',
    'a.png',
    'location',
    'contact',
    'poll',
    'text',
  ])
  // A message has taken the file; handed in once more it has the same name, and the same send is the same input.
  expect(await send('content-9', { content: contents[0]?.[0] })).toMatchObject({ body: { code: 'uploadUnknown' } })
  expect(await hand('invoice 17.pdf', '%PDF-1.7 invoice')).toMatchObject({ body: { uploadId } })
  const repeated = { content: contents[0]?.[0], quotedServiceId: asked.id }
  expect(await send('content-0', repeated)).toMatchObject({ status: 200 })
  expect(await leaves(await send('content-9', { content: contents[0]?.[0] }))).toMatchObject({ kind: 'document' })
  expect(account.sends).toHaveLength(7)
})

test('wrong contents are refused with a code each, and nothing is sent', async () => {
  const { account, send, hand, scene, asked, chat } = await start()
  const { uploadId } = (await hand('a.png', 'x')).body
  const other = await scene.add('jsonl', { rights: ['send'] })
  const poll = { kind: 'poll', question: 'When?', options: ['Today', 'Later'] }
  const wrong: readonly (readonly [more: Json, status: number, code: string])[] = [
    [{}, 400, 'textOrContent'],
    [{ text: 'x', content: poll }, 400, 'textOrContent'],
    [{ content: null }, 400, 'badRequest'],
    [{ content: 7 }, 400, 'badRequest'],
    [{ content: { kind: 'sticker' } }, 400, 'badRequest'],
    [{ content: { ...poll, more: 1 } }, 400, 'badRequest'],
    [{ content: { ...poll, options: ['One'] } }, 400, 'badRequest'],
    [{ content: { ...poll, options: ['One', 'One'] } }, 422, 'pollOptionsEqual'],
    [{ content: { ...poll, question: '\ud800' } }, 422, 'textBroken'],
    [{ content: { kind: 'contact', phone: '79990001122' } }, 422, 'contactNotPossible'],
    [{ content: { kind: 'fileByUrl', url: 'file:///etc/passwd', name: 'a.png' } }, 400, 'badRequest'],
    [{ content: { kind: 'file', uploadId, caption: 'x'.repeat(4001) } }, 400, 'badRequest'],
    [{ content: { kind: 'file', uploadId: '0'.repeat(32) } }, 422, 'uploadUnknown'],
    [{ content: { kind: 'location', latitude: 91, longitude: 0 } }, 400, 'badRequest'],
    [{ content: { kind: 'forward', fromChatId: chat, serviceId: 'x' } }, 422, 'forwardNotPossible'],
    [{ content: { kind: 'forward', fromChatId: '1', serviceId: asked.id } }, 422, 'forwardNotPossible'],
    [{ content: poll, quotedServiceId: 'x' }, 422, 'quoteNotPossible'],
  ]
  for (const [index, [more, status, code]] of wrong.entries())
    expect(await send(`wrong-content-${index}`, more), JSON.stringify(more)).toMatchObject({ status, body: { code } })
  // The upload is its program's alone, and still there for it.
  const stolen = await rawRequest(scene.port, '/v1/messages', {
    method: 'POST',
    headers: { authorization: `Bearer ${other.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ sendId: 'stolen-file', instanceId: idInstance, chatId: chat, content: { kind: 'file', uploadId } },
    }),
  })
  expect(stolen).toMatchObject({ status: 422, text: expect.stringContaining('uploadUnknown') as string })
  expect(account.sends).toEqual([])
  expect(await send('right-one', { content: { kind: 'file', uploadId } })).toMatchObject({ status: 202 })
})

test('a file of 101 MB, an empty one, and one that breaks off leave nothing on the disk', async () => {
  const { scene, key, hand, ask, files } = await start()
  const authorization = `Bearer ${key}`
  const large = async (chunked: boolean) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { authorization, ...(chunked ? {} : { 'content-length': '101000000' }) }
      const address = '/v1/uploads?name=large.bin'
      const asked = request({ port: scene.port, host: '127.0.0.1', path: address, method: 'POST', headers }, (answer) =>
        answer.resume().on('end', () => resolve(answer.statusCode)),
      )
      asked.on('error', reject)
      const piece = Buffer.alloc(1_000_000, 1)
      const pour = (left: number): void => {
        if (left === 0) return void asked.end()
        asked.write(piece, () => pour(left - 1))
      }
      pour(101)
    })
  expect(await large(false)).toBe(413)
  expect(await large(true)).toBe(413)
  expect(await hand('empty.txt', '')).toMatchObject({ status: 400 })
  expect(await ask('POST', '/v1/uploads', 'x')).toMatchObject({ status: 400, body: { code: 'badRequest' } })
  expect(await ask('POST', '/v1/uploads?name=', 'x')).toMatchObject({ status: 400 })
  expect(await ask('POST', '/v1/uploads?name=a&nam=b', 'x')).toMatchObject({ status: 400 })
  // Of what breaks off a part has come.
  await new Promise<void>((resolve) => {
    const head = `POST /v1/uploads?name=half.bin HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n`
    const socket = connect(scene.port, '127.0.0.1', () => {
      socket.write(`${head}Content-Length: 5000\r\n\r\n${'x'.repeat(1000)}`, () => socket.destroy())
    })
    socket.on('close', () => resolve())
  })
  await scene.app.waitFor('nothing stays', () => files().length === 0)
  expect(files()).toEqual([])
  expect(await hand('whole.txt', 'x')).toMatchObject({ status: 200 })
  expect(files()).toHaveLength(1)
})

test('a program that may only read hands nothing in', async () => {
  const { scene, files } = await start()
  const { key } = await scene.add('jsonl', { rights: ['see', 'draft'] })
  const headers = { authorization: `Bearer ${key}` }
  const answer = await rawRequest(scene.port, '/v1/uploads?name=a.txt', { method: 'POST', headers, body: 'x' })
  expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('rightMissing') as string })
  expect(files()).toEqual([])
})
