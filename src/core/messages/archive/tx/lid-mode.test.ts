import { expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../../../emulator/create-emulator.ts'
import { createBorrowedClock } from '../../../testing/borrowed-clock.ts'
import { sized } from '../../../testing/marathon.ts'
import { startTestCore, unlimited } from '../../../testing/start-test-core.ts'

const account = { idInstance: '1101000001', token: 'secret-of-the-lids', family: 'whatsapp' } as const
const minuteMs = 60_000
const count = sized(8, 40)

async function scene() {
  const emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20, 12) } })
  const apiUrl = await emulator.start()
  const instance = emulator.addInstance({ ...account, behaviour: { plan: 'business' } })
  const clock = createBorrowedClock(emulator.clock)
  const core = await startTestCore({
    services: ['receiving', 'history', 'directory', 'sending'],
    limitClasses: unlimited,
    ...{ clock, instances: [{ apiUrl, ...account }] },
  })
  onTestFinished(async () => {
    await core.stop()
    await emulator.stop()
  })
  const key = core.firstKey()
  // A plan that is known: the month's calls are no part of these tests.
  await core.call('instances.edit', { instance: key, plan: 'larger' })
  const received = async () => {
    await core.waitFor('all came', () => instance.notifications.size === 0)
    await core.untilApplied()
  }
  const chats = async () => {
    const { rows } = await core.call('chats.list', { scope: key, filter: 'all', offset: 0, limit: 200 })
    return rows
  }
  const synced = () =>
    core.waitFor('the history has come', () => {
      emulator.clock.advance(5_000)
      const row = core.instances.get(key)?.row()
      return row !== undefined && row.firstSyncedAt !== null && row.sync?.finishedAt !== undefined
    })
  /** The account is linked again by a QR code, and what it has comes again. */
  const relink = async () => {
    instance.becomes('notAuthorized')
    await core.waitFor('it is seen', () => core.instances.get(key)?.connection.reportedState() === 'notAuthorized')
    await core.waitFor('the history is expected anew', () => core.instances.get(key)?.row().firstSyncedAt === null)
    instance.becomes('authorized')
    emulator.clock.advance(10 * minuteMs)
    await received()
    await synced()
  }
  return { emulator, instance, core, received, chats, synced, relink }
}

test('each person has one chat still when lid mode is switched on in the middle of a day', async () => {
  const { emulator, instance, core, received, chats, synced, relink } = await scene()
  const key = core.firstKey()
  const people = Array.from({ length: count }, (_, n) =>
    instance.person(String(79_990_000_100 + n), { name: `Guest ${n}`, username: `guest_${n}_of_us` }),
  )
  for (const person of people) {
    person.says(`Is it ready? ${person.phone}`)
    emulator.clock.advance(minuteMs)
  }
  await synced()
  await received()
  expect(await chats()).toHaveLength(count)
  const before = new Map((await chats()).map(({ key: chat, title }) => [title, chat]))

  instance.set({ enableLidMode: 'yes' })
  await relink()
  // Most are known from before, two write for the first time.
  const newcomers = ['open', 'hidden'].map((kind, n) =>
    instance.person(String(79_990_000_900 + n), { name: '', username: `new_${kind}`, hidesPhone: kind === 'hidden' }),
  )
  for (const person of [...people, ...newcomers]) person.says(`And now? ${person.phone}`)
  await received()

  const after = await chats()
  expect(after).toHaveLength(count + newcomers.length)
  const known = after.filter(({ title }) => title.startsWith('Guest'))
  expect(new Map(known.map(({ key: chat, title }) => [title, chat]))).toEqual(before)
  const chatOfId = async (chatId: string) => (await core.call('chats.open', { instance: key, chatId })).chat
  for (const { name, lid, phone, chatId } of people) {
    const own = before.get(name)
    expect([await chatOfId(`${phone}@c.us`), await chatOfId(lid), await chatOfId(chatId)]).toEqual([own, own, own])
  }

  // What the service says of those who were never seen under a number: on the screen, their ids are checked.
  await core.call('chats.inView', { chats: after.map(({ key: chat }) => chat), open: null })
  await core.waitFor('the newcomers were checked', async () => {
    const titles = (await chats()).map(({ title }) => title)
    return newcomers.every(({ username }) => titles.includes(`@${username}`))
  })
  const found = async (text: string) => {
    const { rows } = await core.call('chats.list', { scope: key, filter: 'all', text, offset: 0, limit: 10 })
    return rows.map(({ title }) => title)
  }
  expect(await found('79990000900')).toEqual(['@new_open'])
  expect(await found('+7 999 000-09-00')).toEqual(['@new_open'])
  expect(await found('79990000901')).toEqual([])
  expect(await found('@new_hidden')).toEqual(['@new_hidden'])
  expect(await found('79990000100')).toEqual(['Guest 0'])

  // An answer goes to the person, whichever id the chat is called by.
  const answered = [people[0], ...newcomers].flatMap((person) => person ?? [])
  for (const person of answered) {
    const chat = await chatOfId(person.lid)
    await core.call('messages.send', { chat, text: `For ${person.phone}`, sendId: crypto.randomUUID() })
  }
  await core.waitFor('all were sent', () => instance.sends.length === answered.length)
  expect(instance.sends.map(({ chat, content }) => [chat.peer, content])).toEqual(
    answered.map((person) => [person, expect.objectContaining({ text: `For ${person.phone}` })]),
  )
})

test('a @lid that changes twice stays one chat', async () => {
  const { emulator, instance, core, received, chats, synced, relink } = await scene()
  instance.set({ enableLidMode: 'yes' })
  await relink()
  const anna = instance.person('79990001122', { name: 'Anna' })
  anna.says('First')
  await synced()
  await received()
  for (const text of ['Second', 'Third']) {
    emulator.clock.advance(minuteMs)
    anna.changesLid()
    anna.says(text)
    await received()
  }
  await relink()
  const rows = await chats()
  expect(rows.map(({ chatId }) => chatId)).toEqual([anna.lid])
  const { chat } = await core.call('chats.open', { instance: core.firstKey(), chatId: anna.lid })
  await core.call('messages.send', { chat, text: 'For Anna', sendId: crypto.randomUUID() })
  await core.waitFor('it was sent', () => instance.sends.length === 1)
  expect(instance.sends[0]?.chat.peer).toBe(anna)
})

test('people of a group have their names still, and the list of contacts each of them once', async () => {
  const { emulator, instance, core, received, chats, synced, relink } = await scene()
  const key = core.firstKey()
  const anna = instance.person('79990001122', { name: 'anna', contactName: 'Anna K.' })
  const boris = instance.person('79990003344', { name: '' })
  const group = instance.group('120363000000000001@g.us', { subject: 'Routes', membership: 'member' })
  for (const person of [anna, boris]) {
    group.add(person.chatId)
    person.says('Hello')
    person.says('Hello all', { to: group })
  }
  await synced()
  await received()
  instance.set({ enableLidMode: 'yes' })
  await relink()
  anna.says('And now?')
  boris.says('And now?')
  await received()
  await core.call('chats.inView', { chats: (await chats()).map(({ key: chat }) => chat), open: null })
  emulator.clock.advance(minuteMs)
  const message = anna.says('Here too', { to: group })
  await received()

  const { chat } = await core.call('chats.open', { instance: key, chatId: group.id })
  await core.call('chats.refreshGroup', { chat })
  const { participants } = await core.call('groups.details', { chat })
  const names = participants.filter(({ own }) => !own).map(({ chatId, name, phone }) => [chatId, name, phone])
  expect(names).toEqual([
    [boris.lid, '+7 999 000 33 44', '+7 999 000 33 44'],
    [anna.lid, 'Anna K.', '+7 999 000 11 22'],
  ])
  const shown = await core.call('chats.details', { chat })
  expect(shown.preview).toMatchObject({ senderName: 'Anna K.', text: 'Here too' })
  const { rows } = await core.call('messages.window', { chat, anchor: { kind: 'newest' }, before: 10, after: 0 })
  expect(rows.at(-1)).toMatchObject({ idMessage: message.id, sender: { id: anna.lid, name: 'Anna K.' } })
  const contacts = await core.call('contacts.list', { instance: key, text: '', only: 'all' })
  expect(contacts.rows.map(({ name, phone }) => [name, phone])).toEqual([
    ['+7 999 000 33 44', '+7 999 000 33 44'],
    ['Anna K.', '+7 999 000 11 22'],
  ])
})
