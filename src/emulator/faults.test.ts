import net from 'node:net'
import http from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEmulator, type Emulator } from './create-emulator.ts'
import { ask, asker, type Asker } from './testing/ask.ts'
import type { Instance } from './world/instance.ts'

let emulator: Emulator
let instance: Instance
let api: Asker

beforeEach(async () => {
  emulator = createEmulator({ seed: 7, limits: 'off' })
  await emulator.start()
  instance = emulator.addInstance({ idInstance: '1101000001', token: 'emulated0001c0ffee5eed' })
  api = asker(emulator, instance)
})

afterEach(() => emulator.stop())

const send = (text: string) => api.post('sendMessage', { chatId: '79990001122', message: text })
const sentTexts = () => instance.sends.map((message) => (message.content.kind === 'text' ? message.content.text : ''))

/** A request on a raw socket; resolves with everything that came and how the connection ended. */
const onSocket = (path: string): Promise<{ readonly text: string; readonly end: 'closed' | 'reset' }> =>
  new Promise((resolve) => {
    const { port } = new URL(emulator.url)
    const socket = net.connect(Number(port), '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: emulator\r\n\r\n`),
    )
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('error', () => resolve({ text, end: 'reset' }))
    socket.on('close', () => resolve({ text, end: 'closed' }))
  })

const path = (operation: string): string => `/v3/waInstance1101000001/${operation}/${instance.token}`

test('reset before processing: nothing was accepted, and the connection is reset', async () => {
  emulator.fault({ kind: 'reset-before' }, { operation: 'sendMessage', count: 1 })
  await expect(send('lost')).rejects.toThrow('fetch failed')
  expect(sentTexts()).toEqual([])
  expect((await send('kept')).status).toBe(200)
  emulator.fault({ kind: 'reset-before' }, { operation: 'getSettings', count: 1 })
  expect(await onSocket(path('getSettings'))).toEqual({ text: '', end: 'reset' })
})

test('reset after accepting: the message goes out although no answer came', async () => {
  emulator.fault({ kind: 'reset-after' }, { operation: 'sendMessage', count: 1 })
  await expect(send('accepted')).rejects.toThrow('fetch failed')
  expect(sentTexts()).toEqual(['accepted'])
})

test('a reused connection closes without an answer, after the message was accepted; a fresh one does not', async () => {
  emulator.fault({ kind: 'close-reused' }, { operation: 'sendMessage' })
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const post = (message: string): Promise<number | string> =>
    new Promise((resolve) => {
      const request = http.request(emulator.url + path('sendMessage'), {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json' },
      })
      request.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)))
      request.on('error', (error) => resolve('code' in error ? String(error.code) : error.message))
      request.end(JSON.stringify({ chatId: '79990001122', message }))
    })
  expect(await post('on a fresh connection')).toBe(200)
  expect(await post('on a reused one')).toBe('ECONNRESET')
  expect(sentTexts()).toEqual(['on a fresh connection', 'on a reused one'])
  agent.destroy()
})

test('truncated: the head promises more than comes', async () => {
  emulator.fault({ kind: 'truncate', bytes: 10 }, { operation: 'getSettings', count: 1 })
  const { text } = await onSocket(path('getSettings'))
  const [head = '', body = ''] = text.split('\r\n\r\n')
  expect(body).toHaveLength(10)
  expect(Number(/content-length: (\d+)/.exec(head)?.[1])).toBeGreaterThan(10)
})

test('trickled: the whole answer arrives, in many pieces', async () => {
  emulator.fault({ kind: 'trickle', bytes: 4, ms: 1 }, { operation: 'getStateInstance', count: 1 })
  expect((await api.get('getStateInstance')).json).toEqual({ stateInstance: 'authorized' })
})

test('garbage, broken JSON and a page where JSON was due', async () => {
  emulator.fault({ kind: 'garbage' }, { operation: 'getSettings', count: 1 })
  emulator.fault({ kind: 'broken-json' }, { operation: 'getSettings', count: 1 })
  emulator.fault({ kind: 'html', status: 200 }, { operation: 'getSettings', count: 1 })
  for (const type of ['application/json', 'application/json', 'text/html']) {
    const answer = await api.get('getSettings')
    expect(answer).toMatchObject({ status: 200, json: undefined })
    expect(answer.type).toContain(type)
  }
  expect((await api.get('getSettings')).json).toMatchObject({ wid: instance.wid })
})

test.each([400, 401, 403, 404, 408, 429, 466, 469, 499, 500, 502, 503, 504])(
  'refused with %i, and nothing is processed',
  async (status) => {
    emulator.fault({ kind: 'refuse', status }, { count: 1 })
    expect((await send('refused')).status).toBe(status)
    expect(sentTexts()).toEqual([])
    expect((await send('accepted')).status).toBe(200)
  },
)

test('answered 499 although the message was accepted', async () => {
  emulator.fault({ kind: 'refuse-after', status: 499 }, { operation: 'sendMessage', count: 1 })
  expect((await send('accepted')).status).toBe(499)
  expect(sentTexts()).toEqual(['accepted'])
})

test.each([
  ['empty', 200, ''],
  ['null', 200, 'null'],
  ['408', 408, ''],
  ['504', 504, ''],
] as const)('an empty wait as %s, although the queue is not empty', async (form, status, text) => {
  instance.person('1').says('waiting')
  emulator.fault({ kind: 'empty-wait', form }, { count: 1 })
  expect(await api.get('receiveNotification')).toMatchObject({ status, text })
  expect((await api.get('receiveNotification')).json).toMatchObject({ receiptId: 1 })
})

test('redelivered under a new receipt, and duplicated', async () => {
  instance.person('1').says('twice')
  emulator.fault({ kind: 'redeliver' }, { operation: 'receiveNotification', count: 1, skip: 1 })
  emulator.fault({ kind: 'duplicate' }, { operation: 'receiveNotification', count: 1 })
  const first = await api.get('receiveNotification')
  const second = await api.get('receiveNotification')
  expect([first.json, second.json]).toMatchObject([{ receiptId: 1 }, { receiptId: 3 }])
  expect((await api.remove(1)).json).toMatchObject({ result: false })
  expect((await api.remove(3)).json).toEqual({ result: true })
  expect((await api.get('receiveNotification')).json).toMatchObject({ receiptId: 2 })
})

test('the clock of the service is off', async () => {
  emulator.fault({ kind: 'clock-skew', ms: 3_600_000 }, { count: 1 })
  const [off, right] = [await api.get('getSettings'), await api.get('getSettings')]
  expect(Math.round((off.date - right.date) / 60_000)).toBe(60)
})

test('a delay runs on the emulated clock', async () => {
  emulator.clock.setMode('manual')
  emulator.fault({ kind: 'delay', ms: 60_000 }, { count: 1 })
  const answer = api.get('getSettings')
  await emulator.until({ kind: 'fault', fault: 'delay' })
  emulator.clock.advance(60_000)
  expect((await answer).status).toBe(200)
})

test('statuses in the wrong order', async () => {
  emulator.clock.setMode('manual')
  instance.behave({
    kinder: ['statusesInOrder'],
    statusOrder: 'reversed',
    echo: 'none',
    autoStatus: { sent: 10, delivered: 20, read: 30 },
  })
  await send('hello')
  emulator.clock.advance(100)
  expect(instance.notifications.list().map(({ body }) => body)).toMatchObject(
    ['read', 'delivered', 'sent'].map((status) => ({ status })),
  )
})

test('the same seed hits the same requests, another seed others', async () => {
  const hits = async (seed: number): Promise<string> => {
    const other = createEmulator({ seed, limits: 'off' })
    await other.start()
    const asked = asker(other, other.addInstance({ idInstance: '1', token: 'emulated0001c0ffee5eed' }))
    other.fault({ kind: 'refuse', status: 503 }, { probability: 0.5 })
    let pattern = ''
    for (let round = 0; round < 24; round += 1)
      pattern += (await asked.get('getStateInstance')).status === 503 ? 'x' : '.'
    await other.stop()
    return pattern
  }
  expect(await hits(3)).toBe(await hits(3))
  expect(await hits(3)).not.toBe(await hits(4))
})

test('files: expired ones are gone, slow ones come, redirects lead on', async () => {
  const message = instance.person('1').sendsImage()
  const url = message.content.kind === 'file' ? instance.files.url(message.content.mediaId) : ''
  expect((await ask(url)).status).toBe(200)
  emulator.media.expire('sample-image')
  expect((await ask(url)).status).toBe(404)
  const elsewhere = emulator.media.add({
    fileName: 'a',
    mimeType: 'image/png',
    bytes: new Uint8Array(),
    location: 'https://elsewhere.example/a.png',
  })
  expect((await fetch(instance.files.url(elsewhere), { redirect: 'manual' })).headers.get('location')).toBe(
    'https://elsewhere.example/a.png',
  )
})
