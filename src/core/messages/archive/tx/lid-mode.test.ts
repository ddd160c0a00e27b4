import { expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../../../emulator/create-emulator.ts'
import { createBorrowedClock } from '../../../testing/borrowed-clock.ts'
import { sized } from '../../../testing/marathon.ts'
import { receivingAlone, startTestCore } from '../../../testing/start-test-core.ts'

const account = { idInstance: '1101000001', token: 'secret-of-the-lids', family: 'whatsapp' } as const
const minuteMs = 60_000
const count = sized(8, 40)

async function scene() {
  const emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20, 12) } })
  const apiUrl = await emulator.start()
  const instance = emulator.addInstance({ ...account, behaviour: { plan: 'business' } })
  const clock = createBorrowedClock(emulator.clock)
  const core = await startTestCore({ ...receivingAlone, clock, instances: [{ apiUrl, ...account }] })
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
  /** The account is linked anew by a QR code, and what it has comes again. */
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
  const people = Array.from({ length: count }, (_, n) =>
    instance.person(String(79_990_000_100 + n), { name: `Guest ${n}` }),
  )
  for (const person of people) {
    person.says(`Is it ready? ${person.phone}`)
    emulator.clock.advance(minuteMs)
  }
  await synced()
  await received()
  expect(await chats()).toHaveLength(count)
  const before = new Map((await chats()).map(({ key, title }) => [title, key]))

  instance.behave({ lidMode: true })
  await relink()
  for (const person of people) person.says(`And now? ${person.phone}`)
  await received()

  const after = await chats()
  expect(after).toHaveLength(count)
  expect(new Map(after.map(({ key, title }) => [title, key]))).toEqual(before)
  for (const { name, lid, phone, chatId } of people) {
    const rowsOf = async (id: string) => (await core.call('chats.open', { instance: core.firstKey(), chatId: id })).chat
    expect([await rowsOf(`${phone}@c.us`), await rowsOf(lid), await rowsOf(chatId)]).toEqual([
      ...[before.get(name), before.get(name), before.get(name)],
    ])
  }
})

test('a @lid that changes twice stays one chat', async () => {
  const { emulator, instance, received, chats, synced, relink } = await scene()
  instance.behave({ lidMode: true })
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
  expect(await chats()).toHaveLength(1)
})
