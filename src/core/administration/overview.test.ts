import { expect, test } from 'vitest'
import type { AccountState } from '../../contract/administration.ts'
import { openAdministration } from '../testing/administration-scene.ts'

test('the overview of all instances has what was read of each, without a request of its own', async () => {
  const scene = await openAdministration(
    { settings: { delaySendMessagesMilliseconds: 600_000 } },
    { services: ['administration', 'sending', 'receiving'] },
  )
  const { core, instance } = scene
  const of = { instance: core.firstKey() }
  const before = await core.call('account.overview', {})
  expect(before).toMatchObject([{ ...of, outgoing: null, notifications: null, quota: null }])

  await core.call('account.read', of)
  await core.call('queues.read', of)
  instance.notify('quotaExceeded', {
    quotaData: { method: 'checkWhatsapp', used: 96, total: 100, description: '100 checks a month' },
  })
  instance.notify('quotaExceeded', {
    quotaData: { method: 'sendMessage', used: 1, total: 100, description: '100 chats a month' },
  })
  const used = ({ quotas }: AccountState) => quotas.filter(({ at }) => at !== null).map((quota) => quota.used)
  expect(used(await core.until('account.state', of, (state) => used(state).length === 2))).toEqual([96, 1])
  const mark = scene.emulator.recorder.list({}).length
  const [row] = await core.call('account.overview', {})
  expect(row).toMatchObject({
    state: 'authorized',
    stateReadAt: expect.any(Number),
    outgoing: 0,
    notifications: expect.any(Number),
    // The one that is used the most.
    quota: { method: 'checkWhatsapp', used: 96, total: 100 },
  })
  const operations = scene.emulator.recorder.list({}).slice(mark)
  expect(operations.filter(({ operation }) => /Queue|Count|Settings|State/.test(operation))).toEqual([])
  // Each month begins with nothing used.
  scene.emulator.clock.advance(40 * 86_400_000)
  expect(used(await core.call('account.state', of))).toEqual([])
})

test('the last trouble is of a call, and of no wait for notifications', async () => {
  const { core, emulator, pass } = await openAdministration({}, { services: ['administration', 'receiving'] })
  const of = { instance: core.firstKey() }
  emulator.fault({ kind: 'refuse', status: 500 }, { operation: 'receiveNotification' })
  await core.waitFor('receives are refused', async () => {
    await pass(1000)
    return core.instances.get(of.instance)?.connection.state().kind === 'serviceTrouble'
  })
  expect((await core.call('account.state', of)).lastTrouble).toBeNull()
  emulator.fault({ kind: 'refuse', status: 500, body: 'no luck' }, { operation: 'getSettings', count: 1 })
  await core.call('account.read', of)
  const { lastTrouble } = await core.call('account.state', of)
  expect(lastTrouble).toMatchObject({ operation: 'getSettings', text: 'no luck' })
})
