import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createSystemClock } from '../core/base/system-clock.ts'
import type { SharedTeam } from '../core/sharing/shared-team.ts'
import type { DeskId, SharedInstanceId } from '../core/sharing/shared-ids.ts'
import { TeamError } from '../core/sharing/team-error.ts'
import { createUnfollowedEntries } from '../core/team/journal/unfollowed-entries.ts'
import { createSilentLogger } from '../core/testing/silent-logger.ts'
import { openTeam } from './open-team.ts'
import { createTeamDatabase, type TeamDatabase } from './testing/team-database.ts'

const notification = (raw: string) => ({
  id: crypto.randomUUID(),
  raw,
  isJson: true,
  receiptId: '1',
  queueComplete: true,
})

const shop = {
  ...{ apiUrl: 'https://api.example.test', idInstance: '1101', family: 'v3', prefix: '/v3', name: 'Shop' },
  ...{ colour: 'teal', token: 'sealed', countsFrom: 0, answerTargetMs: 3_600_000 },
} as const

async function withInstance(database: TeamDatabase) {
  const { team } = await database.desk('Boss', 'administrator')
  return team.putInstance(shop)
}

async function held(team: SharedTeam, instance: SharedInstanceId): Promise<number> {
  const epoch = await team.takeLease(instance)
  if (epoch === null) throw new Error('The lease is not free.')
  return epoch
}

const isNotAllowed = (work: Promise<unknown>) =>
  expect(work).rejects.toEqual(expect.objectContaining({ trouble: { kind: 'notAllowed' } }))

test('one desk holds the lease, renews it and hands it over', async () => {
  const database = await createTeamDatabase()
  const instance = await withInstance(database)
  const [anna, yara] = [await database.desk('Anna'), await database.desk('Yara')]
  const epoch = await held(anna.team, instance)
  expect(await yara.team.takeLease(instance)).toBeNull()
  await yara.team.wantLease(instance)
  expect(await anna.team.renewLeases([{ instance, epoch, deletedN: 0, idle: true }])).toEqual([
    { instance, wantedBy: yara.id },
  ])
  expect(await anna.team.leaveLease(instance, epoch, yara.id, 0)).toBe(true)
  const [lease] = await yara.team.leases()
  expect(lease).toMatchObject({ holder: yara.id, epoch: epoch + 1, wantedBy: null, isFree: false })
  expect(lease?.idleAt).toBeGreaterThan(0)
  expect(await anna.team.leaveLease(instance, epoch, null, 0)).toBe(false)
})

test('a lease whose holder is silent, or spoke in a time that is yet to come, is free', async () => {
  const database = await createTeamDatabase()
  const instance = await withInstance(database)
  const [anna, yara] = [await database.desk('Anna'), await database.desk('Yara')]
  for (const passed of ['21 s', '-1 hour']) {
    const epoch = await held(anna.team, instance)
    await database.run(`update switchboard.lease set beat_at = now() - interval '${passed}'`)
    const next = await held(yara.team, instance)
    expect(next).toBe(epoch + 1)
    expect(await anna.team.renewLeases([{ instance, epoch, deletedN: 0, idle: false }])).toEqual([])
    expect(await anna.team.append(instance, epoch, 0, notification('{}'))).toBeNull()
    expect(await yara.team.leaveLease(instance, next, null, 0)).toBe(true)
  }
  expect(await anna.team.page([{ instance, n: 0 }], 10)).toEqual([])
})

test('an instance that is shared again is as it was shared last, and counts from the earliest time', async () => {
  const database = await createTeamDatabase()
  const { team } = await database.desk('Boss', 'administrator')
  const instance = await team.putInstance({ ...shop, countsFrom: 5 })
  const again = { ...shop, name: 'Shop in Riga', colour: 'plum', prefix: '', token: 'newer', answerTargetMs: 60_000 }
  for (const countsFrom of [9, 3]) {
    expect(await team.putInstance({ ...again, countsFrom })).toBe(instance)
    expect(await team.instances()).toMatchObject([{ ...again, id: instance, countsFrom: Math.min(5, countsFrom) }])
  }
})

test('a note that a colleague changed meanwhile is written over by nobody, and a text comes back over a removal', async () => {
  const database = await createTeamDatabase()
  const instance = await withInstance(database)
  const [anna, yara] = [await database.desk('Anna'), await database.desk('Yara')]
  const id = crypto.randomUUID()
  const put = async ({ team }: typeof anna, text: string | null, base: number, which = id) => {
    const note = await team.putNote(instance, '1@c.us', { id: which, text, base, at: 1, editedAt: null })
    return note === null ? null : [note.text, note.version]
  }
  expect(await put(anna, 'one', 0)).toEqual(['one', 1])
  expect(await put(yara, 'two', 1)).toEqual(['two', 2])
  expect(await put(yara, 'three', 1)).toEqual(['two', 2])
  expect(await put(anna, null, 1)).toEqual(['two', 2])
  expect(await put(anna, null, 2)).toEqual([null, 3])
  expect(await put(yara, 'four', 2)).toEqual(['four', 4])
  // The database had lost it.
  expect(await put(anna, 'five', 7, crypto.randomUUID())).toEqual(['five', 8])
  expect(await put(anna, null, 0, crypto.randomUUID())).toBeNull()
  expect(await database.run('select text, author, version::integer from switchboard.note order by n')).toEqual([
    { text: 'three', author: yara.id, version: 1 },
    { text: 'four', author: anna.id, version: 4 },
    { text: 'five', author: anna.id, version: 8 },
  ])
})

test('a renewal notes what the service deleted, up to what was kept, and when a queue was empty', async () => {
  const database = await createTeamDatabase()
  const instance = await withInstance(database)
  const { team } = await database.desk('Anna')
  const first = await held(team, instance)
  const noted = async () => {
    const [lease] = await team.leases()
    return [lease?.deletedN, typeof lease?.idleAt === 'number']
  }
  for (const raw of ['1', '2', '3']) await team.append(instance, first, 0, notification(raw))
  await team.renewLeases([{ instance, epoch: first, deletedN: 1, idle: false }])
  expect(await noted()).toEqual([1, false])
  await team.leaveLease(instance, first, null, 2)
  expect(await noted()).toEqual([2, false])
  const epoch = await held(team, instance)
  await team.renewLeases([{ instance, epoch, deletedN: 9, idle: true }])
  expect(await noted()).toEqual([3, true])
  await team.renewLeases([{ instance, epoch, deletedN: 1, idle: false }])
  expect(await noted()).toEqual([3, true])
})

test('whoever takes a free lease wants it no longer, and what another desk wants stays', async () => {
  const database = await createTeamDatabase()
  const instance = await withInstance(database)
  const [anna, yara] = [await database.desk('Anna'), await database.desk('Yara')]
  await held(anna.team, instance)
  for (const [taker, wantedBy] of [
    [anna, yara.id],
    [yara, null],
  ] as const) {
    await yara.team.wantLease(instance)
    await database.run(`update switchboard.lease set beat_at = now() - interval '21 s'`)
    await held(taker.team, instance)
    expect(await anna.team.leases()).toMatchObject([{ holder: taker.id, wantedBy }])
  }
})

test('entries come as they were kept, without gaps, to everybody, whatever is in them', async () => {
  const database = await createTeamDatabase()
  const instance = await withInstance(database)
  const [anna, tom] = [await database.desk('Anna'), await database.desk('Tom', 'viewer')]
  const epoch = await held(anna.team, instance)
  const bodies = ['{"a":"\\u0000 \\ud800"}', '[]', `"${'x'.repeat(300_000)}"`, '{"quote":"\'; drop table x; --"}']
  for (const raw of bodies) await anna.team.append(instance, epoch, 0, notification(raw))
  await anna.team.append(instance, epoch, 0, { ...notification('not JSON: \u0000 \u{1f600}'), isJson: false })
  const entries = await tom.team.page([{ instance, n: 0 }], 100)
  expect(entries.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5])
  expect(entries.map(({ raw }) => raw)).toEqual([...bodies, 'not JSON: \u0000 \u{1f600}'])
  expect(entries.map(({ kind, isJson }) => [kind, isJson])).toEqual([
    ...bodies.map(() => ['notification', true]),
    ['notification', false],
  ])
  expect(await tom.team.page([{ instance, n: 2 }], 2)).toEqual(entries.slice(2, 4))
})

test('a page ends after so many bytes, of all instances alike, and always brings something', async () => {
  const database = await createTeamDatabase()
  const { team } = await database.desk('Boss', 'administrator')
  const address = {
    apiUrl: 'https://api.example.test',
    family: 'v3',
    prefix: '/v3',
    colour: 'teal',
    token: 'sealed',
    countsFrom: 0,
    answerTargetMs: 3_600_000,
  }
  const instances: SharedInstanceId[] = []
  for (const idInstance of ['1101', '1102']) {
    const instance = await team.putInstance({ ...address, idInstance, name: idInstance })
    const epoch = await held(team, instance)
    for (let entry = 0; entry < 5; entry += 1)
      await team.append(instance, epoch, 0, notification(JSON.stringify(`${entry}`.repeat(998))))
    instances.push(instance)
  }
  const cursors = instances.map((instance) => ({ instance, n: 0 }))
  const page = async (from: readonly { readonly instance: SharedInstanceId; readonly n: number }[], bytes?: number) =>
    (await team.page(from, 3, bytes)).map(({ instance, n }) => [instances.indexOf(instance), n])
  expect(await page(cursors, 2_500)).toEqual([[0, 1], [0, 2], [1, 1]]) // prettier-ignore
  expect(await page(cursors, 1)).toEqual([[0, 1]])
  expect(await page(cursors)).toHaveLength(6)
})

test('appends of many desks at once keep n without gaps, and no follower ever sees one before those below it', async () => {
  const database = await createTeamDatabase()
  const instance = await withInstance(database)
  const desks = await Promise.all(['Anna', 'Ines', 'Marek'].map((name) => database.desk(name)))
  const follower = await database.desk('Tom', 'viewer')
  let seen = 0
  const appending = Promise.all(
    desks.map(async ({ team }) => {
      for (let count = 0; count < 60; count++) {
        const id = crypto.randomUUID()
        await team.putSend({ id, instance, chatId: '1@c.us', operation: 'sendMessage', request: '{}' }, null)
      }
    }),
  )
  while (seen < 180) {
    for (const { n } of await follower.team.page([{ instance, n: seen }], 50)) {
      expect(n).toBe(seen + 1)
      seen = n
    }
  }
  await appending
})

test('a body that comes again before its delete is confirmed is a repeat, and after it is not', async () => {
  const database = await createTeamDatabase()
  const instance = await withInstance(database)
  const [anna, yara] = [await database.desk('Anna'), await database.desk('Yara')]
  const epoch = await held(anna.team, instance)
  expect(await anna.team.append(instance, epoch, 0, notification('{"x":1}'))).toEqual({ n: 1, repeatOf: null })
  await anna.team.leaveLease(instance, epoch, yara.id, 0)
  expect(await yara.team.append(instance, epoch + 1, 0, notification('{"x":1}'))).toEqual({ n: 2, repeatOf: 1 })
  expect(await yara.team.append(instance, epoch + 1, 2, notification('{"x":1}'))).toEqual({ n: 3, repeatOf: null })
})

test('a month without a partition gets one when something is to be kept', async () => {
  const database = await createTeamDatabase()
  const instance = await withInstance(database)
  const { team } = await database.desk('Anna')
  const epoch = await held(team, instance)
  await database.run(`do $$ declare part name; begin
    for part in select relname from pg_inherits i join pg_class c on c.oid = inhrelid where inhparent = 'switchboard.journal'::regclass loop
      execute format('drop table switchboard.%I', part); end loop; end $$`)
  expect(await team.append(instance, epoch, 0, notification('{}'))).toEqual({ n: 1, repeatOf: null })
})

test('months are dropped by an administrator alone, and never the one that is written to', async () => {
  const database = await createTeamDatabase()
  const instance = await withInstance(database)
  const { team, address } = await database.desk('Anna')
  const epoch = await held(team, instance)
  await team.append(instance, epoch, 0, notification('{}'))
  await database.run(
    `create table switchboard.journal_202001 partition of switchboard.journal for values from ('2020-01-01') to ('2020-02-01')`,
  )
  await expect(database.run(`set role ${address.user}; select switchboard.drop_months(1)`)).rejects.toThrow(
    /permission denied/,
  )
  expect(await database.run('select switchboard.drop_months(1) as dropped')).toEqual([{ dropped: 1 }])
  expect(await team.page([{ instance, n: 0 }], 10)).toHaveLength(1)
})

test('a viewer reads everything but tokens, and the server lets it do nothing else', async () => {
  const database = await createTeamDatabase()
  const instance = await withInstance(database)
  const { team, address } = await database.desk('Tom', 'viewer')
  expect(await team.instances()).toEqual([expect.objectContaining({ name: 'Shop', token: null })])
  const boss = await database.desk('Lead', 'administrator')
  const epoch = (await boss.team.takeLease(instance)) ?? 0
  const entry = { id: crypto.randomUUID(), raw: '{}', isJson: true, receiptId: '1', queueComplete: true }
  await boss.team.append(instance, epoch, 0, entry)
  const sent = { id: crypto.randomUUID(), instance, chatId: '1@c.us', operation: 'sendMessage', request: '{}' }
  await boss.team.putSend(sent, null)
  await boss.team.assignChat(instance, '1@c.us', boss.id, null)
  await boss.team.putReadMark(instance, '1@c.us', 5)
  await boss.team.putNote(instance, '1@c.us', {
    id: crypto.randomUUID(),
    text: 'a note',
    base: 0,
    at: 1,
    editedAt: null,
  })
  await boss.team.putPresence(instance, '1@c.us', 'writing', 60)
  expect((await team.page([{ instance, n: 0 }], 10)).map(({ kind }) => kind)).toEqual([
    ...['notification', 'send', 'chat', 'chat'],
  ])
  expect(await team.leases()).toMatchObject([{ instance, holder: boss.id }])
  expect((await team.members()).map(({ name }) => name)).toContain('Lead')
  expect(await team.sendStates([sent.id])).toMatchObject([{ id: sent.id, state: 'queued' }])
  expect(await team.chatStates(instance, '', 10)).toHaveLength(1)
  expect(await team.readMarks(instance, '1@c.us')).toEqual([{ desk: boss.id, readUntil: 5 }])
  expect(await team.annotations(instance, 0, 10)).toHaveLength(1)
  expect(await team.presences()).toMatchObject([{ desk: boss.id, what: 'writing' }])

  const id = crypto.randomUUID()
  await isNotAllowed(team.shareWindow(instance, '1@c.us', [{ idMessage: 'A1' }]))
  await isNotAllowed(team.append(instance, epoch, 0, entry))
  await isNotAllowed(team.putNote(instance, '1@c.us', { id, text: 'a note', base: 0, at: 1, editedAt: null }))
  await isNotAllowed(team.putSend({ id, instance, chatId: '1@c.us', operation: 'sendMessage', request: '{}' }, null))
  await isNotAllowed(team.takeLease(instance))
  await isNotAllowed(team.assignChat(instance, '1@c.us', null, null))
  await isNotAllowed(team.markChat(instance, '1@c.us', 1))
  await isNotAllowed(team.renewToken(instance, 'x'))
  await isNotAllowed(team.dismissSend(id))
  await isNotAllowed(team.removeInstance(instance))
  for (const sql of [
    'select token from switchboard.instance',
    'delete from switchboard.journal',
    `select switchboard.make_months()`,
    'update switchboard.member set login = session_user',
    `insert into switchboard.send (id, instance, chat_id, operation, request, author) values (gen_random_uuid(), 1, 'x', 'x', 'x', gen_random_uuid())`,
  ]) {
    await expect(database.run(`set role ${address.user}; ${sql}`), sql).rejects.toThrow(/permission denied/)
  }
})

test('nobody acts in the name of another desk', async () => {
  const database = await createTeamDatabase()
  const instance = await withInstance(database)
  const [anna, eve] = [await database.desk('Anna'), await database.login('member')]
  const { team } = await database.desk('Eve', 'member', eve)
  const epoch = await held(anna.team, instance)
  const forged = `set session authorization ${eve.user}; `
  for (const call of [
    `select * from switchboard.append(${instance}, ${epoch}, '${anna.id}', 0, '{}', true, '1', 'h', true, true, gen_random_uuid())`,
    `select switchboard.leave_lease(${instance}, ${epoch}, '${anna.id}', null, 0)`,
    `select switchboard.put_send(gen_random_uuid(), ${instance}, '1@c.us', 'sendMessage', '{}', '${anna.id}', null, null, null)`,
    `select switchboard.go_away('${anna.id}')`,
  ]) {
    await expect(database.run(forged + call), call).rejects.toThrow(/insufficient_privilege|permission denied/)
  }
  await isNotAllowed(team.removeMember(anna.id))
  await database.run(`${forged}select switchboard.be_here('${anna.id}', 'Not Anna', false)`)
  expect((await anna.team.members()).map(({ name }) => name)).toEqual(['Anna', 'Boss', 'Eve'])
})

test('who is removed loses the leases at once, and what was said stays', async () => {
  const database = await createTeamDatabase()
  const instance = await withInstance(database)
  const [anna, boss] = [await database.desk('Anna'), await database.desk('Chief', 'administrator')]
  const epoch = await held(anna.team, instance)
  await anna.team.append(instance, epoch, 0, notification('{}'))
  await boss.team.removeMember(anna.id)
  expect((await boss.team.leases())[0]).toMatchObject({ holder: null, isFree: true })
  await isNotAllowed(anna.team.append(instance, epoch, 1, notification('{}')))
  expect(await boss.team.page([{ instance, n: 0 }], 10)).toHaveLength(1)
})

test('an instance that is removed has no token, no reader and its journal', async () => {
  const database = await createTeamDatabase()
  const instance = await withInstance(database)
  const [anna, boss] = [await database.desk('Anna'), await database.desk('Chief', 'administrator')]
  const epoch = await held(anna.team, instance)
  await anna.team.append(instance, epoch, 0, notification('{}'))
  await boss.team.removeInstance(instance)
  expect(await anna.team.instances()).toEqual([expect.objectContaining({ isRemoved: true, token: '' })])
  expect(await anna.team.takeLease(instance)).toBeNull()
  expect(await anna.team.append(instance, epoch, 1, notification('{}'))).toBeNull()
  expect(await database.run('select token from switchboard.instance')).toEqual([{ token: '' }])
  expect(await anna.team.page([{ instance, n: 0 }], 10)).toHaveLength(1)
})

test('a change wakes the others, also after the connection that listens was cut', async () => {
  const database = await createTeamDatabase()
  const instance = await withInstance(database)
  const [anna, yara] = [await database.desk('Anna'), await database.desk('Yara')]
  const received: string[] = []
  let onReceived = () => {}
  yara.team.onWake((wake) => {
    received.push(wake)
    onReceived()
  })
  const until = async (topic: string) => {
    while (!received.includes(topic)) await new Promise<void>((resolve) => (onReceived = resolve))
    received.length = 0
  }
  await until('everything')
  const epoch = await held(anna.team, instance)
  await until('lease')
  await anna.team.append(instance, epoch, 0, notification('{}'))
  await until('journal')
  await expect.poll(() => yara.team.isListening()).toBe(true)
  await database.run(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${yara.address.user}'`)
  await until('everything')
  await anna.team.append(instance, epoch, 1, notification('{}'))
  await until('journal')
  expect(await yara.team.page([{ instance, n: 0 }], 10)).toHaveLength(2)
})

test('a statement that was cut is an error with an owner, and the next one takes another connection', async () => {
  const database = await createTeamDatabase()
  const instance = await withInstance(database)
  const { team, address } = await database.desk('Anna')
  const epoch = await held(team, instance)
  const owner = new Client(database.owner)
  await owner.connect()
  onTestFinished(() => owner.end())
  await owner.query('begin')
  await owner.query('select from switchboard.lease for update')
  const cut = team.append(instance, epoch, 0, notification('{}'))
  cut.catch(() => undefined)
  const waiting = `select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and wait_event_type = 'Lock'`
  while ((await owner.query(waiting, [address.user])).rowCount === 0);
  await owner.query('rollback')
  await expect(cut).rejects.toBeInstanceOf(TeamError)
  await expect(cut).rejects.toEqual(expect.objectContaining({ trouble: { kind: 'unreachable', code: '57P01' } }))
  expect(await team.append(instance, epoch, 0, notification('{}'))).toEqual({ n: 1, repeatOf: null })
})

test('who appends many wakes the others now and then, and once after the last, also when they end', async () => {
  const database = await createTeamDatabase()
  const instance = await withInstance(database)
  const team = await openTeam({
    address: await database.login('member'),
    desk: crypto.randomUUID() as DeskId,
    run: crypto.randomUUID(),
    joined: null,
    clock: createSystemClock(),
    logger: createSilentLogger(),
    random: Math.random,
  })
  await team.beHere('Anna')
  const listener = new Client(database.owner)
  await listener.connect()
  onTestFinished(() => listener.end())
  let woken = 0
  let onWoken = () => {}
  listener.on('notification', ({ payload = '' }) => {
    if (!payload.startsWith('journal')) return
    woken += 1
    onWoken()
  })
  await listener.query('listen switchboard')
  let asked = 0
  /** Counts what is there after each wake, until it is so much. */
  const until = async (count: number) => {
    for (;;) {
      if (asked === woken) await new Promise<void>((resolve) => (onWoken = resolve))
      asked = woken
      const [row] = await database.run('select count(*)::int as n from switchboard.journal')
      if (Number(row?.['n']) >= count) return
    }
  }
  const epoch = await held(team, instance)
  const append = (n: number) => team.append(instance, epoch, 0, notification(`{"n":${n}}`))
  const startedAt = performance.now()
  for (let n = 1; n <= 100; n++) await append(n)
  await until(100)
  // At once, then every 100 ms, and after the last.
  expect(woken).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 90)
  for (const n of [101, 102, 103]) await append(n)
  await team.close()
  await until(103)
})

test('an entry that the journal brought back before the database answered is not counted as lost', async () => {
  const database = await createTeamDatabase()
  const instance = await withInstance(database)
  const { team } = await database.desk('Anna')
  const unfollowed = createUnfollowedEntries({ team, clock: createSystemClock() })
  const epoch = await held(team, instance)
  const append = async (raw: string, whileItIsUnanswered: () => Promise<void>) => {
    const entry = notification(raw)
    unfollowed.add(instance, entry)
    const appended = await team.append(instance, epoch, 0, entry)
    await whileItIsUnanswered()
    unfollowed.appended(entry.id, appended)
  }
  await append('{"text":"brought back"}', async () => {
    unfollowed.taken(await team.page([{ instance, n: 0 }], 10))
  })
  await append('{"text":"not brought back"}', () => Promise.resolve())
  await database.run('delete from switchboard.journal')
  unfollowed.doubt()
  expect(await unfollowed.check(() => 0)).toBe(1)
  expect((await team.page([{ instance, n: 0 }], 10)).map(({ raw }) => raw)).toEqual(['{"text":"not brought back"}'])
})

test('two lost entries that are alike come back as two events, and a redelivery as one', async () => {
  const database = await createTeamDatabase()
  const instance = await withInstance(database)
  const { team } = await database.desk('Anna')
  const epoch = await held(team, instance)
  const raw = '{"text":"the same"}'
  const enter = (isRepeat: boolean) => team.enterAgain(instance, 0, { ...notification(raw), isRepeat })
  const repeats = async () => (await team.page([{ instance, n: 0 }], 10)).map(({ repeatOf }) => repeatOf)
  for (const isRepeat of [false, false, true]) expect(await enter(isRepeat)).toBe(true)
  expect(await repeats()).toEqual([null, null, 1])
  // Before the next one is entered again, the service hands it out once more.
  await team.append(instance, epoch, 3, notification(raw))
  expect(await enter(false)).toBe(true)
  expect(await repeats()).toEqual([null, null, 1, null, 4])
})
