import { expect, onTestFinished, test } from 'vitest'
import { anyEvent } from '../../contract/journal.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { receivingAlone, startTestCore } from '../testing/start-test-core.ts'

test('the journal has the body character by character, with integers beyond 2^53 and the order of its keys', async () => {
  const emulator = createEmulator({ limits: 'off' })
  const apiUrl = await emulator.start()
  const account = { idInstance: '1101000001', token: 'token-of-the-body' }
  const instance = emulator.addInstance(account)
  const core = await startTestCore({ ...receivingAlone, instances: [{ apiUrl, ...account }] })
  onTestFinished(async () => {
    await core.stop()
    await emulator.stop()
  })
  const raw = (source: string) => Reflect.get(JSON, 'rawJSON')(source) as unknown
  instance.notifyRaw({
    typeWebhook: 'incomingMessageReceived',
    timestamp: 1_795_176_000,
    idMessage: raw('123456789012345678'),
    senderData: { chatId: '10000001', sender: '10000001' },
    messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: 'Hello', 10: 1, 2: raw('1.50') } },
  })
  const list = { ...anyEvent, scope: core.firstKey(), before: null, upTo: null, limit: 10 }
  const { rows } = await core.until('journal.list', list, (found) => found.rows.length === 1)
  const [event] = rows
  const { raw: body } = await core.call('journal.details', { event: event?.key as never })
  expect(body).toContain('"idMessage":123456789012345678,')
  expect(body).toContain('"2":1.50')
  // It was understood all the same.
  await core.untilApplied()
  expect(await core.store.read('storage.counts', undefined)).toMatchObject({ messages: 1 })
  const shown = await core.call('messages.window', {
    chat: await core.chat(core.firstKey(), '10000001'),
    anchor: { kind: 'newest' },
    before: 5,
    after: 0,
  })
  expect(shown.rows).toMatchObject([{ idMessage: '123456789012345678', content: { text: 'Hello' } }])
})

test('a body whose texts are not quite JSON is JSON in the journal, with the words that the chat shows', async () => {
  const emulator = createEmulator({ limits: 'off' })
  const apiUrl = await emulator.start()
  const account = { idInstance: '1101000001', token: 'token-of-the-body' }
  emulator.addInstance(account)
  const message = String.raw`"typeMessage":"textMessage","textMessageData":{"textMessage":"two${'\n'}lines, a ${'\u0001'} and \'"}`
  const body = `"typeWebhook":"incomingMessageReceived","timestamp":1795176000,"idMessage":123456789012345678,
    "senderData":{"chatId":"10000001","sender":"10000001"},"messageData":{${message}}`
  emulator.fault(
    { kind: 'refuse', status: 200, body: `{"receiptId":7,"body":{${body}}}`, contentType: 'application/json' },
    { operation: 'receiveNotification', count: 1 },
  )
  const core = await startTestCore({ ...receivingAlone, instances: [{ apiUrl, ...account }] })
  onTestFinished(async () => {
    await core.stop()
    await emulator.stop()
  })
  const list = { ...anyEvent, scope: core.firstKey(), before: null, upTo: null, limit: 10 }
  const { rows } = await core.until('journal.list', list, (found) => found.rows.length === 1)
  const { raw } = await core.call('journal.details', { event: rows[0]?.key as never })
  // Programs get it, and a team's database, which takes no NUL in a text.
  const text = "two\nlines, a \u0001 and \\'"
  expect(JSON.parse(raw)).toMatchObject({ messageData: { textMessageData: { textMessage: text } } })
  expect(raw).toContain('"idMessage":123456789012345678,')
  await core.untilApplied()
  const shown = await core.call('messages.window', {
    chat: await core.chat(core.firstKey(), '10000001'),
    anchor: { kind: 'newest' },
    before: 5,
    after: 0,
  })
  expect(shown.rows).toMatchObject([{ content: { text } }])
})
