import { expect, onTestFinished, test } from 'vitest'
import type { InstanceKey } from '../../../contract/ids.ts'
import { startTestCore } from '../../testing/start-test-core.ts'

test('the chats of one number on all instances are found from each of them, and of no other number', async () => {
  const app = await startTestCore({
    started: false,
    instances: ['1101000001', '1101000002', '1101000003'].map((idInstance) => ({
      apiUrl: 'https://api.example.com',
      idInstance,
      token: null,
    })),
  })
  onTestFinished(() => app.stop())
  const [shop, warehouse, other] = app.keys
  if (shop === undefined || warehouse === undefined || other === undefined) throw new Error('There are no instances.')
  const open = async (instance: InstanceKey, chatId: string) =>
    (await app.call('chats.open', { instance, chatId })).chat
  const inShop = await open(shop, '79990001122@c.us')
  const inWarehouse = await open(warehouse, '79990001122@c.us')
  // Numbers that begin or end like it are others, and a group is no person.
  const stranger = await open(other, '799900011223@c.us')
  await open(other, '9990001122@c.us')
  const group = await open(other, '79990001122-1600000000@g.us')
  await app.call('notes.add', { chat: inWarehouse, text: 'Collects by van' })
  const same = (chat: typeof inShop) => app.call('chats.sameNumber', { chat })
  expect(await same(inShop)).toMatchObject([{ chat: inWarehouse, instance: warehouse, notes: 1 }])
  expect(await same(inWarehouse)).toMatchObject([{ chat: inShop, notes: 0 }])
  expect(await same(stranger)).toEqual([])
  expect(await same(group)).toEqual([])
  await app.store.write('accounts.detach', { key: warehouse, erase: false })
  expect(await same(inShop)).toEqual([])
  await expect(same(999 as typeof inShop)).rejects.toThrow('notFound')
})
