import { expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { createBorrowedClock } from '../testing/borrowed-clock.ts'
import { receivingAlone, startTestCore } from '../testing/start-test-core.ts'
import { rowsOf } from '../testing/receiving-scene.ts'

const anna = '79990001122@c.us'
const group = '120363043968066561@g.us'

/** An instance whose notifications are written by the test, in the shapes that people reported. */
async function start() {
  const emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20, 12) } })
  const apiUrl = await emulator.start()
  const account = { idInstance: '1101000001', token: 'secret-of-reported-shapes', family: 'whatsapp' } as const
  const instance = emulator.addInstance(account)
  const core = await startTestCore({
    ...receivingAlone,
    clock: createBorrowedClock(emulator.clock),
    instances: [{ apiUrl, ...account }],
  })
  onTestFinished(async () => {
    await core.stop()
    await emulator.stop()
  })
  let ids = 0
  const notify = async (type: string, body: object) => {
    instance.notify(type as never, { idMessage: `3EB0${String((ids += 1)).padStart(16, '0')}`, ...body })
    await core.waitFor('it came', () => instance.notifications.size === 0)
    await core.untilApplied()
    emulator.clock.advance(5_000)
  }
  const text = (body: string) => ({ typeMessage: 'textMessage', textMessageData: { textMessage: body } })
  const says = (senderData: object, body = 'hi') =>
    notify('incomingMessageReceived', { senderData, messageData: text(body) })
  const chats = async () =>
    (await core.call('chats.list', { scope: core.firstKey(), filter: 'all', offset: 0, limit: 50 })).rows
  return { emulator, instance, core, notify, says, chats, text }
}

it('keeps the name of a group, whoever writes, until the list of chats has another', async () => {
  const { core, emulator, says, chats } = await start()
  await says({ chatId: group, chatName: 'Orders', sender: anna, senderName: 'Anna' })
  await says({ chatId: group, chatName: 'Boris', sender: '79990003344@c.us', senderName: 'Boris' })
  expect((await chats())[0]?.title).toBe('Orders')
  const learn = (name: string) =>
    core.store.write('archive.learnChats', {
      instance: core.firstKey(),
      at: emulator.clock.now(),
      create: true,
      chats: [{ chatId: group, name, contactName: '', phone: '', type: 'group' }],
    })
  await learn('Orders 2026')
  emulator.clock.advance(10_000)
  await says({ chatId: group, chatName: 'Orders', sender: anna, senderName: 'Anna' })
  expect((await chats())[0]?.title).toBe('Orders 2026')
  await learn('Orders 2027')
  expect((await chats())[0]?.title).toBe('Orders 2027')
})

it('takes the own message in a group for ours: nothing is unread, nobody waits, nothing is announced', async () => {
  const { core, instance, says, chats } = await start()
  await says({ chatId: group, chatName: 'Orders', sender: instance.wid, senderName: 'Our Shop' })
  expect((await chats())[0]).toMatchObject({ unread: 0, waitingSince: null, preview: { direction: 'outgoing' } })
  expect(core.notices).toEqual([])
})

it('shows that a send failed, whatever form the chat has in the status, and also before the message is known', async () => {
  const { core, notify, chats, text } = await start()
  const senderData = { chatId: anna, chatName: 'Anna', sender: '79000000001@c.us', senderName: 'Our Shop' }
  const echo = (idMessage: string) =>
    notify('outgoingAPIMessageReceived', { idMessage, senderData, messageData: text(idMessage) })
  const fails = (idMessage: string, chatId?: string) =>
    notify('outgoingMessageStatus', { idMessage, ...(chatId && { chatId }), status: 'failed', sendByApi: true })
  await echo('BAE52F9A4E4B03E4')
  await fails('BAE52F9A4E4B03E4', '79990001122:5@s.whatsapp.net')
  await echo('BAE52F9A4E4B03E5')
  await fails('BAE52F9A4E4B03E5')
  await fails('BAE52F9A4E4B03E6')
  await echo('BAE52F9A4E4B03E6')
  expect((await rowsOf(core, anna)).map(({ status }) => status?.kind)).toEqual(['failed', 'failed', 'failed'])
  expect(await chats()).toHaveLength(1)
})

it('lets nobody wait for good by a message of the future', async () => {
  const { says, notify, chats, emulator, text } = await start()
  const timestamp = emulator.clock.now() / 1000 + 30 * 86_400
  await notify('incomingMessageReceived', {
    timestamp,
    senderData: { chatId: anna, sender: anna, senderName: 'Anna' },
    messageData: text('from tomorrow'),
  })
  await notify('outgoingMessageReceived', {
    senderData: { chatId: anna, sender: '79000000001@c.us' },
    messageData: text('answered on the phone'),
  })
  expect((await chats())[0]?.waitingSince).toBeNull()
  await says({ chatId: anna, sender: anna, senderName: 'Anna' }, 'thanks')
  expect((await chats())[0]?.waitingSince).not.toBeNull()
})

it('has no chat and no contact of nobody', async () => {
  const { core, emulator, chats } = await start()
  await core.store.write('archive.learnChats', {
    instance: core.firstKey(),
    at: emulator.clock.now(),
    create: true,
    chats: ['null@c.us', '0@c.us', 'undefined', '@c.us', ''].map((chatId) => ({
      ...{ chatId, name: 'Nobody', contactName: '', phone: '', type: 'user' },
    })),
  })
  expect(await chats()).toEqual([])
})

it.each([
  ['{{SWE001}}', 'SWE001'],
  ['{{SWE999}}', 'other'],
  ['{{SWE999}} is a code', undefined],
])('shows %s as the mark %s', async (body, marker) => {
  const { core, says } = await start()
  await says({ chatId: anna, sender: anna, senderName: 'Anna' }, body)
  const [row] = await rowsOf(core, anna)
  expect(row?.content).toMatchObject(marker === undefined ? { kind: 'text' } : { kind: 'marker', marker })
})
