import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import type { NewLetter } from '../core/sharing/shared-webhooks.ts'
import { TeamError } from '../core/sharing/team-error.ts'
import { createTeamDatabase } from './testing/team-database.ts'
import { passphrase, type SceneDesk } from './testing/team-scene.ts'
import { createWebhookScene, detailsAt, keyAt, rowAt, teamWebhook, wrongDeliveries } from './testing/webhook-scene.ts'
import type { TeamReceiver } from './testing/webhook-scene.ts'

type Scene = Awaited<ReturnType<typeof createWebhookScene>>

const textsOf = ({ got }: TeamReceiver) => got.map(({ text }) => text)
const untilGot = (desk: SceneDesk, receiver: TeamReceiver, ...texts: readonly string[]) =>
  desk.waitFor(`delivered: ${texts.join()}`, () => texts.every((text) => textsOf(receiver).includes(text)))
const cursorOf = async ({ database }: Pick<Scene, 'database'>): Promise<number> =>
  Number((await database.run('select n::integer from switchboard.webhook_cursor'))[0]?.['n'] ?? 0)
/** A change from a desk that has not heard of the one before it is refused. */
const untilSameVersion = (...desks: readonly [SceneDesk, SceneDesk]) =>
  desks[0].waitFor('both have the last change', async () => {
    const known = await Promise.all(desks.map((desk) => desk.store.read('programs.all', undefined)))
    return new Set(known.map(({ programs }) => programs.find(({ team }) => team !== null)?.team?.version)).size === 1
  })
/** The journal has everything of the queue, and the cursor has passed it. */
const untilPassed = (scene: Scene, desk: SceneDesk) =>
  desk.waitFor('the cursor is at the end', async () => {
    if (scene.instance.notifications.size > 0) return false
    const [last] = await scene.database.run(
      `select max(n)::integer as n from switchboard.journal where kind = 'notification'`,
    )
    return (await cursorOf(scene)) >= Number(last?.['n'])
  })
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `text ${from + index}`)
const say = ({ instance }: Pick<Scene, 'instance'>, texts: readonly string[]) => {
  const lena = instance.person('79990001122', { name: 'Lena' })
  for (const text of texts) lena.says(text)
  return lena.chatId
}

test('the desk that receives delivers for the team, and the next one goes on behind the cursor under the same secret', async () => {
  const scene = await createWebhookScene()
  const { receiver, first, second, secret } = scene
  say(scene, ['one', 'two'])
  await untilPassed(scene, first)
  expect(textsOf(receiver)).toEqual(['one', 'two'])
  await first.core.stop()
  say(scene, ['three'])
  await untilGot(second, receiver, 'three')
  expect(textsOf(receiver)).toEqual(['one', 'two', 'three'])
  for (const { source, headers } of receiver.got)
    expect(() => new Webhook(secret).verify(source, headers as Record<string, string>)).not.toThrow()
  expect(new Set(receiver.got.map(({ id }) => id)).size).toBe(3)
})

test('nothing goes out before an administrator switches it on, nor from a desk that does not receive', async () => {
  const scene = await createWebhookScene()
  const { receiver, first, second } = scene
  await first.call('programs.switchTeam', { on: false })
  await first.waitFor('off', async () => (await first.call('programs.list', {})).team?.isOn === false)
  await expect(second.call('programs.switchTeam', { on: true })).rejects.toThrow('teamTrouble')
  await expect(second.call('programs.add', teamWebhook('https://evil.example/'))).rejects.toThrow('teamTrouble')
  say(scene, ['one'])
  await first.waitFor('it waits', async () => (await rowAt(first))?.backlog.events === 1)
  await second.waitFor('it waits there too', async () => (await rowAt(second))?.backlog.events === 1)
  expect(receiver.got).toEqual([])
  await first.call('programs.switchTeam', { on: true })
  await untilGot(first, receiver, 'one')
  await untilPassed(scene, first)
  expect(textsOf(receiver)).toEqual(['one'])
})

test('a dead letter is with all desks, and is sent once more by the desk that receives by then', async () => {
  const scene = await createWebhookScene()
  const { receiver, first, second } = scene
  receiver.answer = ({ text }) => (text === 'poison' ? 422 : 200)
  scene.instance.person('79990001133').says('poison')
  // An event is given up when another one succeeds afterwards.
  await first.waitFor('it failed', async () => (await rowAt(first))?.trouble?.status === 422)
  say(scene, ['after it'])
  for (const desk of [first, second])
    await desk.waitFor('the dead letter', async () => (await detailsAt(desk)).deadLetterRows.length === 1)
  await first.core.stop()
  const { deadLetterRows, deadLetterEvents } = await detailsAt(second)
  // One, unless a retry after four seconds was first.
  const tries = receiver.got.filter(({ text }) => text === 'poison')
  expect(deadLetterRows).toMatchObject([{ tries: tries.length, trouble: { status: 422 } }])
  receiver.answer = () => 200
  await second.call('programs.replayDeadLetters', { program: await keyAt(second), events: [...deadLetterEvents] })
  const replay = await second.waitFor('it is sent', () => receiver.got.find(({ headers }) => headers['webhook-replay']))
  expect(replay).toMatchObject({ text: 'poison', id: tries[0]?.id, headers: { 'webhook-replay': '1' } })
  await second.waitFor('nobody has it', async () => {
    const rows = await scene.database.run('select from switchboard.dead_letter')
    return rows.length === 0 && (await detailsAt(second)).deadLetters === 0
  })
})

test('a person begins anew at another time, pauses and removes it, whichever desk delivers', async () => {
  const scene = await createWebhookScene()
  const { receiver, first, second } = scene
  const begun = Date.now() - 3_600_000
  say(scene, ['one', 'two'])
  await untilPassed(scene, first)
  await first.call('programs.replayFrom', { program: await keyAt(first), from: begun })
  await first.waitFor('all of it again', () => receiver.got.length === 4)
  expect(textsOf(receiver)).toEqual(['one', 'two', 'one', 'two'])
  expect(new Set(receiver.got.map(({ id }) => id)).size).toBe(2)
  await untilSameVersion(first, second)
  // The other desk does not know the new name yet, and pauses all the same.
  await first.call('programs.change', { program: await keyAt(first), name: 'Renamed' })
  await second.call('programs.pause', { program: await keyAt(second) })
  expect(await rowAt(second)).toMatchObject({ name: 'Renamed', state: 'paused' })
  await first.waitFor('paused there too', async () => (await rowAt(first))?.state === 'paused')
  say(scene, ['three'])
  await first.waitFor('it waits', async () => (await rowAt(first))?.backlog.events === 1)
  await second.call('programs.resume', { program: await keyAt(second) })
  await untilGot(first, receiver, 'three')
  await untilSameVersion(first, second)
  await first.call('programs.remove', { program: await keyAt(first) })
  await second.waitFor('gone there too', async () => (await rowAt(second)) === undefined)
  expect(receiver.got).toHaveLength(5)
})

test('a cursor that a failover set back costs repeats under the first ids, and nothing is lost or out of order', async () => {
  const scene = await createWebhookScene({ services: ['receiving', 'team', 'programs'] })
  const { receiver, first, second, database } = scene
  const chatId = say(scene, numbered(1, 4))
  await untilPassed(scene, first)
  // The last commits of the cursor alone are lost.
  await database.run('update switchboard.webhook_cursor set n = n - 3')
  say(scene, numbered(5, 6))
  await untilGot(first, receiver, ...numbered(5, 6))
  await untilPassed(scene, first)
  expect(wrongDeliveries(receiver.got, new Map([[chatId, numbered(1, 6)]]))).toEqual([])
  for (const desk of [first, second])
    await desk.waitFor('all of it', async () => (await desk.texts(chatId)).length === 6)
  // Those of the journal and of the cursor are.
  const standby = await database.copy()
  say(scene, numbered(7, 10))
  await untilGot(first, receiver, ...numbered(7, 10))
  for (const desk of [first, second])
    await desk.waitFor('all of it', async () => (await desk.texts(chatId)).length === 10)
  await database.swapWith(standby)
  say(scene, numbered(11, 16))
  await untilGot(second, receiver, ...numbered(11, 16))
  await untilPassed(scene, second)
  const wrong = wrongDeliveries(receiver.got, new Map([[chatId, numbered(1, 16)]]))
  expect(wrong).toEqual([])
})

test('a webhook that a restored database lacks stops and is said, and goes on where the database has it again', async () => {
  const scene = await createWebhookScene()
  const { receiver, first, database } = scene
  const withIt = await database.copy()
  await database.run('delete from switchboard.webhook')
  await database.run(`select pg_notify('switchboard', 'webhook')`)
  const row = await first.waitFor('stopped', async () => {
    const found = await rowAt(first)
    return found?.state === 'stopped' ? found : null
  })
  expect(row.trouble).toMatchObject({ kind: 'notInTeam' })
  await database.swapWith(withIt)
  await first.waitFor('it goes on', async () => (await rowAt(first))?.state === 'active')
  say(scene, ['one'])
  await untilGot(first, receiver, 'one')
})

test('a desk goes on with a secret that it has, and delivers nothing with one that it can not open', async () => {
  const scene = await createWebhookScene()
  const { receiver, first, second } = scene
  const next = 'correct horse battery staple violin'
  await first.call('team.changePassphrase', { current: passphrase, passphrase: next })
  await second.waitFor('told', async () =>
    (await second.joined()).notices.some(({ kind }) => kind === 'passphraseChanged'),
  )
  expect((await rowAt(second))?.team).toEqual({ hasSecret: true })
  await first.call('programs.renewSecret', { program: await keyAt(first) })
  await second.waitFor('it can not be opened', async () => (await rowAt(second))?.team?.hasSecret === false)
  await first.core.stop()
  await second.untilReader()
  say(scene, ['one'])
  await second.waitFor('it waits', async () => (await rowAt(second))?.backlog.events === 1)
  expect(receiver.got).toEqual([])
  await second.call('team.enterPassphrase', { passphrase: next })
  await untilGot(second, receiver, 'one')
})

async function createFence() {
  const database = await createTeamDatabase()
  const boss = await database.desk('Boss', 'administrator')
  const anna = await database.desk('Anna', 'member')
  await boss.team.setCheckValue('a check value')
  const instance = await boss.team.putInstance(
    {
      ...{ apiUrl: 'https://api.example.test', idInstance: '1101', family: 'v3', prefix: '/v3' },
      ...{ name: 'Shop', colour: 'teal', token: 'sealed', countsFrom: 0, answerTargetMs: 3_600_000 },
    },
    'a check value',
  )
  const id = randomUUID()
  const change = { id, name: 'Orders', settings: '{}', secret: 'sealed', secretId: randomUUID(), base: 0, from: null }
  expect(await boss.team.putWebhook({ ...change, check: 'a check value' })).toBe('done')
  const epoch = (await boss.team.takeLease(instance)) ?? 0
  const links: string[] = []
  for (let n = 1; n <= 5; n += 1) {
    const entry = { id: randomUUID(), raw: '{}', isJson: true, receiptId: String(n), queueComplete: true }
    await boss.team.append(instance, epoch, n - 1, { ...entry, raw: JSON.stringify({ n }) })
    links.push(entry.id)
  }
  const move = (
    from: number,
    to: number,
    more: { epoch?: number; link?: string | null; letters?: NewLetter[] } = {},
  ) => ({
    ...{ webhook: id, instance, epoch, from, to, link: links[to - 1] ?? null, letters: [] },
    ...more,
  })
  return { database, boss, anna, instance, id, epoch, links, move, change }
}

test('only the present holder of the lease moves a cursor, from where it stands, to an entry that it means', async () => {
  const { database, boss, anna, instance, links, move } = await createFence()
  expect(await boss.team.advanceCursor(move(0, 2))).toBe('done')
  expect(await boss.team.advanceCursor(move(0, 3))).toBe('lost')
  expect(await boss.team.advanceCursor(move(2, 9))).toBe('lost')
  // Another entry has this number since the database was set back.
  expect(await boss.team.advanceCursor(move(2, 3, { link: randomUUID() }))).toBe('lost')
  expect(await boss.team.advanceCursor(move(2, 3, { link: null }))).toBe('lost')
  expect(await anna.team.advanceCursor(move(2, 3))).toBe('lost')
  await database.run(`update switchboard.lease set beat_at = now() - interval '11 s'`)
  const epoch = (await anna.team.takeLease(instance)) ?? 0
  expect(await boss.team.advanceCursor(move(2, 3))).toBe('lost')
  const letter = { n: 3, entry: links[2] ?? '', tries: 1, firstFailedAt: 1, trouble: '{}' }
  const foreign = { ...letter, entry: randomUUID() }
  expect(await anna.team.advanceCursor(move(2, 4, { epoch, letters: [letter, foreign] }))).toBe('done')
  const place = { webhook: move(0, 1).webhook, instance, epoch }
  expect(await boss.team.webhookLetters(place.webhook)).toMatchObject([{ n: 3, isReplaying: false }])
  expect(await boss.team.settleLetter(place, { ...letter, isDelivered: true })).toBe(false)
  expect(await boss.team.askLetters(place.webhook, null, 'replay')).toBe(1)
  expect(await boss.team.settleLetter(place, { ...letter, isDelivered: true })).toBe(false)
  expect(await anna.team.settleLetter(place, { ...letter, isDelivered: true })).toBe(true)
  expect(await boss.team.webhookCursors()).toMatchObject([{ n: 4 }])
})

test('a webhook has 2,000 dead letters at most, and what a member writes over an older version is refused', async () => {
  const { database, boss, anna, instance, id, links, move, change } = await createFence()
  await database.run(`insert into switchboard.dead_letter (webhook, instance, entry, n, tries, first_failed_at, trouble)
    select '${id}', ${instance}, gen_random_uuid(), 1, 1, 1, '{}' from generate_series(1, 2000)`)
  const letter = { n: 1, entry: links[0] ?? '', tries: 1, firstFailedAt: 1, trouble: '{}' }
  expect(await boss.team.advanceCursor(move(0, 1, { letters: [letter] }))).toBe('full')
  expect(await boss.team.webhookCursors()).toMatchObject([{ n: 0 }])
  expect(await anna.team.setWebhookState(id, 'paused', 0)).toBe(false)
  const versionNow = async () => (await boss.team.webhooks())[0]?.version ?? 0
  const base = await versionNow()
  expect(await anna.team.setWebhookState(id, 'paused', base)).toBe(true)
  expect(await boss.team.putWebhook({ ...change, base, check: 'a check value' })).toBe('changed')
  const now = { ...change, base: await versionNow() }
  expect(await boss.team.putWebhook({ ...now, check: 'an older one' })).toBe('passphrase')
  await expect(anna.team.putWebhook({ ...now, check: 'a check value' })).rejects.toThrow(TeamError)
})

test('a month stays that a webhook has not passed, unless it is dropped by force', async () => {
  const { database, boss, move } = await createFence()
  await database.run(`create table switchboard.journal_202001 partition of switchboard.journal for values from ('2020-01-01') to ('2020-02-01');
    update switchboard.journal set at = '2020-01-15'`)
  await expect(database.run('select switchboard.drop_months(1)')).rejects.toThrow(
    'the webhook "Orders" has not passed journal_202001',
  )
  expect(await boss.team.advanceCursor(move(0, 3))).toBe('done')
  await expect(database.run('select switchboard.drop_months(1)')).rejects.toThrow('nothing was dropped')
  expect(await database.run('select switchboard.drop_months(1, true) as dropped')).toEqual([{ dropped: 1 }])
  expect(await boss.team.webhookCursors()).toMatchObject([{ n: 5 }])
})

test('a change of a webhook or a program that the database lost is refused, and enters none', async () => {
  const { boss, change } = await createFence()
  const lost = { ...change, id: randomUUID(), base: 3 }
  expect(await boss.team.putWebhook({ ...lost, check: 'a check value' })).toBe('changed')
  const program = { ...lost, keyId: 'abcdefgh', keyHash: 'x', state: 'active' } as const
  expect(await boss.team.putProgram(program)).toBe(false)
  expect(await boss.team.putProgram({ ...program, base: 0 })).toBe(true)
  expect((await boss.team.webhooks()).map(({ id }) => id)).toEqual([change.id])
})
