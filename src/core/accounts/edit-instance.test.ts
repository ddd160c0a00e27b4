import { expect, onTestFinished, test } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import { startTestCore } from '../testing/start-test-core.ts'
import { createTempDir } from '../testing/temp-dir.ts'

// Each test starts the whole of core; a busy machine takes its time for that.
const account = { idInstance: '1101000001', token: 'd75b3a66374942c5b3c019c698abc2067e151558acbd412345' }

async function service(): Promise<{ readonly emulator: Emulator; readonly url: string }> {
  const emulator = createEmulator()
  const url = await emulator.start()
  onTestFinished(() => emulator.stop())
  return { emulator, url }
}

async function coreWith(apiUrl: string) {
  const dir = createTempDir()
  const running = await startTestCore({ dataDir: dir.path })
  onTestFinished(async () => {
    await running.core.stop()
    dir[Symbol.dispose]()
  })
  const { instance } = await running.call('instances.add', {
    ...account,
    apiUrl,
    family: 'v3',
    name: 'Shop',
    colour: 'teal',
    mode: 'full',
    storeToken: true,
  })
  const becomes = (kind: string) => running.until('instances.list', {}, ([row]) => row?.connection.kind === kind)
  return { ...running, instance, becomes }
}

test('another address is asked at once, and the old one no more', async () => {
  const [old, next] = [await service(), await service()]
  old.emulator.addInstance(account)
  const shop = next.emulator.addInstance(account)
  const { call, becomes, instance } = await coreWith(old.url)
  await becomes('live')
  await old.emulator.untilWaiting(account.idInstance)
  await call('instances.edit', { instance, apiUrl: next.url })
  await next.emulator.untilWaiting(account.idInstance)
  await becomes('live')
  const before = old.emulator.effects.mark()
  shop.person('79990001122', { name: 'Anna' }).says('At the new address')
  await next.emulator.effects.until({ kind: 'deleted' })
  expect(old.emulator.effects.mark()).toBe(before)
})

test('another family is spoken to in its own words', async () => {
  const { emulator, url } = await service()
  emulator.addInstance({ ...account, family: 'whatsapp' })
  const { call, becomes, instance } = await coreWith(url)
  await call('instances.edit', { instance, family: 'whatsapp' })
  await becomes('live')
  expect((await emulator.untilWaiting(account.idInstance)).idInstance).toBe(account.idInstance)
})

test('an instance that only sends leaves the queue alone, and takes it up again when it may', async () => {
  const { emulator, url } = await service()
  const shop = emulator.addInstance(account)
  const { call, becomes, instance } = await coreWith(url)
  await becomes('live')
  await emulator.untilWaiting(account.idInstance)
  await call('instances.edit', { instance, mode: 'sendOnly' })
  await becomes('sendOnly')
  const mark = emulator.effects.mark()
  shop.person('79990001122', { name: 'Anna' }).says('Left in the queue')
  await call('instances.edit', { instance, mode: 'full' })
  // Whoever may take it up asks again; until then it stays where it is.
  const asked = await emulator.untilRequest('receiveNotification', { after: mark })
  const deleted = await emulator.effects.until({ kind: 'deleted' }, { after: mark })
  expect(deleted.seq).toBeGreaterThan(asked.seq)
})
