import { expect, onTestFinished, test } from 'vitest'
import { createManualClock } from '../api/testing/manual-clock.ts'
import { createEmulator } from '../emulator/create-emulator.ts'
import { everySend } from './testing/sending-scene.ts'
import { idInstance, rawRequest, startPrograms, textOf } from './testing/program-scene.ts'

const chatId = '79990001122@c.us'

async function start(family: 'v3' | 'telegram' = 'v3') {
  const emulator = createEmulator({ limits: 'off' })
  const apiUrl = await emulator.start()
  onTestFinished(() => emulator.stop())
  const token = 'token-of-the-instance'
  const account = emulator.addInstance({ idInstance, token, family })
  const scene = await startPrograms({
    services: ['programs', 'sending'],
    instances: [{ apiUrl, idInstance, token, family }],
  })
  const { key } = await scene.add('queue', { rights: ['see', 'send'], writesFirst: true })
  const send = async (body: unknown, headers: Record<string, string> = {}, by = key, method = 'sendMessage') => {
    const { status, text } = await rawRequest(scene.port, `/waInstance${idInstance}/${method}/${by}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status, body: JSON.parse(text) as { idMessage?: string; message?: string; code?: string } }
  }
  return { emulator, account, scene, key, send }
}

test('sendMessage of the service goes through the outbox, and gives the id of the service', async () => {
  const { account, scene, send } = await start()
  const sent = await send({ chatId, message: 'It is ready' })
  expect(sent).toMatchObject({ status: 200, body: { idMessage: expect.stringMatching(/^\w+$/) as string } })
  expect(account.sends.map(({ id }) => id)).toEqual([sent.body.idMessage])
  // Without a key a repeated call is another message, as at the service; with one it is the same.
  expect((await send({ chatId, message: 'It is ready' })).body.idMessage).not.toBe(sent.body.idMessage)
  const key = { 'idempotency-key': 'order-17-ready' }
  const first = await send({ chatId, message: 'Once' }, key)
  expect(await send({ chatId, message: 'Once' }, key)).toEqual(first)
  expect(await send({ chatId, message: 'Twice' }, key)).toMatchObject({ status: 422, body: { code: 'sendIdReused' } })
  expect(account.sends).toHaveLength(3)
  const readOnly = await scene.add('queue', { rights: ['see'] })
  expect(await send({ chatId, message: 'x' }, {}, readOnly.key)).toMatchObject({ status: 403 })
  for (const body of [{ chatId }, { message: 'x' }, { chatId, message: null }, null, 7])
    expect(await send(body), JSON.stringify(body)).toMatchObject({ status: 400 })
  expect(account.sends).toHaveLength(3)
})

test.each([
  ['v3', { allowToChangeAnswer: false }, { allowToChangeAnswer: false, multipleAnswers: false }],
  ['telegram', { isAnonymous: false }, { isAnonymous: false, multipleAnswers: false }],
  ['telegram', { type: 'regular', correctOptionId: 1 }, { multipleAnswers: false }],
  ['telegram', { type: 'quiz', correctOptionId: 1 }, { type: 'quiz', correctOptionId: 1 }],
] as const)('a poll on %s goes with the options of its messenger: %o', async (family, options, left) => {
  const { emulator, key, send } = await start(family)
  const names = [{ optionName: 'Today' }, { optionName: 'Later' }]
  const poll = { chatId: family === 'telegram' ? '-10020030040' : chatId, message: 'When?', options: names }
  expect(await send({ ...poll, ...options }, {}, key, 'sendPoll')).toMatchObject({ status: 200 })
  const [asked] = emulator.recorder.list({ operation: 'sendPoll' })
  expect(JSON.parse(asked?.body ?? '')).toEqual({ ...poll, ...left })
})

test('a poll with options that can not be so is refused, and none goes out without them', async () => {
  const { account, key, send } = await start('telegram')
  const poll = { chatId: '-10020030040', message: 'When?', options: [{ optionName: 'Today' }, { optionName: 'Later' }] }
  for (const wrong of [{ isAnonymous: 'no' }, { type: 'quiz' }, { type: 'quiz', correctOptionId: 'x' }])
    expect(await send({ ...poll, ...wrong }, {}, key, 'sendPoll'), JSON.stringify(wrong)).toMatchObject({ status: 400 })
  expect(account.sends).toHaveLength(0)
})

test.each(['sendMessage', 'getChatHistory', 'setSettings'])(
  'of a body that can not be read %s says why, and not that a field is missing',
  async (method) => {
    const { key, send } = await start()
    const plain = { 'content-type': 'text/plain' }
    const of = (body: string, headers: Record<string, string> = {}) => send(body, headers, key, method)
    expect(await of('{"chatId": ')).toMatchObject({ status: 400, body: { code: 'badRequest' } })
    expect(await of('{}', plain)).toMatchObject({ status: 415, body: { code: 'contentType' } })
    expect(await of(`"${'x'.repeat(300_000)}"`)).toMatchObject({ status: 413, body: { code: 'bodyTooLarge' } })
  },
)

test('errors of the queue are of one form, and those that a loop would repeat come after a second', async () => {
  const clock = createManualClock(Date.now())
  const scene = await startPrograms({ clock })
  const { key } = await scene.add('queue', { rights: ['see'] })
  const { key: stream } = await scene.add('stream')
  const texts: string[] = []
  for (const [path, method, code] of [
    [`/waInstance${idInstance}/sendMessage/${key}`, 'POST', 'rightMissing'],
    [`/waInstance${idInstance}/getNothing/${key}`, 'GET', 'notFound'],
    [`/waInstance${idInstance}/reboot/${key}`, 'GET', 'methodNotForPrograms'],
    [`/waInstance9/receiveNotification/${key}`, 'GET', 'notFound'],
    [`/waInstance${idInstance}/receiveNotification/${stream}`, 'GET', 'wrongProtocol'],
    [`/waInstance${idInstance}/receiveNotification/${key}x`, 'GET', 'keyRefused'],
  ] as const) {
    const began = clock.monotonic()
    let answered: { status: number; text: string; after: number } | undefined
    void rawRequest(scene.port, path, { method, headers: { 'content-type': 'application/json' } }).then(
      ({ status, text }) => (answered = { status, text, after: clock.monotonic() - began }),
    )
    // Nothing else happens at this desk, so what comes at once comes before the clock moves.
    await scene.app.waitFor(`an answer to ${path}`, async () => {
      if (answered === undefined) await clock.advance(100)
      return answered !== undefined
    })
    expect(answered?.after, path).toBeGreaterThanOrEqual(1000)
    expect(JSON.parse(answered?.text ?? '')).toEqual({
      statusCode: answered?.status,
      message: expect.any(String) as string,
      code,
    })
    texts.push(answered?.text ?? '')
  }
  expect(texts.filter((text) => text.includes('The program is no queue.'))).toHaveLength(1)
})

test('of several messages all are forwarded or none, so that a repeated call sends none twice', async () => {
  const { account, scene } = await start()
  await scene.receive('to be forwarded', chatId)
  await scene.app.untilApplied()
  const { key } = await scene.add('queue', { rights: ['see', 'send'], writesFirst: true })
  const forward = async (messages: readonly string[]) => {
    const { status, text } = await rawRequest(scene.port, `/waInstance${idInstance}/forwardMessages/${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chatId: '79990003344@c.us', chatIdFrom: chatId, messages }),
    })
    return { status, body: JSON.parse(text) as object }
  }
  expect(await forward(['MESSAGE000000000000', 'NOTHING'])).toMatchObject({
    status: 422,
    body: { code: 'forwardNotPossible' },
  })
  expect(account.sends).toEqual([])
  const { rows } = await scene.app.call('outgoing.list', {
    ...{ filter: everySend, sort: { by: 'time', direction: 'asc' }, offset: 0, limit: 1 },
  })
  expect(rows).toEqual([])
})

test('what the service refuses is refused with its words', async () => {
  const { emulator, send } = await start()
  emulator.fault(
    { kind: 'refuse', status: 400, body: '{"message":"no such account"}' },
    { operation: 'sendMessage', count: 1 },
  )
  const refused = await send({ chatId, message: 'x' })
  expect(refused.status).toBe(400)
  expect(refused.body.message).toContain('no such account')
})

test('of two API addresses with one instance id a program reads and writes to its own, and a program of both is told', async () => {
  const { account, scene, send } = await start()
  const elsewhere = createEmulator({ limits: 'off' })
  const apiUrl = await elsewhere.start()
  onTestFinished(() => elsewhere.stop())
  const token = 'token-of-the-other-address'
  const otherAccount = elsewhere.addInstance({ idInstance, token })
  const instances = [scene.app.firstKey(), await scene.app.addInstance({ apiUrl, idInstance, token })]
  const rights = { rights: ['see', 'send'] as ('see' | 'send')[], writesFirst: true }
  const keys: string[] = []
  for (const instance of instances) {
    const scope = { instances: [instance], kinds: null, labels: null, groups: true }
    keys.push((await scene.add('queue', { ...rights, scope })).key)
  }
  const { key: ofBoth } = await scene.add('queue', rights)
  for (const [index, instance] of instances.entries()) await scene.receive(`to ${index}`, chatId, instance)
  const call = async (key: string, method: string, verb = 'GET') => {
    const [name, rest = ''] = method.split('/')
    const { text } = await rawRequest(scene.port, `/waInstance${idInstance}/${name}/${key}/${rest}`, { method: verb })
    return JSON.parse(text) as { receiptId: number; body: object }
  }
  for (const [index, key] of keys.entries()) {
    expect(await call(key, 'getWebhooksCount')).toEqual({ count: 1 })
    const { receiptId, body } = await call(key, 'receiveNotification')
    expect(textOf(body)).toBe(`to ${index}`)
    expect(await call(key, `deleteNotification/${receiptId}`, 'DELETE')).toEqual({ result: true })
    expect(await call(key, 'getWebhooksCount')).toEqual({ count: 0 })
    expect(await send({ chatId, message: `from ${index}` }, {}, key)).toMatchObject({ status: 200 })
  }
  const sent = [account, otherAccount].map(({ sends }) => sends.map(({ content }) => content))
  expect(sent).toMatchObject([[{ text: 'from 0' }], [{ text: 'from 1' }]])

  // Whichever of them was taken, the other's events would be skipped, and a message could leave from a wrong account.
  const ambiguous = { status: 409, body: { code: 'instanceAmbiguous' } }
  expect(await send({ chatId, message: 'x' }, {}, ofBoth)).toMatchObject(ambiguous)
  expect(await call(ofBoth, 'receiveNotification')).toMatchObject({ statusCode: 409, code: 'instanceAmbiguous' })
  const v1 = await rawRequest(scene.port, '/v1/messages', {
    method: 'POST',
    headers: { authorization: `Bearer ${ofBoth}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sendId: 'order-17', instanceId: idInstance, chatId, text: 'x' }),
  })
  expect(v1.status).toBe(409)
  expect(JSON.parse(v1.text)).toMatchObject({ code: 'instanceAmbiguous' })
  expect([account, otherAccount].map(({ sends }) => sends.length)).toEqual([1, 1])
})
