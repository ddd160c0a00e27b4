import { afterEach, beforeEach, expect, test } from 'vitest'
import { createControlClient, type ControlClient } from '../control-client.ts'
import { createEmulator, type Emulator } from '../create-emulator.ts'
import { asker } from '../testing/ask.ts'

let emulator: Emulator
let control: ControlClient

beforeEach(async () => {
  emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20) } })
  control = createControlClient(await emulator.start())
})

afterEach(() => emulator.stop())

const idInstance = '1101000001'
const add = () => control.do('instance.add', { idInstance, token: 'emulated0001c0ffee5eed' })
const by = { idInstance, by: { person: '79990001122' } } as const

test('another process scripts people, statuses, faults and the clock, and compares with the world', async () => {
  expect(await add()).toMatchObject({ idInstance, baseUrl: `${emulator.url}/v3` })
  await control.do('person.add', { idInstance, phone: '79990001122', name: 'Anna' })
  const hello = await control.do('says', { ...by, text: 'hello' })
  await control.do('says', { ...by, text: 'a reply', options: { quotes: hello.idMessage } })
  await control.do('sendsFile', {
    ...by,
    as: 'document',
    file: { base64: 'aGVsbG8=', fileName: 'note.txt', mimeType: 'text/plain' },
  })
  const poll = await control.do('asksPoll', { ...by, name: 'When?', choices: ['now', 'later'] })
  await control.do('votes', { ...by, idMessage: poll.idMessage, choices: ['now'] })
  await control.do('reacts', { ...by, idMessage: hello.idMessage, emoji: '👍' })
  await control.do('edits', { ...by, idMessage: hello.idMessage, text: 'hello there' })
  const own = await control.do('says', {
    idInstance,
    by: 'phone',
    text: 'from the phone',
    options: { to: '79990001122' },
  })
  await control.do('message.becomes', { idInstance, idMessage: own.idMessage, status: 'read' })
  await control.do('fault.add', { fault: { kind: 'refuse', status: 503 }, operation: 'getSettings', count: 1 })
  const now = await control.do('clock.now')
  expect(await control.do('clock.advance', { ms: 1500 })).toBe(now + 1500)

  const [instance] = (await control.do('snapshot')).instances
  expect(instance?.chats).toMatchObject([
    {
      chatId: '59514599',
      name: 'Anna',
      messages: [
        { text: 'hello there', isEdited: true, reactions: { '59514599': '👍' } },
        { text: 'a reply' },
        { typeMessage: 'documentMessage' },
        { typeMessage: 'pollMessage' },
        { typeMessage: 'reactionMessage', text: '👍' },
        { text: 'from the phone', direction: 'outgoing', status: 'read' },
      ],
    },
  ])
  const api = asker(emulator, emulator.world.instance(idInstance))
  expect((await api.get('getSettings')).status).toBe(503)
  expect(await control.do('requests', { operation: 'getSettings' })).toMatchObject([{ status: 503, fault: 'refuse' }])
  expect(await control.do('violations')).toEqual([])
})

test('waits for effects, and says what it saw instead when they do not come', async () => {
  await add()
  const deleted = control.do('until', { effect: { kind: 'deleted', receiptId: 1 } })
  await control.do('says', { ...by, text: 'hello' })
  const api = asker(emulator, emulator.world.instance(idInstance))
  await api.get('receiveNotification')
  await api.remove(1)
  expect(await deleted).toMatchObject({ kind: 'deleted', idInstance, receiptId: 1 })
  await expect(control.do('until', { effect: { kind: 'deleted', receiptId: 2 }, withinMs: 10 })).rejects.toThrow(
    /Waited 10 ms for deleted receiptId=2. Seen instead:[^]*queued idInstance=1101000001 receiptId=1/,
  )
})

test('another consumer takes the head of the queue', async () => {
  await add()
  await control.do('says', { ...by, text: 'stolen' })
  expect(await control.do('queue.state', { idInstance })).toEqual({ length: 1, head: 1 })
  expect(await control.do('queue.steal', { idInstance })).toMatchObject({ receiptId: 1 })
  expect(await control.do('queue.state', { idInstance })).toEqual({ length: 0, head: null })
  expect(await control.do('queue.steal', { idInstance })).toBeNull()
})

test('refuses in clear words', async () => {
  await expect(control.do('says', { ...by, text: 'nobody' })).rejects.toThrow('There is no instance 1101000001.')
  await add()
  await expect(add()).rejects.toThrow('Instance 1101000001 exists already.')
  await expect(control.do('clock.advance', { ms: -1 })).rejects.toThrow('only moves forward')
  // Such a rule would fail every request with an error of the emulator's own.
  for (const [rule, words] of [
    [{ operation: 'getSettings' }, 'A rule needs a fault'],
    [{ fault: { kind: 'refused', status: 503 } }, 'There is no fault "refused". There are: refuse, '],
    [{ fault: { kind: 'delay' } }, 'The fault delay needs ms, a number from 0 up'],
    [{ fault: { kind: 'refuse', status: '503' } }, 'The fault refuse needs status, a number from 0 up'],
    [{ fault: { kind: 'empty-wait' } }, 'The fault empty-wait needs form: empty, null, 408 or 504'],
    [{ fault: { kind: 'hang' }, count: 0 }, 'count is a whole number from 1 up'],
    [{ fault: { kind: 'hang' }, skip: -1 }, 'skip is a whole number from 0 up'],
    [{ fault: { kind: 'hang' }, probability: 2 }, 'probability is a number from 0 to 1'],
    [{ fault: { kind: 'hang' }, operation: 7 }, 'operation is a text'],
  ] as const)
    await expect(control.do('fault.add', rule as never)).rejects.toThrow(words)
  expect(await control.do('fault.list')).toEqual([])
  const post = (path: string, init: RequestInit) => fetch(emulator.url + path, { method: 'POST', ...init })
  expect((await post('/control/nonsense', { body: '{}' })).status).toBe(404)
  expect((await post('/control/snapshot', { body: '{}', headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  expect((await post('/control/snapshot', { body: '{', headers: { 'content-type': 'application/json' } })).status).toBe(
    400,
  )
  expect((await fetch(`${emulator.url}/control/snapshot`)).status).toBe(405)
})
