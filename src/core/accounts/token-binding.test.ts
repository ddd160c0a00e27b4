import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { InstanceKey } from '../../contract/ids.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { Vault } from '../base/ports.ts'
import { storeFileName } from '../store/client/open-store.ts'
import { createStoredVault } from '../testing/administration-scene.ts'
import { startTestCore, unlimited } from '../testing/start-test-core.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { tokenEntry } from './tokens.ts'

const shop = { idInstance: '1101000001', token: 'token-of-the-shop-0123456789' }
const other = { idInstance: '1101000002', token: 'token-of-the-other-0123456789' }
const one = 1 as InstanceKey

async function service(instance: typeof shop) {
  const emulator = createEmulator({ limits: 'off' })
  const apiUrl = await emulator.start()
  onTestFinished(() => emulator.stop())
  emulator.addInstance(instance)
  return { emulator, apiUrl, asked: () => emulator.recorder.list({}).length }
}

/** One data directory and one vault through several runs of the program. */
function computer(values = new Map<string, string>(), beforeEach: (what: string) => void = () => undefined) {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  const start = async ({ opens = true } = {}) => {
    const vault = createStoredVault(values, beforeEach, () => opens)
    const core = await startTestCore({ dataDir: dir.path, services: ['accounts'], limitClasses: unlimited, vault })
    onTestFinished(() => core.stop())
    return core
  }
  return { path: join(dir.path, storeFileName), values, start }
}

const added = (apiUrl: string, { idInstance, token }: typeof shop) =>
  ({ apiUrl, idInstance, token, name: 'Shop', family: 'v3', colour: 'teal', mode: 'full', storeToken: true }) as const

const tokenStates = async (core: Awaited<ReturnType<typeof startTestCore>>) =>
  (await core.call('instances.list', {})).map(({ token }) => token)

function change(path: string, sql: string): void {
  const db = new DatabaseSync(path)
  db.exec(sql)
  db.close()
}

test('an archive that begins anew sends no token of the one before it to another address of the same key', async () => {
  const [first, second] = [await service(shop), await service(other)]
  const before = computer()
  const run = await before.start()
  await run.call('instances.add', added(first.apiUrl, shop))
  await run.stop()

  const after = computer(before.values)
  const fresh = await after.start()
  await fresh.addInstance({ apiUrl: second.apiUrl, idInstance: other.idInstance, token: null })
  await fresh.stop()
  const again = await after.start()
  expect(again.instances.get(one)?.row().apiUrl).toBe(second.apiUrl)
  expect(await tokenStates(again)).toEqual(['missing'])
  await expect(again.call('instances.selfCheck', { instance: one, run: 'check' })).rejects.toMatchObject({
    code: 'tokenMissing',
  })
  expect(second.asked()).toBe(0)
})

test('what was lost with an archive is there again with its instances: each token goes to its own address', async () => {
  const first = await service(shop)
  const before = computer()
  const run = await before.start()
  await run.call('instances.add', added(first.apiUrl, shop))
  await run.stop()

  const after = computer(before.values)
  const fresh = await after.start()
  for (const idInstance of ['999', shop.idInstance])
    await fresh.addInstance({ apiUrl: first.apiUrl, idInstance, token: null })
  await fresh.stop()
  expect(await tokenStates(await after.start())).toEqual(['missing', 'vault'])
})

test.each([
  ['api_url', `api_url = replace(api_url, '127.0.0.1', '127.0.0.2')`],
  ['media_url', `media_url = 'https://media.example'`],
  ['id_instance', `id_instance = '1101000009'`],
])('a store whose %s was changed outside the program gets no token', async (_, set) => {
  const { apiUrl } = await service(shop)
  const here = computer()
  const run = await here.start()
  await run.call('instances.add', added(apiUrl, shop))
  await run.stop()
  change(here.path, `update instance set ${set}`)
  const again = await here.start()
  expect(await tokenStates(again)).toEqual(['missing'])
  expect(again.instances.hasToken(one)).toBe(false)
})

test('an address that the person changes takes the token along, over a restart too', async () => {
  const [first, second] = [await service(shop), await service(shop)]
  const here = computer()
  const run = await here.start()
  await run.call('instances.add', added(first.apiUrl, shop))
  await run.call('instances.edit', { instance: one, apiUrl: second.apiUrl })
  await run.call('instances.selfCheck', { instance: one, run: 'check' })
  expect(second.asked()).toBeGreaterThan(0)
  await run.stop()
  expect(await tokenStates(await here.start())).toEqual(['vault'])
  expect([...here.values.keys()].some((name) => name.includes(new URL(first.apiUrl).host))).toBe(false)
})

test.each(['set', 'delete'])(
  'a change of address that ends before the vault has done its %s is finished by the next start whose vault opens',
  async (step) => {
    const [first, second] = [await service(shop), await service(shop)]
    let ends = false
    const here = computer(new Map(), (what) => {
      if (ends && what.startsWith(step)) throw new Error('The program ended.')
    })
    const run = await here.start()
    await run.call('instances.add', added(first.apiUrl, shop))
    ends = true
    await expect(run.call('instances.edit', { instance: one, apiUrl: second.apiUrl })).rejects.toThrow('')
    await run.stop()
    ends = false
    await (await here.start({ opens: false })).stop()
    const next = await here.start()
    expect(await tokenStates(next)).toEqual(['vault'])
    expect([...here.values.keys()]).toEqual([`instance:${shop.idInstance}@${second.apiUrl}`])
    await next.call('instances.remove', { instance: one, eraseHistory: false })
    expect([...here.values]).toEqual([])
  },
)

test('a row that names another address, whatever wrote it, uses no token there', async () => {
  const here = { apiUrl: 'http://127.0.0.1:9', idInstance: '1101000001', token: 'secret-token' }
  const { instances, firstKey, stop } = await startTestCore({ services: [], instances: [here] })
  onTestFinished(stop)
  const runtime = instances.get(firstKey())
  if (runtime === undefined) throw new Error('There is no instance.')
  expect([instances.hasToken(firstKey()), runtime.run() !== null]).toEqual([true, true])
  instances.updateSome([{ ...runtime.row(), apiUrl: 'http://127.0.0.1:10' }])
  expect([instances.hasToken(firstKey()), runtime.run()]).toEqual([false, null])
})

test('a token that is entered, or removed, while the vault is read is not followed by the one that was read', async () => {
  const { emulator, apiUrl } = await service(shop)
  emulator.addInstance(other)
  const values = new Map<string, string>()
  let isOpen = false
  let read = Promise.resolve()
  const stored = createStoredVault(values, undefined, () => isOpen)
  const get: Vault['get'] = async (name) => {
    const value = await stored.get(name)
    await read
    return value
  }
  const core = await startTestCore({ services: ['accounts'], limitClasses: unlimited, vault: { ...stored, get } })
  onTestFinished(() => core.stop())
  for (const { idInstance } of [shop, other]) {
    const key = await core.addInstance({ apiUrl, idInstance, token: null })
    const row = core.instances.get(key)?.row()
    if (row === undefined) throw new Error('The instance is not here.')
    values.set(...tokenEntry(row, 'an-old-token-0123456789'))
  }
  isOpen = true
  const { promise, resolve } = Promise.withResolvers<void>()
  read = promise
  const unlocking = core.call('instances.unlockVault', { passphrase: 'x' })
  await core.call('instances.setToken', { instance: one, token: shop.token, storeToken: true })
  await core.call('instances.remove', { instance: 2 as InstanceKey, eraseHistory: false })
  resolve()
  await unlocking
  const call = { priority: 'view', purpose: 'test' } as const
  expect(await core.instances.get(one)?.run()?.api.call('getStateInstance', {}, call)).toMatchObject({ ok: true })
  expect(core.instances.hasToken(2 as InstanceKey)).toBe(false)
})
