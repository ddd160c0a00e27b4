import { expect, test } from 'vitest'
import { createManualClock } from '../api/testing/manual-clock.ts'
import { createStoreFaults } from '../core/store/store-faults.ts'
import { idInstance, rawRequest, startPrograms, textOf } from './testing/program-scene.ts'
import { createCurrentClient, createOldClient } from './testing/vendor-clients.ts'
import { sized } from '../core/testing/marathon.ts'

const total = sized(60, 200)

test("the vendor's clients drain the journal in order, each event once", async () => {
  const scene = await startPrograms()
  const bots = [await scene.add('queue'), await scene.add('queue')]
  for (let count = 0; count < total; count++)
    await scene.receive(`message ${count}`, `7999000${1000 + (count % 7)}@c.us`)
  const wanted = Array.from({ length: total }, (_, count) => `message ${count}`)

  const old = createOldClient(scene.base, idInstance, bots[0]?.key ?? '')
  const current = createCurrentClient(scene.base, idInstance, bots[1]?.key ?? '')
  const drain = async (
    receive: () => Promise<{ receiptId: number; body: object } | null>,
    remove: (receiptId: number) => Promise<{ result: boolean }>,
  ) => {
    const texts: (string | undefined)[] = []
    while (texts.length < total) {
      const notification = await receive()
      if (notification === null) break
      texts.push(textOf(notification.body))
      expect(await remove(notification.receiptId)).toEqual({ result: true })
    }
    return texts
  }
  const drained = await Promise.all([
    drain(
      () => old.webhookService.receiveNotification(),
      (receipt) => old.webhookService.deleteNotification(receipt),
    ),
    drain(
      async () => (await current.receiveNotification(5)) as { receiptId: number; body: object } | null,
      async (receipt) => (await current.deleteNotification(receipt)) as { result: boolean },
    ),
  ])
  expect(drained).toEqual([wanted, wanted])
  const { rows } = await scene.app.call('programs.list', {})
  expect(rows.map(({ backlog }) => backlog.events)).toEqual([0, 0])
})

test('an event stays the next one until it is deleted, under the same receipt, and another receipt changes nothing', async () => {
  const scene = await startPrograms()
  const { key } = await scene.add('queue')
  const first = await scene.receive('one')
  await scene.receive('two')
  const path = (method: string, rest = '') => `//waInstance${idInstance}/${method}/${key}${rest}`
  const receive = async () => JSON.parse((await rawRequest(scene.port, path('receiveNotification'))).text) as never
  expect(await receive()).toMatchObject({ receiptId: first })
  expect(await receive()).toMatchObject({ receiptId: first })
  const wrong = await rawRequest(scene.port, path('deleteNotification', `/${first + 1}`), { method: 'DELETE' })
  expect(JSON.parse(wrong.text)).toEqual({ result: false, reason: 'Notification is not found' })
  // Another client sends the receipt as the body.
  const gone = await rawRequest(scene.port, path('DeleteNotification', '/'), {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: String(first),
  })
  expect(JSON.parse(gone.text)).toEqual({ result: true })
  expect(await receive()).toMatchObject({ receiptId: first + 1 })
})

test('a body goes out character by character, and an empty wait ends with null after its full length', async () => {
  const scene = await startPrograms()
  const { key } = await scene.add('queue')
  const body = `{"typeWebhook":"stateInstanceChanged", "idMessage":176755410848212345,"x":1.0,"b":2,"10":1,
 "stateInstance":"authorized","timestamp":1795176000,"text":"\\u00e9\\/"}`
  const receipt = await scene.receiveRaw(body)
  const path = (method: string, rest = '') => `/v3/waInstance${idInstance}/${method}/${key}${rest}`
  const { text, headers } = await rawRequest(scene.port, path('receiveNotification'))
  expect(text).toBe(`{"receiptId":${receipt},"body":${body}}`)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  await rawRequest(scene.port, path('deleteNotification', `/${receipt}`), { method: 'DELETE' })
  const started = performance.now()
  const empty = await rawRequest(scene.port, path('receiveNotification', '?receiveTimeout=5'))
  expect(empty.text).toBe('null')
  expect(performance.now() - started).toBeGreaterThan(4900)
  expect((await rawRequest(scene.port, path('receiveNotification', '?receiveTimeout=4'))).status).toBe(400)
})

test('what opens an order is in no event of a program', async () => {
  const scene = await startPrograms()
  const { key } = await scene.add('queue')
  const order = (token: string) =>
    `{"typeWebhook":"incomingMessageReceived","timestamp":1795176000,"idMessage":"3EB0AA","senderData":{"chatId":"79990001122@c.us"},"messageData":{"typeMessage":"orderMessage","orderMessage":{"orderId":"4977","token":"${token}"}}}`
  await scene.receiveRaw(order('AR5kOpensIt'))
  const { text } = await rawRequest(scene.port, `/waInstance${idInstance}/receiveNotification/${key}`)
  expect(text).toContain(order('[hidden]'))
})

test('a wait ends with the event that comes meanwhile', async () => {
  const scene = await startPrograms()
  const { key } = await scene.add('queue')
  const waiting = rawRequest(scene.port, `/waInstance${idInstance}/receiveNotification/${key}?receiveTimeout=60`)
  await scene.app.until('programs.list', {}, ({ rows }) => rows.some(({ connected }) => connected))
  await scene.receive('at last')
  expect(textOf((JSON.parse((await waiting).text) as { body: object }).body)).toBe('at last')
})

test('what a program is not given does not exist for it: other instances, kinds and groups', async () => {
  const scene = await startPrograms()
  const { key } = await scene.add('queue', {
    scope: { instances: [scene.app.firstKey()], kinds: ['incomingMessageReceived'], labels: null, groups: false },
  })
  await scene.receiveRaw('{"typeWebhook":"stateInstanceChanged","stateInstance":"authorized","timestamp":1795176000}')
  await scene.receive('in a group', '79990001122-1600000000@g.us')
  await scene.receive('for the bot')
  const { text } = await rawRequest(scene.port, `/waInstance${idInstance}/receiveNotification/${key}`)
  expect(textOf((JSON.parse(text) as { body: object }).body)).toBe('for the bot')
  expect((await rawRequest(scene.port, `/waInstance1101000002/receiveNotification/${key}`)).status).toBe(404)
})

test('a disk that takes nothing more keeps the place of a program: the event stays the next one, and the caller hears of it', async () => {
  const faults = createStoreFaults()
  const scene = await startPrograms({ faults })
  const { key } = await scene.add('queue')
  const receipt = await scene.receive('one')
  const path = (method: string, rest = '') => `/waInstance${idInstance}/${method}/${key}${rest}`
  const remove = () => rawRequest(scene.port, path('deleteNotification', `/${receipt}`), { method: 'DELETE' })
  const receive = async () => {
    const { status, text } = await rawRequest(scene.port, path('receiveNotification', '?receiveTimeout=5'))
    return status === 200 ? (JSON.parse(text) as { receiptId: number } | null) : status
  }
  faults.failWith('failing')
  expect((await remove()).status).toBe(503)
  faults.failWith(null)
  await scene.app.waitFor('the store writes again', async () => (await remove()).status === 200)
  await scene.receive('two')
  expect(await receive()).toMatchObject({ receiptId: receipt + 1 })
})

test('a clock that is set back skips no event and gives none twice', async () => {
  const clock = createManualClock(Date.now())
  const scene = await startPrograms({ clock })
  const { key } = await scene.add('queue')
  const call = async (method: string, rest = '', verb = 'GET') => {
    const asked = rawRequest(scene.port, `/waInstance${idInstance}/${method}/${key}${rest}`, { method: verb })
    return JSON.parse((await asked).text) as { receiptId: number; body: object }
  }
  const texts: (string | undefined)[] = []
  for (const text of ['one', 'two', 'three']) {
    await scene.receive(text)
    clock.setNow(clock.now() - 86_400_000)
    const { receiptId, body } = await call('receiveNotification')
    texts.push(textOf(body))
    await call('deleteNotification', `/${receiptId}`, 'DELETE')
  }
  expect(texts).toEqual(['one', 'two', 'three'])
})

test('events that are read ahead are no place: who begins anew meanwhile skips nothing, and a pause holds at once', async () => {
  const scene = await startPrograms()
  const { key, program } = await scene.add('queue')
  const began = Date.now()
  const receipts: number[] = []
  for (const text of ['one', 'two', 'three']) receipts.push(await scene.receive(text))
  const ask = async (method: string, rest = '', verb = 'GET') => {
    const path = `/waInstance${idInstance}/${method}/${key}${rest}`
    return JSON.parse((await rawRequest(scene.port, path, { method: verb })).text) as { receiptId: number } | null
  }
  const remove = (receipt = 0) => ask('deleteNotification', `/${receipt}`, 'DELETE')
  expect(await ask('receiveNotification')).toMatchObject({ receiptId: receipts[0] })
  expect(await remove(receipts[0])).toEqual({ result: true })
  expect(await ask('receiveNotification')).toMatchObject({ receiptId: receipts[1] })
  await scene.app.call('programs.replayFrom', { program, from: began - 1000 })
  expect(await remove(receipts[1])).toMatchObject({ result: false })
  expect(await ask('receiveNotification')).toMatchObject({ receiptId: receipts[0] })
  await scene.app.call('programs.pause', { program })
  expect(await remove(receipts[0])).toMatchObject({ result: false })
  await scene.app.call('programs.resume', { program })
  for (const receipt of receipts) {
    expect(await ask('receiveNotification')).toMatchObject({ receiptId: receipt })
    expect(await remove(receipt)).toEqual({ result: true })
  }
  expect(await remove(receipts[2])).toMatchObject({ result: false })
})
