import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setImmediate as nextCheck } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createEmulator, type Emulator } from './create-emulator.ts'
import { ask, asker, type Asker } from './testing/ask.ts'
import { Conduct } from './http/conduct.ts'
import type { Instance } from './world/instance.ts'

let emulator: Emulator
let instance: Instance
let api: Asker

beforeEach(async () => {
  emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20) } })
  await emulator.start()
  instance = emulator.addInstance({ idInstance: '1101000001', token: 'emulated0001c0ffee5eed' })
  api = asker(emulator, instance)
})

afterEach(() => emulator.stop())

const rules = () => emulator.violations().map((violation) => violation.rule)

test('a good client is not accused: receive, delete, wait, send, send again later', async () => {
  instance.person('1').says('hello')
  await api.get('receiveNotification')
  await api.remove(1)
  await api.remove(1)
  await api.post('sendMessage', { chatId: '1', message: 'ok' })
  emulator.clock.advance(1000)
  await api.post('sendMessage', { chatId: '1', message: 'ok' })
  expect(rules()).toEqual([])
})

test('two receives in flight', async () => {
  const both = [api.get('receiveNotification'), api.get('receiveNotification')]
  await emulator.until({ kind: 'violation', rule: 'parallel-receive' })
  instance.person('1').says('hello')
  await Promise.all(both)
  expect(rules()).toEqual(['parallel-receive'])
})

test('a receive that was given up and asked again at once is not two in flight', async () => {
  const path = `${emulator.baseUrl(instance)}/waInstance1101000001/receiveNotification/${instance.token}`
  for (let round = 0; round < 20; round += 1) {
    const giveUp = new AbortController()
    const mark = emulator.effects.mark()
    const given = ask(path, { signal: giveUp.signal }).catch(() => undefined)
    await emulator.untilWaiting(instance.idInstance, { after: mark })
    giveUp.abort()
    await given
  }
  const mark = emulator.effects.mark()
  const last = api.get('receiveNotification')
  await emulator.untilWaiting(instance.idInstance, { after: mark })
  instance.person('1').says('hello')
  await last
  expect(rules()).toEqual([])
})

test('a receive whose end arrives while the process is busy is not two in flight', async () => {
  const conduct = new Conduct(Date.now, () => undefined)
  const begin = () =>
    conduct.begin({ idInstance: '1', operation: 'receiveNotification', perSecond: 1, receipt: '', sendKey: undefined })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const near = connect(address.port, address.address)
  const [far] = await once(server, 'connection')
  onTestFinished(() => void near.destroy())
  const first = begin()
  far.on('close', () => first({ status: 0, empty: false, accepted: false }))
  far.resume()
  await nextCheck()
  near.destroy()
  begin()
  const until = performance.now() + 100
  while (performance.now() < until);
  for (let phase = 0; phase < 10; phase += 1) await nextCheck()
  expect(conduct.list()).toEqual([])
})

test('a delete of what was never handed out', async () => {
  instance.person('1').says('hello')
  await api.remove(1)
  expect(rules()).toEqual(['delete-not-handed-out'])
})

test('a call over the limit', async () => {
  instance.behave({ limits: 'field' })
  const history = () => api.post('getChatHistory', { chatId: '1' })
  await history()
  emulator.clock.advance(1000)
  await history()
  expect(rules()).toEqual([])
  emulator.clock.advance(999)
  await history()
  expect(rules()).toEqual(['over-limit'])
})

test('calls that came together because the process stood still are not over the limit', async () => {
  instance.behave({ limits: 'field' })
  emulator.clock.setMode('real')
  const history = () => api.post('getChatHistory', { chatId: '1' })
  await history()
  const until = performance.now() + 700
  while (performance.now() < until);
  await history()
  expect(rules()).toEqual([])
})

test('a call over the limit after a 429', async () => {
  emulator.fault({ kind: 'refuse', status: 429 }, { operation: 'getChatHistory', count: 1 })
  const history = () => api.post('getChatHistory', { chatId: '1' })
  await history()
  emulator.clock.advance(1000)
  await history()
  expect(rules()).toEqual([])
  emulator.fault({ kind: 'refuse', status: 429 }, { operation: 'getChatHistory', count: 1 })
  emulator.clock.advance(1000)
  await history()
  emulator.clock.advance(500)
  await history()
  expect(rules()).toEqual(['over-limit-after-429'])
})

test('a send doubled because its answer got lost', async () => {
  emulator.fault({ kind: 'reset-after' }, { operation: 'sendMessage', count: 1 })
  const send = () => api.post('sendMessage', { chatId: '1', message: 'once' })
  await expect(send()).rejects.toThrow('fetch failed')
  emulator.clock.advance(60_000)
  await send()
  expect(rules()).toEqual(['doubled-send'])
})

test('a refused send may be repeated', async () => {
  emulator.fault({ kind: 'refuse', status: 429 }, { operation: 'sendMessage', count: 1 })
  const send = () => api.post('sendMessage', { chatId: '1', message: 'once' })
  await send()
  emulator.clock.advance(1000)
  await send()
  expect(rules()).toEqual([])
})

test('the token outside the path', async () => {
  const path = `${emulator.baseUrl(instance)}/waInstance1101000001/getSettings/${instance.token}`
  await ask(`${path}?token=${instance.token}`)
  await ask(path, { headers: { referer: `https://a.example/${instance.token}` } })
  await api.post('sendMessage', { chatId: '1', message: instance.token })
  expect(rules()).toEqual(['token-outside-path', 'token-outside-path', 'token-outside-path'])
  expect(JSON.stringify(emulator.violations())).not.toContain(instance.token)
})

test('a hot loop on an instant empty answer', async () => {
  instance.set(
    Object.fromEntries(
      Object.keys(instance.settings)
        .filter((name) => /Webhook$/.test(name))
        .map((name) => [name, 'no']),
    ),
  )
  for (let round = 0; round < 12; round += 1) await api.get('receiveNotification')
  expect(rules()).toEqual(['hot-loop'])
})

test('pulling again at once although a webhook URL is set', async () => {
  instance.set({ webhookUrl: 'https://elsewhere.example' })
  await api.get('receiveNotification')
  emulator.clock.advance(60_000)
  await api.get('receiveNotification')
  expect(rules()).toEqual([])
  emulator.clock.advance(1000)
  await api.get('receiveNotification')
  expect(rules()).toEqual(['pull-against-webhook'])
})

test('the recorder knows every request, without the token', async () => {
  await api.post('sendMessage', { chatId: '1', message: 'hello' })
  expect(emulator.recorder.list()).toMatchObject([
    {
      method: 'POST',
      operation: 'sendMessage',
      path: '/v3/waInstance1101000001/sendMessage/<token>',
      body: '{"chatId":"1","message":"hello"}',
      status: 200,
    },
  ])
})
