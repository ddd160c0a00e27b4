import { expect, test } from 'vitest'
import type { InstanceKey } from '../contract/ids.ts'
import type { TeamTroubleState } from '../contract/team.ts'
import { createTeamDatabase } from './testing/team-database.ts'
import { createSharedScene, type SceneDesk } from './testing/team-scene.ts'

const untilTrouble = (desk: SceneDesk, kind: TeamTroubleState['kind']) =>
  desk.until('team.status', {}, (status) => status.kind === 'joined' && status.trouble?.kind === kind)
const untilLive = (desk: SceneDesk) =>
  desk.until('team.status', {}, (status) => status.kind === 'joined' && status.state === 'live')
const hasTokens = (desk: SceneDesk) => desk.instances.list().map(({ key }) => desk.instances.hasToken(key))
const has = (desk: SceneDesk, chatId: string, text: string) =>
  desk.waitFor(`${text} is there`, async () => (await desk.texts(chatId)).includes(text))

test('a database of another team under the name of the own one is refused: no token goes, nothing is received, and the own one goes on', async () => {
  const scene = await createSharedScene()
  const { instance, first, second, database } = scene
  const lena = instance.person('79990001122')
  lena.says('before')
  for (const desk of [first, second]) await has(desk, lena.chatId, 'before')
  const other = await createTeamDatabase()
  await database.swapWith(other)
  for (const desk of [first, second]) {
    await untilTrouble(desk, 'otherTeam')
    await desk.call('team.tryNow', {})
  }
  lena.says('meanwhile')
  for (const desk of [first, second]) expect(await untilTrouble(desk, 'otherTeam')).toMatchObject({ state: 'refused' })
  // A desk that starts finds the same.
  expect(instance.notifications.size).toBe(1)
  for (const desk of [first, second]) expect(hasTokens(desk)).toEqual([true])
  // The other team's database is under the first name now, and nobody of this team entered it.
  expect(await database.run('select name from switchboard.member')).toEqual([])
  await database.swapWith(other)
  for (const desk of [first, second]) {
    await untilLive(desk)
    await has(desk, lena.chatId, 'meanwhile')
    expect(desk.differences()).toEqual([])
  }
  await first.waitFor('the queue is empty', () => instance.notifications.size === 0)
})

test('an empty database under the name of the own one is refused, and costs nothing', async () => {
  const { instance, first, second, database } = await createSharedScene()
  const other = await createTeamDatabase({ empty: true })
  await database.swapWith(other)
  for (const desk of [first, second]) {
    await untilTrouble(desk, 'notATeam')
    await desk.call('team.tryNow', {})
    expect(await untilTrouble(desk, 'notATeam')).toMatchObject({ state: 'refused' })
    expect(hasTokens(desk)).toEqual([true])
  }
  const lena = instance.person('79990001122')
  lena.says('meanwhile')
  await database.swapWith(other)
  for (const desk of [first, second]) await has(desk, lena.chatId, 'meanwhile')
})

test('an instance that the database no longer has keeps its token and its history, is not received alone, and is said', async () => {
  const { instance, first, second, database } = await createSharedScene()
  await database.run(`
    delete from switchboard.lease; delete from switchboard.instance;
    notify switchboard, 'instance'`)
  for (const desk of [first, second]) {
    await desk.until('team.status', {}, (status) => status.kind === 'joined' && status.notices[0]?.kind === 'missing')
    expect(hasTokens(desk)).toEqual([true])
  }
  const lena = instance.person('79990001122')
  lena.says('nobody receives it')
  // Shared again it has another number, and both find it by its address.
  await database.run(`insert into switchboard.instance (api_url, id_instance, family, prefix, name, colour, token, token_id,
      counts_from, answer_target_ms)
    overriding system value values ('https://elsewhere.example.test', '1', 'v3', '/v3', 'Elsewhere', 'teal', '{}', '', 0, 60000)`)
  expect(instance.notifications.size).toBe(1)
  await first.call('team.share', { instance: first.firstKey() })
  for (const desk of [first, second]) await has(desk, lena.chatId, 'nobody receives it')
  const [row] = await second.call('instances.list', {})
  // The row of somewhere else has a token that no passphrase of this team sealed.
  const status = await second.until(
    'team.status',
    {},
    (now) => now.kind === 'joined' && now.notices.some(({ kind }) => kind === 'sealedOtherwise'),
  )
  expect(status).toMatchObject({
    notices: [{ kind: 'sealedOtherwise', names: ['Elsewhere'] }],
    instances: [{ instance: row?.key as InstanceKey }],
  })
})

test('an instance that a person took off a desk stays off it, whatever number a restored database gives it', async () => {
  const scene = await createSharedScene()
  const { emulator, first, second, database } = scene
  const idsAt = async (desk: SceneDesk) => (await desk.call('instances.list', {})).map(({ idInstance }) => idInstance)
  const [row] = await second.call('instances.list', {})
  await second.call('instances.remove', { instance: row?.key as InstanceKey, eraseHistory: true })
  await second.until('instances.list', {}, (rows) => rows.length === 0)
  const other = emulator.addInstance({ idInstance: '1101000002', token: 'token-two' })
  const added = await first.call('instances.add', {
    ...{ apiUrl: emulator.url, idInstance: other.idInstance, token: other.token, storeToken: true },
    ...{ family: 'v3', name: 'Two', colour: 'teal', mode: 'full' },
  })
  await database.run(`
    delete from switchboard.lease; delete from switchboard.instance; alter table switchboard.instance alter id restart with 1`)
  // The other one has the number now that the first one had.
  await first.call('team.share', { instance: added.instance })
  await first.call('team.share', { instance: first.firstKey() })
  await second.until('instances.list', {}, (rows) => rows.length > 0)
  await first.until('team.status', {}, (status) => status.kind === 'joined' && status.instances.length === 2)
  const lena = other.person('79990001122')
  lena.says('after it')
  const found = await second.waitFor('the other one is received', async () => {
    const [here] = await second.call('instances.list', {})
    return here === undefined ? null : second.store.read('chats.find', { instance: here.key, chatId: lena.chatId })
  })
  expect(found).not.toBeNull()
  expect(await idsAt(second)).toEqual([other.idInstance])
})

test('two databases behind one name by turns, another team’s or a copy of the own one, cost nothing in the end', async () => {
  const { instance, first, second, database } = await createSharedScene()
  const lena = instance.person('79990001122')
  /** In a second each: what another desk enters again has no order within one second. */
  let count = 0
  const say = async () => {
    count += 1
    lena.says(`message ${count}`, { at: instance.now() + count * 1000 })
    for (const desk of [first, second]) await has(desk, lena.chatId, `message ${count}`)
  }
  await say()
  const other = await createTeamDatabase()
  for (const _ of [1, 2]) {
    await database.swapWith(other)
    for (const desk of [first, second]) await untilTrouble(desk, 'otherTeam')
    await database.swapWith(other)
    for (const desk of [first, second]) await untilLive(desk)
    await say()
  }
  const copy = await database.copy()
  for (const _ of [1, 2, 3]) {
    await say()
    await database.swapWith(copy)
  }
  await say()
  for (const desk of [first, second]) {
    expect(hasTokens(desk)).toEqual([true])
    await desk.untilApplied()
    expect(desk.differences()).toEqual([])
    expect(await desk.texts(lena.chatId)).toHaveLength(count)
  }
})
