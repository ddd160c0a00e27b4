import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { ContractError } from '../contract/errors.ts'
import { anyEvent } from '../contract/journal.ts'
import { createSharedScene, createTeamScene, giveToken, type SceneDesk, type TeamScene } from './testing/team-scene.ts'

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ContractError ? [error.code, error.data.details?.['trouble']] : error),
  )

/** The queue is empty, and each desk has everything. */
async function settled(scene: TeamScene, ...desks: readonly SceneDesk[]): Promise<void> {
  for (const desk of desks) {
    await desk.waitFor('the queue is empty', () => scene.instance.notifications.size === 0)
    const [lease] = await scene.database.run('select last_n::int as n from switchboard.lease')
    await desk.waitFor('everything of the journal is here', async () =>
      (await desk.joined()).instances.some(({ entries, backlog }) => entries - backlog >= Number(lease?.['n'])),
    )
    await desk.untilApplied()
  }
}

test('two desks share an instance: one receives, and both have everything once, as the service said it', async () => {
  const scene = await createSharedScene({}, { hasPassphrase: false })
  const { instance, first, second } = scene
  const anna = instance.person('79990001122', { name: 'Anna' })
  const written = anna.says('first')
  anna.says('second', { quotes: written })
  anna.edits(written, 'first, mended')
  instance.phone.reacts(written, '👍')
  anna.deletes(anna.says('not for you'))
  await settled(scene, first, second)
  expect(first.differences()).toEqual([])
  expect(second.differences()).toEqual([])
  const readers = await Promise.all([first, second].map(async (desk) => (await desk.joined()).instances[0]))
  for (const row of readers) expect(Math.abs((row?.lastAt ?? 0) - Date.now())).toBeLessThan(60_000)
  expect(readers.map((row) => row?.isThis)).toEqual([true, false])
  expect(readers[0]?.reader).toBe(readers[1]?.reader)
  await second.waitFor('the other desk says that it is received', () =>
    second.instances.list().every(({ connection }) => connection.state().kind === 'live'),
  )
})

test('a notification is in the shared journal before it is deleted at the service', async () => {
  const scene = await createSharedScene()
  const { emulator, instance, first, second, database } = scene
  const deletes = () => emulator.recorder.list().filter(({ operation }) => operation === 'deleteNotification')
  // Appends wait for the lease's row while somebody holds it.
  const holder = new Client(database.owner)
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin')
  await holder.query('select from switchboard.lease for update')
  const lena = instance.person('79990001122')
  lena.says('held back')
  await first.waitFor('the append waits', async () => {
    const waiting = `wait_event_type = 'Lock' and query like '%switchboard.append%'`
    return (await database.run(`select from pg_stat_activity where ${waiting}`)).length
  })
  expect(deletes()).toEqual([])
  expect(instance.notifications.size).toBe(1)
  await holder.query('rollback')
  await settled(scene, first, second)
  expect(await second.texts(lena.chatId)).toEqual(['held back'])
})

test('who asks to receive gets the lease, and a desk that ends lets go of it at once', async () => {
  const scene = await createSharedScene()
  const { instance, first, second } = scene
  const anna = instance.person('79990001122')
  anna.says('to the first')
  await settled(scene, first, second)
  const [row] = await second.call('instances.list', {})
  await second.call('team.receiveHere', { instance: row?.key ?? first.firstKey() })
  await second.untilReader()
  anna.says('to the second')
  await settled(scene, first, second)
  await second.core.stop()
  await first.untilReader()
  anna.says('to the first again')
  await settled(scene, first)
  expect(first.differences()).toEqual([])
})

test('while the database is away nothing is taken from the queue, everything can be read, and it goes on by itself', async () => {
  const scene = await createSharedScene()
  const { instance, first, second } = scene
  const anna = instance.person('79990001122')
  anna.says('before')
  await settled(scene, first, second)
  for (const { line } of [first, second]) line.cut(true)
  await first.until('team.status', {}, (status) => status.kind === 'joined' && status.state === 'away')
  anna.says('meanwhile')
  expect(await first.texts(anna.chatId)).toEqual(['before'])
  expect(instance.notifications.size).toBe(1)
  for (const { line } of [first, second]) line.cut(false)
  await settled(scene, first, second)
  for (const desk of [first, second]) {
    expect(desk.differences()).toEqual([])
    const live = await desk.until('team.status', {}, (status) => status.kind === 'joined' && status.state === 'live')
    expect(live).toMatchObject({ trouble: null })
  }
})

test('a desk that is cut off loses the lease by time, and what comes meanwhile and after reaches both', async () => {
  const scene = await createSharedScene()
  const { instance, first, second, database } = scene
  const anna = instance.person('79990001122')
  first.line.cut(true)
  anna.says('while the reader is cut off')
  const startedAt = Date.now()
  const freeAt = await second.waitFor('the reader is silent', async () => {
    // Again and again: at ten seconds the lease is free.
    await database.run(`update switchboard.lease set beat_at = now() - interval '6 s'; notify switchboard, 'lease'`)
    return (await second.joined()).instances[0]?.freeAt
  })
  expect(freeAt).toBeGreaterThan(startedAt)
  expect(freeAt).toBeLessThan(Date.now() + 11_000)
  await database.run(`update switchboard.lease set beat_at = now() - interval '21 s'; notify switchboard, 'lease'`)
  await second.untilReader()
  await settled(scene, second)
  first.line.cut(false)
  anna.says('when it is back')
  await settled(scene, first, second)
  for (const desk of [first, second]) expect(desk.differences()).toEqual([])
})

test('two readers at once never lose anything, however often the lease is taken away', async () => {
  const scene = await createSharedScene()
  const { instance, first, second, database } = scene
  const people = ['79990001122', '79990003344', '79990005566'].map((phone) => instance.person(phone))
  for (let round = 0; round < 8; round++) {
    for (const [index, person] of people.entries()) person.says(`${round} ${index}`)
    // Whatever the one that lost it is about to append is refused.
    await database.run(`update switchboard.lease set epoch = epoch + 1, beat_at = now(),
      holder = (select id from switchboard.member where id is distinct from holder limit 1);
      notify switchboard, 'lease'`)
    await first.waitFor('something was taken', () => instance.notifications.size < people.length)
  }
  await settled(scene, first, second)
  for (const desk of [first, second]) expect(desk.differences()).toEqual([])
  const [lease] = await database.run('select epoch from switchboard.lease')
  expect(Number(lease?.['epoch'])).toBeGreaterThan(8)
})

const allEvents = { ...anyEvent, before: null, upTo: null, limit: 100 }

test('an archive from before joins without doubling, a newcomer gets the journal, and who leaves keeps what is here and no token', async () => {
  const scene = await createTeamScene()
  const { instance } = scene
  const anna = instance.person('79990001122')
  anna.says('before the team')
  const first = await scene.desk('Yara', 'administrator', { instances: [scene.account] })
  await giveToken(first, scene)
  await first.waitFor('the queue is empty', () => instance.notifications.size === 0)
  await first.join()
  const mediaUrl = 'http://127.0.0.1:9/files'
  await first.call('instances.edit', { instance: first.firstKey(), mediaUrl })
  await first.call('team.share', { instance: first.firstKey() })
  anna.says('in the team')
  await settled(scene, first)
  expect(first.differences()).toEqual([])

  const second = await scene.desk('Anna', 'member', { instances: [{ ...scene.account, token: null }] })
  await second.join()
  await settled(scene, second)
  expect(await second.texts(anna.chatId)).toContain('in the team')

  expect(second.instances.list().map(({ row }) => row().mediaUrl)).toEqual([mediaUrl])
  await second.call('team.leave', { erase: false })
  expect(await second.call('team.status', {})).toEqual({ kind: 'none' })
  expect(await second.texts(anna.chatId)).toContain('in the team')
  expect(await second.call('instances.list', {})).toMatchObject([
    { token: 'missing', connection: { kind: 'tokenMissing' } },
  ])
  await first.untilMembers(1)

  // Joined again it has everything once, with its events.
  const events = async () => (await second.call('journal.list', allEvents)).rows.length
  const before = await events()
  await second.join()
  anna.says('in the team again')
  await settled(scene, second)
  expect(await events()).toBe(before + 1)
  await second.call('team.leave', { erase: false })
  await first.untilMembers(1)

  await first.call('team.unshare', { instance: first.firstKey() })
  anna.says('alone again')
  await first.waitFor('the queue is empty', () => instance.notifications.size === 0)
  await first.untilApplied()
  expect(first.differences()).toEqual([])
})

test('a desk that leaves is not entered again by the word it says of itself meanwhile', async () => {
  const { database, first, second } = await createSharedScene()
  // Taking a desk out takes what it said of itself out too, and so waits while somebody holds that: the desk is gone by
  // then, and whoever would enter it again waits for it.
  const holder = new Client(database.owner)
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin')
  await holder.query('lock table switchboard.presence in share mode')
  const left = second.call('team.leave', { erase: false })
  await first.waitFor('it is being taken out', async () => {
    const waiting = `wait_event_type = 'Lock' and query like '%switchboard.go_away%'`
    return (await database.run(`select from pg_stat_activity where ${waiting}`)).length
  })
  const [before] = await database.run('select now()')
  // Wakes every desk that listens, and each says first that it is here.
  await database.run(`notify switchboard, 'lease'`)
  await first.waitFor('the other desk said that it is here', async () => {
    const [row] = await database.run(`select seen_at from switchboard.member where name = 'Yara'`)
    return Number(row?.['seen_at']) > Number(before?.['now'])
  })
  await holder.query('rollback')
  await left
  expect(await database.run('select name from switchboard.member')).toEqual([{ name: 'Yara' }])
})

test('a desk that joins asks no queue that another desk reads', async () => {
  const { emulator, second } = await createSharedScene()
  await second.until('team.status', {}, (status) => status.kind === 'joined' && status.instances.length === 1)
  // An account without chats is asked again: its first sync has no end yet.
  await second.waitFor(
    'both have asked what they ask at first',
    () => emulator.recorder.list({ operation: 'getChats' }).length > 1,
  )
  expect(emulator.violations()).toEqual([])
})

test('a viewer gets everything and no token, and receives for nobody', async () => {
  const scene = await createSharedScene()
  const { instance, first, desk } = scene
  const tom = await desk('Tom', 'viewer')
  await tom.join()
  instance.person('79990001122').says('for all')
  await settled(scene, first, tom)
  expect(tom.differences()).toEqual([])
  expect(await tom.joined()).toMatchObject({ role: 'viewer', instances: [{ isThis: false }] })
  expect(tom.instances.list().map(({ key }) => tom.instances.hasToken(key))).toEqual([false])
})

test('a wrong passphrase, a team that nobody set up, and a second team are each refused', async () => {
  const scene = await createSharedScene()
  const { desk, first } = scene
  const late = await desk('Ines')
  expect(await refusal(late.join({ passphrase: 'another phrase' }))).toEqual(['passphraseWrong', undefined])
  expect(await late.call('team.status', {})).toEqual({ kind: 'none' })
  expect(await refusal(first.join())).toEqual(['teamJoined', undefined])

  const other = await createTeamScene({ hasPassphrase: false })
  const maker = await other.desk('Boss', 'administrator')
  expect(await refusal(maker.join({ passphrase: 'a' }))).toEqual(['passphraseWeak', undefined])
  expect(await other.database.run('select check_value from switchboard.team')).toEqual([{ check_value: null }])
  const early = await other.desk('Marek')
  expect(await refusal(early.join())).toEqual(['teamNotSetUp', undefined])
  early.line.cut(true)
  expect(await refusal(early.join())).toEqual(['teamTrouble', 'unreachable'])
})

test('an address that somebody changed in the database gets no token', async () => {
  const scene = await createSharedScene()
  const { database, desk, first } = scene
  await database.run(`update switchboard.instance set api_url = 'https://elsewhere.example.test'`)
  const late = await desk('Ines')
  await late.join()
  await late.until('team.status', {}, (status) => status.kind === 'joined' && status.members.length > 0)
  expect(late.instances.list()).toEqual([])
  expect(first.instances.list().map(({ row }) => row().apiUrl)).not.toContain('https://elsewhere.example.test')
})
