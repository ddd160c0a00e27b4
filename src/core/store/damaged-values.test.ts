import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cp } from 'node:fs/promises'
import type { ChatKey, InstanceKey } from '../../contract/ids.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { startTestCore, unlimited, type TestCore, type TestCoreOptions } from '../testing/start-test-core.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { storeFileName } from './client/open-store.ts'

const account = { idInstance: '1101000001', token: 'token-of-the-shop-0123456789' }
const pattern = createTempDir()
const emulator = createEmulator({ limits: 'off' })
const one = 1 as InstanceKey
const chat = 1 as ChatKey
const list = { scope: null, filter: 'all', offset: 0, limit: 50 } as const
const customer = emulator.addInstance(account).person('79990001122', { name: 'Ann' })
let apiUrl = ''

/** An archive in which an instance, a chat and its messages have all that a service tells. */
beforeAll(async () => {
  apiUrl = await emulator.start()
  const core = await startTestCore({
    dataDir: pattern.path,
    limitClasses: unlimited,
    instances: [{ apiUrl, ...account }],
  })
  customer.says('please send order 7')
  await core.waitFor(
    'the message',
    async () => (await core.call('chats.list', list)).total > 0 && (await texts(core)).length > 0,
  )
  await core.call('settings.update', { theme: 'dark' })
  await core.waitFor('the settings', () => core.instances.get(one)?.row().settings)
  await core.stop()
})
afterAll(async () => {
  await emulator.stop()
  pattern[Symbol.dispose]()
})

async function texts(core: TestCore): Promise<readonly string[]> {
  const page = { chat, anchor: { kind: 'newest' }, before: 50, after: 0 } as const
  const { rows } = await core.call('messages.window', page)
  return rows.map(({ content }) => (content.kind === 'text' ? content.text : content.kind))
}

/** Runs SQL on a copy of the archive and starts core on it. */
async function startAfter(sql: string, services: TestCoreOptions['services'] = ['receiving', 'history']) {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  await cp(pattern.path, dir.path, { recursive: true })
  const db = new DatabaseSync(join(dir.path, storeFileName))
  db.exec(sql)
  db.close()
  const core = await startTestCore({
    dataDir: dir.path,
    services,
    limitClasses: unlimited,
    instances: [{ apiUrl, ...account }],
  })
  onTestFinished(() => core.stop())
  return core
}

test.for(['absent_operations_json', 'limits_json', 'sync_json', 'settings_json', 'account_json', 'quota_json'])(
  'a damaged %s of an instance costs that value, and the program starts',
  async (column) => {
    const core = await startAfter(`update instance set ${column} = '{"a":1,"b'`)
    expect(await core.call('instances.list', {})).toHaveLength(1)
    expect(await texts(core)).toContain('please send order 7')
  },
)

test.for(['live_past_json', 'absence_json'])(
  'a damaged %s keeps nothing that is received from being shown',
  async (column) => {
    const core = await startAfter(`update instance set ${column} = '[[1,2', live_from = 1, live_to = 2`)
    customer.says(`after ${column}`)
    const isShown = async () => (await texts(core)).includes(`after ${column}`)
    const waiting = () => core.store.read('receiving.waiting', undefined)
    await core.waitFor('it to be applied', async () => (await isShown()) && (await waiting()).length === 0)
    expect(await isShown()).toBe(true)
  },
)

test('a damaged content is made again of its record, in the chat, in the list and where it is found', async () => {
  // Nothing comes meanwhile that would be the newest.
  const core = await startAfter(`update message set content_json = replace(content_json, '"kind"', '"kine"')`, [])
  expect(await texts(core)).toContain('please send order 7')
  const { rows } = await core.call('chats.list', list)
  expect(rows[0]?.preview?.text).toBe('please send order 7')
})

test('every column of JSON may be no JSON: lists, chat, search, instances and settings answer', async () => {
  const db = new DatabaseSync(join(pattern.path, storeFileName), { readOnly: true })
  const columns = db
    .prepare(
      `select t.name as of, c.name from pragma_table_list t join pragma_table_info(t.name) c
       where t.schema = 'main' and t.type = 'table' and c.type = 'TEXT' and c.name like '%\\_json' escape '\\'`,
    )
    .all()
  db.close()
  expect(columns.length).toBeGreaterThan(15)
  const core = await startAfter(
    columns
      .map(({ of, name }) => `update ${String(of)} set ${String(name)} = 'x{' where ${String(name)} is not null;`)
      .join(''),
  )
  expect((await core.call('chats.list', list)).rows).toHaveLength(1)
  expect(await texts(core)).toContain('please send order 7')
  const found = await core.call('search.messages', { text: 'order', scope: null, chat: null, cursor: null, limit: 10 })
  expect(found.hits).toHaveLength(1)
  await core.call('settings.get', {})
  await core.call('instances.list', {})
})
