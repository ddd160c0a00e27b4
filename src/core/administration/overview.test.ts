import { expect, test } from 'vitest'
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
  const mark = scene.emulator.recorder.list({}).length
  const [row] = await core.until('account.overview', {}, ([one]) => one?.quota !== null)
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
})
