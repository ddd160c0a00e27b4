import { expect, test } from 'vitest'
import type { InstanceKey } from '../contract/ids.ts'
import { liveSpans } from '../core/messages/archive/tx/live-spans.ts'
import { TeamError } from '../core/sharing/team-error.ts'
import { readStore } from '../core/testing/world-differences.ts'
import { answering } from './testing/answering.ts'
import type { TeamDatabase } from './testing/team-database.ts'
import { createSharedScene, type SceneDesk, type TeamScene } from './testing/team-scene.ts'

const has = (desk: SceneDesk, chatId: string, ...texts: readonly string[]) =>
  desk.waitFor(`${texts.join(', ')}: all are there`, async () => {
    const there = await desk.texts(chatId)
    return texts.every((text) => there.includes(text))
  })
const untilWentBack = (desk: SceneDesk) =>
  desk.until(
    'team.status',
    {},
    (status) => status.kind === 'joined' && status.notices.some(({ kind }) => kind === 'wentBack'),
  )
/** What counts as complete at a desk. */
const spansOf = (desk: SceneDesk) =>
  readStore(desk.dataDir, (tx) => {
    const row = tx.get<{ key: InstanceKey }>('select key from instance')
    return row === undefined ? [] : liveSpans(tx, row.key)
  })
const entriesOf = async ({ database }: TeamScene) =>
  database.run(`select n::int, raw from switchboard.journal where kind = 'notification' order by n`)
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `message ${from + index}`)
/** In a second each: what a desk learns from journals, or another desk enters again, has no order within one second. */
function sayNumbered({ instance }: Pick<TeamScene, 'instance'>, from: number, to: number): void {
  const lena = instance.person('79990001122')
  for (let n = from; n <= to; n += 1) lena.says(`message ${n}`, { at: instance.now() + n * 1000 })
}

test('a database that lost its last commits gets back what desks have of them, and a desk that joins later has all of it', async () => {
  // Without histories, so that a message that is at a desk came by the journal.
  const scene = await createSharedScene({ services: ['receiving', 'team'] })
  const { instance, first, second, database } = scene
  const lena = instance.person('79990001122')
  lena.says('message 1')
  for (const desk of [first, second]) await has(desk, lena.chatId, 'message 1')
  const standby = await database.copy()
  sayNumbered(scene, 2, 5)
  for (const desk of [first, second]) await has(desk, lena.chatId, ...numbered(1, 5))
  await first.waitFor('the service has deleted them', () => instance.notifications.size === 0)
  await database.swapWith(standby)
  // So many that the numbers pass those that were there before.
  sayNumbered(scene, 6, 12)
  for (const desk of [first, second]) {
    await has(desk, lena.chatId, ...numbered(1, 12))
    expect(await untilWentBack(desk)).toMatchObject({ state: 'live' })
  }
  await first.waitFor('all of it is in the journal', async () => (await entriesOf(scene)).length === 12)
  const third = await scene.desk('Ines')
  await third.join()
  await has(third, lena.chatId, ...numbered(1, 12))
  for (const desk of [first, second, third]) {
    await desk.waitFor('all of the journal is here', async () =>
      (await desk.joined()).instances.some(({ entries, backlog }) => entries >= 12 && backlog === 0),
    )
    await desk.untilApplied()
    expect(desk.differences()).toEqual([])
    const bodies = readStore(desk.dataDir, (tx) =>
      tx.all<{ count: number }>(
        `select count(*) as count from journal where type_webhook = 'incomingMessageReceived' group by raw_hash`,
      ),
    )
    expect(bodies.map(({ count }) => count)).toEqual(Array.from({ length: 12 }, () => 1))
  }
})

test('a desk notices that the database went back, also if a colleague entered all of it again first', async () => {
  const scene = await createSharedScene({ services: ['receiving', 'team'] })
  const { instance, first, second, database } = scene
  const lena = instance.person('79990001122')
  lena.says('message 1')
  for (const desk of [first, second]) await has(desk, lena.chatId, 'message 1')
  const isDeleted = () => first.waitFor('the service has deleted all', () => instance.notifications.size === 0)
  await isDeleted()
  const standby = await database.copy()
  sayNumbered(scene, 2, 5)
  for (const desk of [first, second]) await has(desk, lena.chatId, ...numbered(1, 5))
  await isDeleted()
  first.line.cut(true)
  await database.swapWith(standby)
  await second.waitFor('they are entered again', async () => (await entriesOf(scene)).length === 5)
  first.line.cut(false)
  for (const desk of [first, second]) {
    expect(await untilWentBack(desk)).toMatchObject({ notices: [{ kind: 'wentBack', entries: 4 }] })
    await has(desk, lena.chatId, ...numbered(1, 5))
    expect(desk.differences()).toEqual([])
  }
  expect(await entriesOf(scene)).toHaveLength(5)
})

test('a desk that was away takes an entry that replaced a lost one, also if the entry after it is one that it has', async () => {
  const scene = await createSharedScene({ services: ['receiving', 'team'] })
  const { instance, first, second, database } = scene
  const lena = instance.person('79990001122')
  lena.says('message 1')
  for (const desk of [first, second]) await has(desk, lena.chatId, 'message 1')
  const standby = await database.copy()
  const deskOf = async (desk: SceneDesk) => (await desk.joined()).desk
  const assign = async (to: TeamDatabase, desk: SceneDesk) =>
    to.run(`
      update switchboard.lease set last_n = last_n + 1;
      select switchboard.add_entry(instance, last_n, 'chat',
        '{"chatId": "${lena.chatId}", "assignee": "${await deskOf(desk)}", "doneUntil": null}', true, null, '', false, null, null)
        from switchboard.lease`)
  const assignee = (desk: SceneDesk) =>
    readStore(desk.dataDir, (tx) => tx.get<{ assignee: string | null }>('select assignee from chat')?.assignee)
  await assign(database, second)
  for (const desk of [first, second]) {
    await desk.waitFor('it is assigned', async () => assignee(desk) === (await deskOf(second)))
  }
  lena.says('message 2')
  for (const desk of [first, second]) await has(desk, lena.chatId, 'message 2')
  await first.waitFor('the service has deleted it', () => instance.notifications.size === 0)
  for (const desk of [first, second]) desk.line.cut(true)
  await assign(standby, first)
  await database.swapWith(standby)
  second.line.cut(false)
  await second.waitFor('it is entered again', async () => (await entriesOf(scene)).length === 2)
  first.line.cut(false)
  for (const desk of [first, second]) {
    await desk.waitFor('it is assigned', async () => assignee(desk) === (await deskOf(first)))
    await has(desk, lena.chatId, ...numbered(1, 2))
    expect(desk.differences()).toEqual([])
  }
  expect(await database.run('select n::int from switchboard.journal order by n')).toEqual([
    { n: 1 },
    { n: 3 },
    { n: 4 },
  ])
})

test('a reader that dies together with its database is replaced, and what only the two had comes from the histories', async () => {
  const scene = await createSharedScene()
  const { instance, first, second, database } = scene
  const lena = instance.person('79990001122')
  lena.says('message 1')
  for (const desk of [first, second]) await has(desk, lena.chatId, 'message 1')
  const standby = await database.copy()
  await second.waitFor('it is connected again', async () => (await second.joined()).state === 'live')
  second.line.cut(true)
  sayNumbered(scene, 2, 5)
  await has(first, lena.chatId, ...numbered(2, 5))
  await first.waitFor('the service has deleted them', () => instance.notifications.size === 0)
  // This desk is gone for good, and does not release its lease.
  first.line.cut(true)
  await database.swapWith(standby)
  second.line.cut(false)
  lena.says('message 6', { at: instance.now() + 10_000 })
  await has(second, lena.chatId, ...numbered(1, 6))
  expect(second.differences()).toEqual([])
})

test('no time counts as complete in which the database may have had what it lost, however soon new entries come', async () => {
  const listed = Promise.withResolvers<void>()
  let isListing = true
  const scene = await createSharedScene({ services: ['receiving', 'team'] })
  const { instance, first, database } = scene
  const second = await scene.desk('Ines', 'member', {
    services: ['receiving', 'team'],
    // The lists of the team come late, and new entries before them.
    openTeam: answering((team) => ({
      async members() {
        if (!isListing) await listed.promise
        return team.members()
      },
    })),
  })
  await second.join()
  const lena = instance.person('79990001122')
  lena.says('message 1')
  for (const desk of [first, second]) await has(desk, lena.chatId, 'message 1')
  const standby = await database.copy()
  await second.waitFor('it is connected again', async () => (await second.joined()).state === 'live')
  isListing = false
  second.line.cut(true)
  lena.says('message 2')
  await has(first, lena.chatId, 'message 2')
  await first.waitFor('the service has deleted it', () => instance.notifications.size === 0)
  const lostAt = Date.now()
  await first.core.stop()
  await database.swapWith(standby)
  await database.run('update switchboard.lease set holder = null')
  second.line.cut(false)
  lena.says('message 3')
  await has(second, lena.chatId, 'message 3')
  const spans = spansOf(second)
  expect(spans.filter(({ from, to }) => from <= lostAt && lostAt <= to)).toEqual([])
  expect(spans.at(-1)?.from).toBeGreaterThan(lostAt)
  listed.resolve()
})

test('a desk that was away when the database lost entries, and one that joins later, do not count that time as complete', async () => {
  const scene = await createSharedScene({ services: ['receiving', 'team'] })
  const { instance, first, second, database } = scene
  const lena = instance.person('79990001122')
  lena.says('message 1')
  for (const desk of [first, second]) await has(desk, lena.chatId, 'message 1')
  second.line.cut(true)
  lena.says('message 2')
  await has(first, lena.chatId, 'message 2')
  const standby = await database.copy()
  await first.waitFor('it is connected again', async () => (await first.joined()).state === 'live')
  lena.says('message 3')
  await has(first, lena.chatId, 'message 3')
  await first.waitFor('the service has deleted it', () => instance.notifications.size === 0)
  const lostAt = Date.now()
  await first.core.stop()
  await database.swapWith(standby)
  await database.run('update switchboard.lease set holder = null')
  second.line.cut(false)
  const third = await scene.desk('Ines', 'member', { services: ['receiving', 'team'] })
  await third.join()
  const reachLater = (desk: SceneDesk) =>
    desk.waitFor('a later time counts as complete', () => (spansOf(desk).at(-1)?.to ?? 0) > lostAt)
  const holdLost = (desk: SceneDesk) => spansOf(desk).filter(({ from, to }) => from <= lostAt && lostAt <= to)
  for (const desk of [second, third]) await has(desk, lena.chatId, 'message 2')
  // The wait at the queue ends: it is seen empty, which says nothing of the time before.
  scene.emulator.clock.advance(30_000)
  for (const desk of [second, third]) {
    await reachLater(desk)
    expect(holdLost(desk)).toEqual([])
  }
  lena.says('message 4')
  for (const desk of [second, third]) {
    await has(desk, lena.chatId, 'message 4')
    await desk.untilApplied()
    expect(holdLost(desk)).toEqual([])
  }
})

test('a run that the database refuses follows the journal, also with entries that the database lost', async () => {
  let isRefused = false
  const scene = await createSharedScene({ services: ['receiving', 'team'] })
  const { instance, first, database } = scene
  const second = await scene.desk('Ines', 'member', {
    services: ['receiving', 'team'],
    // As another run of this desk makes the database answer.
    openTeam: answering((team) => ({
      async beHere(name) {
        if (isRefused) throw new TeamError({ kind: 'otherRun' })
        return team.beHere(name)
      },
      async enterAgain(...given) {
        if (isRefused) throw new TeamError({ kind: 'notAllowed' })
        return team.enterAgain(...given)
      },
    })),
  })
  await second.join()
  const lena = instance.person('79990001122')
  lena.says('message 1')
  for (const desk of [first, second]) await has(desk, lena.chatId, 'message 1')
  const standby = await database.copy()
  await first.waitFor('it is connected again', async () => (await first.joined()).state === 'live')
  lena.says('message 2')
  for (const desk of [first, second]) await has(desk, lena.chatId, 'message 2')
  isRefused = true
  await second.waitFor('it is refused', async () => (await second.joined()).trouble?.kind === 'otherRun')
  await database.swapWith(standby)
  lena.says('message 3')
  await has(second, lena.chatId, 'message 3')
  await second.waitFor('it is refused again', async () => (await second.joined()).trouble?.kind === 'otherRun')
  isRefused = false
  await second.waitFor('it acts', async () => (await second.joined()).state === 'live')
  expect((await second.texts(lena.chatId)).toSorted()).toEqual(numbered(1, 3))
})

test('what a desk appended and nobody read before the database lost it is entered again', async () => {
  const scene = await createSharedScene({ services: ['receiving', 'team'] })
  const { instance, first, second, database } = scene
  const lena = instance.person('79990001122')
  lena.says('message 1')
  for (const desk of [first, second]) await has(desk, lena.chatId, 'message 1')
  const standby = await database.copy()
  for (const desk of [first, second]) {
    await desk.waitFor('it is connected again', async () => (await desk.joined()).state === 'live')
  }
  await first.untilReader()
  // The journal is appended to, and nobody can read it.
  await database.run('revoke select on switchboard.journal from switchboard_viewer')
  sayNumbered(scene, 2, 4)
  await first.waitFor('the service has deleted them', () => instance.notifications.size === 0)
  expect(await first.texts(lena.chatId)).toEqual(['message 1'])
  await database.swapWith(standby)
  for (const desk of [first, second]) await has(desk, lena.chatId, ...numbered(1, 4))
  expect(await untilWentBack(first)).toMatchObject({ notices: [{ kind: 'wentBack', entries: 3 }] })
  expect(first.differences()).toEqual([])
})

test('an instance that one desk received alone and that is shared again leaves a hole at desks that were away', async () => {
  const scene = await createSharedScene()
  const { instance, first } = scene
  const lena = instance.person('79990001122')
  lena.says('before')
  await has(first, lena.chatId, 'before')
  // The first sync of a desk that joins an account without chats comes back half a minute later.
  const second = await scene.desk('Ines')
  await second.join()
  await has(second, lena.chatId, 'before')
  // What comes afterwards is no part of it.
  await second.waitFor('its first sync is over', async () => {
    const [row] = await second.call('instances.list', {})
    return row !== undefined && (await second.store.read('accounts.get', { key: row.key })).firstSyncedAt !== null
  })
  second.line.cut(true)
  await first.call('team.unshare', { instance: first.firstKey() })
  lena.says('received alone', { at: instance.now() + 1_000 })
  await has(first, lena.chatId, 'received alone')
  await first.call('team.share', { instance: first.firstKey() })
  second.line.cut(false)
  lena.says('after', { at: instance.now() + 2_000 })
  await has(second, lena.chatId, 'before', 'received alone', 'after')
  expect(second.differences()).toEqual([])
})

test('an entry that the database lost and refuses is put aside and said, and what was lost with it is entered again', async () => {
  const scene = await createSharedScene({ services: ['receiving', 'team'] })
  const { instance, first, second, database } = scene
  const ines = await database.desk('Ines')
  const lena = instance.person('79990001122')
  lena.says('message 1')
  for (const desk of [first, second]) await has(desk, lena.chatId, 'message 1')
  const standby = await database.copy()
  await second.waitFor('it is connected again', async () => (await second.joined()).state === 'live')
  // What a member who holds the lease does with psql: desks enter text as a JSON string, and so it is longer than an
  // entry may be.
  await database.run(`
    update switchboard.lease set holder = '${ines.id}', epoch = epoch + 1;
    set session authorization ${ines.address.user};
    select switchboard.append(instance, epoch, '${ines.id}', null, repeat('"', 8100000), false, '1', 'hash', true, true, gen_random_uuid())
      from switchboard.lease;
    reset session authorization;
    update switchboard.lease set holder = null`)
  expect(await entriesOf(scene)).toHaveLength(2)
  sayNumbered(scene, 2, 5)
  for (const desk of [first, second]) await has(desk, lena.chatId, ...numbered(1, 5))
  await first.waitFor('the service has deleted them', () => instance.notifications.size === 0)
  await database.swapWith(standby)
  sayNumbered(scene, 6, 7)
  for (const desk of [first, second]) {
    await has(desk, lena.chatId, ...numbered(1, 7))
    const status = await desk.until(
      'team.status',
      {},
      (now) => now.kind === 'joined' && now.notices.some(({ kind }) => kind === 'unapplied'),
    )
    expect(status).toMatchObject({ state: 'live', trouble: null })
    expect(status).toMatchObject({ notices: expect.arrayContaining([{ kind: 'unapplied', entries: 1 }]) })
  }
  await first.waitFor('all but it is in the journal', async () => (await entriesOf(scene)).length === 7)
})
