import { expect, test } from 'vitest'
import { openAdministration, refusalOf } from '../testing/administration-scene.ts'
import { changedFields, fieldsOf, wrongFields } from './rules/settings-fields.ts'

test('what the service does not tell is unknown, and never off', () => {
  const fields = fieldsOf('v3', {
    incomingWebhook: 'yes',
    delaySendMessagesMilliseconds: 500,
    pollMessageWebhook: 'maybe',
  })
  const value = (name: string) => fields.find((field) => field.name === name)?.value
  expect([value('incomingWebhook'), value('stateWebhook'), value('pollMessageWebhook')]).toEqual(['yes', null, null])
  expect(fields.some(({ name }) => name === 'keepOnlineStatus')).toBe(false)
  expect(changedFields('v3', {}, { stateWebhook: 'no' })).toEqual([])
})

test.each([
  [{ delaySendMessagesMilliseconds: 499 }, ['delaySendMessagesMilliseconds']],
  [{ delaySendMessagesMilliseconds: 600_001 }, ['delaySendMessagesMilliseconds']],
  [{ delaySendMessagesMilliseconds: 500.5 }, ['delaySendMessagesMilliseconds']],
  [{ delaySendMessagesMilliseconds: 500 }, []],
  [{ webhookUrl: 'ftp://crm.example' }, ['webhookUrl']],
  [{ webhookUrl: '' }, []],
  [{ incomingWebhook: 'on' }, ['incomingWebhook']],
  [{ keepOnlineStatus: 'yes' }, ['keepOnlineStatus']],
  [{ wid: 'x' }, ['wid']],
])('%j has the faults %j', (change, faults) => {
  expect(wrongFields('v3', null, change)).toEqual(faults)
})

test('a change is saved once, the instance restarts, and a send waits through it', async () => {
  const { core, instance, pass, asked, emulator } = await openAdministration(
    { behaviour: { settingsDelayMs: 60_000 } },
    { services: ['accounts', 'administration', 'sending'] },
  )
  const of = { instance: core.firstKey() }
  instance.person('79990001122', { name: 'Anna' })
  const { fields } = await core.call('instanceSettings.read', of)
  expect(fields.find(({ name }) => name === 'keepOnlineStatus')).toBeUndefined()
  await core.call('instanceSettings.save', {
    ...of,
    change: { delaySendMessagesMilliseconds: 1000 },
    seen: { delaySendMessagesMilliseconds: 500 },
  })
  expect(core.instances.get(of.instance)?.connection.state().kind).toBe('starting')
  expect((await core.call('instanceSettings.state', of)).restartsUntil).toBe(emulator.clock.now() + 300_000)
  const { chat } = await core.call('chats.open', { ...of, chatId: '79990001122@c.us' })
  await core.call('messages.send', { chat, text: 'Through the restart' })
  await core.waitFor('refused while it starts', () => asked('sendMessage') > 0)
  expect(instance.sends).toEqual([])
  await core.waitFor('it goes once the restart is over', async () => {
    await pass(10_000)
    return instance.sends.length > 0
  })
  expect(instance.sends).toHaveLength(1)
  expect(asked('setSettings')).toBe(1)
  expect(instance.settings.delaySendMessagesMilliseconds).toBe(1000)
  await pass(300_000)
  core.instances.get(of.instance)?.connection.report({ kind: 'stateInstance', state: 'starting' })
  expect((await core.call('instanceSettings.state', of)).restartsUntil).toBeNull()
})

test('the token of a webhook goes to the service and is not stored here', async () => {
  const { core, instance } = await openAdministration()
  const of = { instance: core.firstKey() }
  await core.call('instanceSettings.read', of)
  const change = { webhookUrl: 'https://crm.example/in', webhookUrlToken: 'secret-of-the-webhook' }
  await core.call('instanceSettings.save', { ...of, change, seen: {} })
  expect(instance.settings).toMatchObject(change)
  const [row] = await core.store.read('accounts.some', { keys: [of.instance] })
  expect(row?.settings).toMatchObject({ webhookUrl: 'https://crm.example/in' })
  expect(JSON.stringify(row)).not.toContain('secret-of-the-webhook')
})

test('what two windows save at once is saved by both, but for a field that the first one changed', async () => {
  const { core, instance } = await openAdministration()
  const of = { instance: core.firstKey() }
  await core.call('instanceSettings.read', of)
  const save = (change: Record<string, string | number>, seen: Record<string, string | number>) =>
    refusalOf(core.call('instanceSettings.save', { ...of, change, seen }))
  const delay = 'delaySendMessagesMilliseconds'
  const saves = await Promise.all([
    save({ [delay]: 1000 }, { [delay]: 500 }),
    save({ [delay]: 2000 }, { [delay]: 500 }),
    save({ stateWebhook: 'no' }, {}),
  ])
  expect(saves.map((refused) => refused?.code)).toEqual([undefined, 'changedMeanwhile', undefined])
  expect(instance.settings).toMatchObject({ [delay]: 1000, stateWebhook: 'no' })
})

test('what was changed elsewhere between the diff and the save stops it, and nothing is saved', async () => {
  const { core, instance, asked } = await openAdministration()
  const of = { instance: core.firstKey() }
  await core.call('instanceSettings.read', of)
  instance.set({ delaySendMessagesMilliseconds: 5000, stateWebhook: 'no' })
  const save = core.call('instanceSettings.save', {
    ...of,
    change: { delaySendMessagesMilliseconds: 1000 },
    seen: { delaySendMessagesMilliseconds: 500 },
  })
  expect(await refusalOf(save)).toMatchObject({
    code: 'changedMeanwhile',
    details: { fields: ['delaySendMessagesMilliseconds'] },
  })
  expect(asked('setSettings')).toBe(0)
  const { fields } = await core.call('instanceSettings.state', of)
  expect(fields.find(({ name }) => name === 'delaySendMessagesMilliseconds')?.value).toBe(5000)
})
