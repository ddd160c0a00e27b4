import { expect, it, onTestFinished } from 'vitest'
import type { Input } from '../../contract/index.ts'
import { anyEvent } from '../../contract/journal.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { startTestCore } from '../testing/start-test-core.ts'
import { createTempDir } from '../testing/temp-dir.ts'

const any: Input<'journal.list'> = {
  ...anyEvent,
  before: null,
  upTo: null,
  limit: 50,
}

it('shows the journal: what came, what became of it, what it is chained to, and how the queue does', async () => {
  const emulator = createEmulator({ limits: 'off' })
  const apiUrl = await emulator.start()
  const service = emulator.addInstance({ idInstance: '1101000001', token: 'events-secret-token' })
  const dir = createTempDir()
  const { core, call, until } = await startTestCore({ dataDir: dir.path })
  onTestFinished(async () => {
    await core.stop()
    await emulator.stop()
    dir[Symbol.dispose]()
  })
  const account = {
    apiUrl,
    idInstance: '1101000001',
    token: 'events-secret-token',
    family: 'v3',
    name: 'Shop',
  } as const
  const { instance } = await call('instances.add', { ...account, colour: 'teal', mode: 'full', storeToken: false })

  const ann = service.person('79990001122', { name: 'Ann' })
  const written = ann.says('hello')
  ann.reacts(written, '👍')
  service.notify('somethingNew', { detail: 'not described', orderToken: 'opens-the-order' })
  service.notifyRaw({ typeWebhook: 'incomingMessageReceived', idMessage: 'BROKENMESSAGE' })

  const { rows } = await until('journal.list', any, (page) => page.rows.length === 4)
  expect(rows.map(({ typeWebhook, state }) => [typeWebhook, state])).toEqual([
    ['incomingMessageReceived', 'quarantined'],
    ['somethingNew', 'unknown'],
    ['incomingMessageReceived', 'applied'],
    ['incomingMessageReceived', 'applied'],
  ])
  expect(rows[0]?.reason).toBe('wrongShape')
  expect(rows[3]).toMatchObject({ chatTitle: 'Ann', deleteResult: 'done', repeat: false, instance })
  expect(rows[3]?.summary).toContain('hello')

  const keys = async (filter: Partial<typeof any>) =>
    (await call('journal.list', { ...any, ...filter })).rows.map(({ key }) => key)
  const [broken, unknown, reaction, hello] = rows.map(({ key }) => key)
  expect(await keys({ states: ['quarantined', 'unknown'] })).toEqual([broken, unknown])
  expect(await keys({ kinds: ['somethingNew'] })).toEqual([unknown])
  expect(await keys({ kinds: ['somethingNew'], exceptKinds: true })).toEqual([broken, reaction, hello])
  const [newestAt, oldestAt] = [rows[0]?.receivedAt ?? 0, rows[3]?.receivedAt ?? 0]
  expect(await keys({ from: oldestAt, to: newestAt })).toEqual([broken, unknown, reaction, hello])
  expect(await keys({ from: newestAt + 1 })).toEqual([])
  expect(await keys({ to: oldestAt - 1 })).toEqual([])
  expect(await keys({ chats: [rows[3]?.chat ?? (0 as never)] })).toEqual([reaction, hello])
  expect(await keys({ text: 'BROKENMESS' })).toEqual([broken])
  expect(await keys({ text: ann.chatId.slice(0, 7) })).toEqual([reaction, hello])
  expect(await keys({ text: written.id })).toEqual([hello])
  expect(await keys({ before: reaction ?? null })).toEqual([hello])
  expect(await keys({ upTo: unknown ?? null, limit: 2 })).toEqual([unknown, reaction])
  expect(await call('journal.list', { ...any, upTo: unknown ?? 0 })).toMatchObject({ newest: broken, newer: 1 })
  const sinceEmpty = await call('journal.list', { ...any, kinds: ['incomingMessageReceived'], upTo: 0 })
  expect(sinceEmpty).toMatchObject({ rows: [], newest: broken, newer: 3 })
  expect(await call('journal.kinds', { scope: instance })).toEqual([
    { typeWebhook: 'incomingMessageReceived', count: 3 },
    { typeWebhook: 'somethingNew', count: 1 },
  ])

  const details = await call('journal.details', { event: hello ?? (0 as never) })
  expect(JSON.parse(details.raw)).toMatchObject({
    typeWebhook: 'incomingMessageReceived',
    idMessage: expect.anything(),
  })
  expect(details.related.map(({ key }) => key)).not.toContain(hello)
  // What opens a customer's order is no one's to see in a window.
  const { raw } = await call('journal.details', { event: unknown ?? (0 as never) })
  expect(JSON.parse(raw)).toMatchObject({ detail: 'not described', orderToken: '[hidden]' })
  await expect(call('journal.details', { event: 9999 as never })).rejects.toMatchObject({ code: 'notFound' })

  const [health] = await until('journal.health', { scope: null }, ([one]) => one?.queued === 0)
  expect(health).toMatchObject({ instance, quarantined: 1, unknown: 1 })
  expect(health?.perMinute.reduce((sum, count) => sum + count, 0)).toBe(4)
})
