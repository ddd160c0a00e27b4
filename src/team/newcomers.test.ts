import { expect, test } from 'vitest'
import type { TeamAddress } from '../core/sharing/shared-team.ts'
import { createTeamDatabase } from './testing/team-database.ts'
import { createSharedScene, createTeamScene, giveToken, type SceneDesk } from './testing/team-scene.ts'

/** Counts the requests for histories that a desk makes from now on. */
function countHistories({ instances }: SceneDesk): () => number {
  let count = 0
  instances.onAttempt((_, { operation }) => {
    if (operation === 'getChatHistory') count += 1
  })
  return () => count
}

/** The first sync of an instance, as the window shows it. */
const syncOf = async (desk: SceneDesk, idInstance: string) => {
  const instance = desk.instances.list().find(({ row }) => row().idInstance === idInstance)
  return instance === undefined ? null : (await desk.store.read('accounts.get', { key: instance.key })).sync
}
const untilSynced = (desk: SceneDesk, idInstance: string) =>
  desk.waitFor('the first sync has ended', async () => {
    const sync = await syncOf(desk, idInstance)
    return sync?.finishedAt !== undefined && sync
  })

test('of desks that join at once one asks for the history of each chat, and all have it', async () => {
  const scene = await createTeamScene({ limits: 'field' })
  const { account, emulator, desk } = scene
  const first = await desk('Yara', 'administrator', { instances: [account], limitClasses: {} })
  await giveToken(first, scene)
  await first.join()
  await first.call('team.share', { instance: first.firstKey() })
  const desks = [first]
  for (const name of ['Anna', 'Tom']) {
    const other = await desk(name, 'member', { limitClasses: {} })
    await other.join()
    desks.push(other)
  }
  for (const each of desks) await each.untilMembers(3)

  const busy = emulator.addInstance({ idInstance: '1101000002', token: 'token-two' })
  const { idInstance, token } = busy
  const people = ['79990001122', '79990001133', '79990001144', '79990001155'].map((number) => busy.person(number))
  // Older than the lists of the last day: only a history has them.
  for (const person of people)
    for (const hours of [40, 1])
      person.says(`${hours} hours ago`, { notify: false, at: emulator.clock.now() - hours * 3_600_000 })
  const counts = desks.map(countHistories)
  const key = await first.addInstance({ apiUrl: account.apiUrl, idInstance, token: null })
  await first.call('instances.setToken', { instance: key, token, storeToken: true })
  await first.call('team.share', { instance: key })
  for (const each of desks) {
    expect(await untilSynced(each, idInstance)).toMatchObject({ done: people.length })
    for (const { chatId } of people)
      expect(await each.texts(chatId, idInstance)).toEqual(['40 hours ago', '1 hours ago'])
  }
  // One for each chat, unless the one process that they share here stalls for a second; twelve if each asks for all.
  expect(counts.reduce((sum, count) => sum + count(), 0)).toBeLessThanOrEqual(people.length + 2)
})

test('a newcomer to a team that has received for a day asks for no history, and has what was written', async () => {
  const { instance, account, database, first, desk } = await createSharedScene()
  const lena = instance.person('79990001122', { name: 'Lena' })
  for (const text of ['yesterday', 'last night']) {
    lena.says(text)
    await first.waitFor(text, async () => (await first.texts(lena.chatId)).includes(text))
  }
  await database.run(`create table switchboard.journal_before partition of switchboard.journal
    for values from ('2020-01-01') to (date_trunc('month', now(), 'UTC'))`)
  await database.run(
    `update switchboard.journal set at = at - case n when 1 then interval '30 h' else interval '12 h' end`,
  )

  const newcomer = await desk('Tom')
  const count = countHistories(newcomer)
  await newcomer.join()
  expect(await untilSynced(newcomer, account.idInstance)).toMatchObject({ done: 1, total: 1 })
  expect(await newcomer.texts(lena.chatId)).toEqual(['yesterday', 'last night'])
  expect(count()).toBe(0)
})

test('a window that a member made up brings messages, names who entered it, and makes nothing complete', async () => {
  const { instance, emulator, database, first } = await createSharedScene({
    // Without their own first syncs.
    services: ['receiving', 'team'],
  })
  const lena = instance.person('79990001122', { name: 'Lena' })
  lena.says('now')
  await first.waitFor('the chat', async () => (await first.texts(lena.chatId)).includes('now'))
  const chat = await first.chat(first.firstKey(), lena.chatId)
  const completeness = () => first.store.read('history.completeness', { chat })
  const before = await completeness()
  lena.says('what the member hides', { notify: false, at: emulator.clock.now() - 40 * 3_600_000 })

  const mallory = await database.desk('Mallory')
  const [shared] = await mallory.team.leases()
  if (shared === undefined) throw new Error('Nothing is shared.')
  const timestamp = Math.floor(emulator.clock.now() / 1000) - 50 * 3600
  const record = {
    type: 'incoming',
    idMessage: 'MADE-UP',
    timestamp,
    typeMessage: 'textMessage',
    textMessage: 'made up',
  }
  const nonsense = [{ ...record, chatId: lena.chatId }, null, 'x', []]
  expect(await mallory.team.shareWindow(shared.instance, lena.chatId, nonsense)).toBe(true)
  await first.waitFor('the window', async () => (await first.texts(lena.chatId)).includes('made up'))

  expect(await completeness()).toEqual(before)
  expect(
    await database.run(`select m.name from switchboard.journal j join switchboard.member m on m.id = j.desk
    where kind = 'records'`),
  ).toEqual([{ name: 'Mallory' }])
  // Whoever opens the chat asks the service.
  await first.call('history.refresh', { chat })
  expect(await first.texts(lena.chatId)).toEqual(['made up', 'what the member hides', 'now'])
  expect(await first.joined()).toMatchObject({ state: 'live', notices: [] })
})

test('a login has fifty desks at most, however many others there are', async () => {
  const database = await createTeamDatabase()
  const [many, few] = [await database.login('member'), await database.login('member')]
  const enter = (login: TeamAddress, desks: number) =>
    database.run(`set session authorization ${login.user};
      select switchboard.be_here(gen_random_uuid(), 'Desk', false) from generate_series(1, ${desks})`)
  await enter(many, 50)
  await expect(enter(many, 1)).rejects.toThrow('check_violation')
  await enter(few, 1)
})
