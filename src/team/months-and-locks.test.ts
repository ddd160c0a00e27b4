import { Client, type ClientConfig } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { SharedTeam } from '../core/sharing/shared-team.ts'
import { TeamError } from '../core/sharing/team-error.ts'
import { sized } from '../core/testing/marathon.ts'
import { createSeededRandom } from '../core/testing/mutate.ts'
import { createDesk, createSmallTeam } from './testing/team-acts.ts'
import { createTeamDatabase, openDesk, type TeamDatabase } from './testing/team-database.ts'
import { createSharedScene, createTeamScene } from './testing/team-scene.ts'

async function openConnection(config: ClientConfig): Promise<Client> {
  const client = new Client({ ...config })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function putInstances(team: SharedTeam, count: number) {
  const account = {
    apiUrl: 'https://api.example.test',
    family: 'v3',
    prefix: '/v3',
    colour: 'teal',
    token: 'sealed',
    countsFrom: 0,
    answerTargetMs: 3_600_000,
  }
  const instances = []
  for (let index = 0; index < count; index += 1)
    instances.push(await team.putInstance({ ...account, idInstance: `110${index}`, name: `Shop ${index}` }))
  return instances
}

const oldMonth = `create table switchboard.journal_202001 partition of switchboard.journal for values from ('2020-01-01') to ('2020-02-01')`
const dropAllMonths = `do $$ declare part name; begin
  for part in select relname from pg_inherits i join pg_class c on c.oid = inhrelid where inhparent = 'switchboard.journal'::regclass loop
    execute format('drop table switchboard.%I', part); end loop; end $$`
const months = async (database: TeamDatabase) =>
  (await database.run(`select relname from pg_inherits i join pg_class c on c.oid = inhrelid
    where inhparent = 'switchboard.journal'::regclass order by relname`)).map((row) => String(row['relname'])) // prettier-ignore

test('months are dropped beside a dump or not at all, and desks read on', async () => {
  const database = await createTeamDatabase()
  const { team } = await database.desk('Boss', 'administrator')
  const [instance = 0 as never] = await putInstances(team, 1)
  await database.run(oldMonth)
  const dump = await openConnection(database.owner)
  await dump.query('begin; lock table switchboard.journal, switchboard.journal_202001 in access share mode')
  const dropped = database.run('select switchboard.drop_months(1)').then(() => 'dropped', (error: unknown) => String(error)) // prettier-ignore
  const isWaiting = () =>
    database.run(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  await expect.poll(isWaiting).not.toHaveLength(0)
  // Behind the call that waits for the dump.
  expect(await team.page([{ instance, n: 0 }], 10)).toEqual([])
  expect(await dropped).toContain('the journal is being read')
  await dump.query('rollback')
  expect(await database.run('select switchboard.drop_months(1) as dropped')).toEqual([{ dropped: 1 }])
})

test('the first entry of a month is kept beside a dump', async () => {
  const database = await createTeamDatabase()
  const { team } = await database.desk('Boss', 'administrator')
  const [instance = 0 as never] = await putInstances(team, 1)
  await database.run(`${dropAllMonths}; ${oldMonth}`)
  const dump = await openConnection(database.owner)
  await dump.query('begin; lock table switchboard.journal, switchboard.journal_202001 in access share mode')
  const epoch = (await team.takeLease(instance)) ?? 0
  const entry = { id: crypto.randomUUID(), raw: '{}', isJson: true, receiptId: '1', queueComplete: true }
  expect(await team.append(instance, epoch, 0, entry)).toEqual({ n: 1, repeatOf: null })
})

test('the months are the same for a login with dates and hours of its own', async () => {
  const database = await createTeamDatabase()
  const expected = await months(database)
  const { team, address } = await database.desk('Anna')
  await database.run(
    `${dropAllMonths}; alter role ${address.user} set datestyle = 'SQL, DMY'; alter role ${address.user} set timezone = 'Pacific/Kiritimati'`,
  )
  const anna = await openConnection({ ...address })
  await anna.query('select switchboard.make_months()')
  expect(await months(database)).toEqual(expected)
  const owner = await openConnection({ ...database.owner, options: '-c timezone=UTC' })
  const { rows: bounds } = await owner.query(
    'select pg_get_expr(c.relpartbound, c.oid) as bound from pg_class c where relname = $1',
    [expected[0]],
  )
  expect(bounds.map(({ bound }) => /^FOR VALUES FROM \('\d{4}-\d\d-01 00:00:00\+00'\)/.test(String(bound)))).toEqual([
    true,
  ])
  expect((await team.members()).length).toBe(1)
})

test('dropped months take the settled sends of their time with them, and what is open stays', async () => {
  const database = await createTeamDatabase()
  const { team } = await database.desk('Boss', 'administrator')
  const [instance = 0 as never] = await putInstances(team, 1)
  const send = { instance, chatId: '1@c.us', operation: 'sendMessage', request: '{"message":"kept for ever"}' }
  const [settled, open] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const id of [settled, open]) await team.putSend({ id, ...send }, null)
  await team.settleSend(settled, 0, 'cancelled', null)
  await database.run(
    `update switchboard.send set changed_at = now() - interval '3 months'; select switchboard.drop_months(1)`,
  )
  expect(await database.run('select id from switchboard.send')).toEqual([{ id: open }])
})

test('leases that are renewed while a desk is taken out are locked in one order, and nothing is a deadlock', async () => {
  const database = await createTeamDatabase()
  const boss = await database.desk('Boss', 'administrator')
  const [one = 0 as never, two = 0 as never, three = 0 as never] = await putInstances(boss.team, 3)
  const [anna, yara] = [await database.desk('Anna'), await database.desk('Yara')]
  // Anna answers for chats of one, three and two, in this order; Yara renews two and then one.
  for (const instance of [one, three, two]) await boss.team.assignChat(instance, '1@c.us', anna.id, null)
  const epochs = new Map<number, number>()
  for (const instance of [two, one]) epochs.set(instance, (await yara.team.takeLease(instance)) ?? 0)
  const holder = await openConnection(database.owner)
  await holder.query('begin')
  await holder.query('select from switchboard.lease where instance = $1 for update', [three])
  const waiting = (count: number) => async () =>
    (await database.run(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .length >= count
  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo()));
  }
  const removed = boss.team.removeMember(anna.id).then(() => 'done', (error: unknown) => String(error)) // prettier-ignore
  await until(waiting(1))
  const renewed = yara.team.renewLeases([two, one].map((instance) => ({ instance, epoch: epochs.get(instance) ?? 0, deletedN: 0, idle: false })))
    .then((rows) => rows.length, (error: unknown) => String(error)) // prettier-ignore
  await until(waiting(2))
  await holder.query('rollback')
  expect(await Promise.all([removed, renewed])).toEqual(['done', 2])
})

test('leases that a second run of a desk takes over while the first renews them are locked in one order', async () => {
  const database = await createTeamDatabase()
  const { team, id, address } = await database.desk('Anna', 'administrator')
  const [one = 0 as never, two = 0 as never] = await putInstances(team, 2)
  // The row that was written first stands first in the table.
  const leases = []
  for (const instance of [two, one])
    leases.push({ instance, epoch: (await team.takeLease(instance)) ?? 0, deletedN: 0, idle: false })
  const second = await openDesk(address, id)
  const holder = await openConnection(database.owner)
  await holder.query('begin')
  await holder.query('select from switchboard.lease where instance = $1 for update', [two])
  const waiting = () =>
    database.run(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  const entered = second.beHere('Anna', true).then(() => 'here', String)
  await expect.poll(waiting).toHaveLength(1)
  const renewed = team.renewLeases(leases).then((rows) => rows.length, String)
  await expect.poll(waiting).toHaveLength(2)
  await holder.query('rollback')
  expect(await Promise.all([entered, renewed])).toEqual(['here', 0])
})

test.for(['doubtSends', 'nameInFlight'] as const)(
  'sends that become uncertain (%s) while leases are renewed are locked in one order, and nothing is a deadlock',
  async (how) => {
    const database = await createTeamDatabase()
    const boss = await database.desk('Boss', 'administrator')
    const [one = 0 as never, two = 0 as never, three = 0 as never] = await putInstances(boss.team, 3)
    const [anna, yara] = [await database.desk('Anna'), await database.desk('Yara')]
    const epochs = new Map<number, number>()
    for (const instance of [one, three]) epochs.set(instance, (await yara.team.takeLease(instance)) ?? 0)
    for (const instance of [three, two, one]) {
      const id = crypto.randomUUID()
      await anna.team.putSend({ id, instance, chatId: '1@c.us', operation: 'sendMessage', request: '{}' }, null)
      await anna.team.claimSend(id, '{}')
    }
    await database.run(`update switchboard.send set changed_at = now() - interval '2 min'`)
    if (how === 'doubtSends')
      await database.run(`update switchboard.member set seen_at = now() - interval '2 min' where id = '${anna.id}'`)
    const holder = await openConnection(database.owner)
    await holder.query('begin')
    await holder.query('select from switchboard.lease where instance = $1 for update', [two])
    const until = async (count: number) => {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while ((await database.run(waiting)).length < count);
    }
    const doubted = (how === 'doubtSends' ? yara.team.doubtSends() : anna.team.nameInFlight([]))
      .then(() => 'done', (error: unknown) => String(error)) // prettier-ignore
    await until(1)
    const renewed = yara.team.renewLeases([one, three].map((instance) => ({ instance, epoch: epochs.get(instance) ?? 0, deletedN: 0, idle: false })))
      .then((rows) => rows.length, (error: unknown) => String(error)) // prettier-ignore
    await until(2)
    await holder.query('rollback')
    expect(await Promise.all([doubted, renewed])).toEqual(['done', 2])
    expect(await database.run('select distinct state from switchboard.send')).toEqual([{ state: 'uncertain' }])
  },
)

/** Each row that is written takes a while, so that what happens at once meets. */
const slowly = `
  create schema slow;
  grant usage on schema slow to public;
  create function slow.pause() returns trigger language plpgsql as $$ begin perform pg_sleep(0.003); return coalesce(new, old); end $$;
  do $$
  declare
    one name;
  begin
    for one in select relname from pg_class where relnamespace = 'switchboard'::regnamespace and relkind in ('r', 'p') and not relispartition loop
      execute format('create trigger slow before insert or update or delete on switchboard.%I for each row execute function slow.pause()', one);
    end loop;
    execute format('alter database %I set deadlock_timeout = ''100ms''', current_database());
  end $$`

test('whatever desks do at once, each waits its turn, and nothing is a deadlock', async () => {
  const random = createSeededRandom(7)
  const database = await createTeamDatabase()
  await database.run(slowly)
  const world = await createSmallTeam(database, random)
  const desks: Awaited<ReturnType<typeof createDesk>>[] = []
  for (let index = 0; index < 8; index += 1) desks.push(await createDesk(world, index < 3))
  const names = Object.keys(desks[0]?.acts ?? {})
  const failures: string[] = []
  // A few kinds of acts at a time: those meet more often than all of them do.
  for (let life = 0; life < sized(10, 400); life += 1) {
    const chosen = Array.from({ length: 8 }, () => names[Math.floor(random() * names.length)] ?? '')
    const live = async ({ acts, comeBack }: (typeof desks)[number], index: number) => {
      await comeBack(index)
      for (let step = 0; step < 24; step += 1) {
        const name = step === 0 ? 'takeLeases' : (chosen[Math.floor(random() * chosen.length)] ?? '')
        try {
          await acts[name]?.()
        } catch (error) {
          // Somebody removed this desk, or the database refuses what was drawn.
          const isRefusal = error instanceof TeamError && error.trouble.kind !== 'failed'
          if (!isRefusal) failures.push(`${name} of ${chosen.join(', ')}: ${String(error)}`)
          await comeBack(index)
        }
      }
    }
    await Promise.all(desks.map(live))
  }
  expect(failures).toEqual([])
})

test('a viewer keeps 20,000 read marks at most, none of them of a time that is far away', async () => {
  const database = await createTeamDatabase()
  const boss = await database.desk('Boss', 'administrator')
  const [instance = 0 as never] = await putInstances(boss.team, 1)
  const tom = await database.desk('Tom', 'viewer')
  await database.run(`insert into switchboard.read_mark (member, instance, chat_id, read_until)
    select '${tom.id}', ${instance}, n || '@c.us', n from generate_series(1, 20000) n`)
  await tom.team.putReadMark(instance, 'new@c.us', Number.MAX_SAFE_INTEGER)
  expect(
    await database.run('select count(*)::int as n, min(read_until)::int as first from switchboard.read_mark'),
  ).toEqual([{ n: 20_000, first: 2 }])
  const [mark] = await tom.team.readMarks(instance, 'new@c.us')
  expect(mark?.readUntil).toBeLessThan(Date.now() + 2 * 24 * 3_600_000)
})

test('of two administrators who make the team at once the second changes nothing, and is told', async () => {
  const database = await createTeamDatabase()
  const [one, other] = [await database.desk('Boss', 'administrator'), await database.desk('Chief', 'administrator')]
  expect(await one.team.setCheckValue('first')).toBe(true)
  expect(await other.team.setCheckValue('second')).toBe(false)
  expect(await database.run('select check_value from switchboard.team')).toEqual([{ check_value: 'first' }])
  const direct = database.run(`set role ${other.address.user}; update switchboard.team set check_value = 'third'`)
  await expect(direct).rejects.toThrow('permission denied')

  const scene = await createTeamScene({ hasPassphrase: false })
  const makers = [await scene.desk('Yara', 'administrator'), await scene.desk('Anna', 'administrator')]
  const made = await Promise.allSettled(
    makers.map((maker, index) => maker.join({ passphrase: `the phrase of maker number ${index}` })),
  )
  expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(made.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'passphraseWrong' } })
})

test('who answers for a chat is known to a newcomer after the month of its assignment is gone, and can be changed by them', async () => {
  const { instance, first, desk, database } = await createSharedScene()
  const lena = instance.person('79990001122')
  lena.says('long ago')
  await first.waitFor('it is there', async () => (await first.texts(lena.chatId)).length === 1)
  const chat = await first.chat(first.firstKey(), lena.chatId)
  await first.call('team.assign', { chat, desk: (await first.joined()).desk })
  await database.run(`${dropAllMonths}; select switchboard.make_months()`)
  lena.says('today')
  const ines = await desk('Ines')
  await ines.join()
  await ines.waitFor('it is there', async () => (await ines.texts(lena.chatId)).includes('today'))
  const [row] = await ines.call('instances.list', {})
  const theirs = await ines.chat(row?.key ?? first.firstKey(), lena.chatId)
  const assigneeOf = async () => (await ines.call('chats.details', { chat: theirs })).assignee?.desk
  await ines.waitFor('Yara answers for it', async () => (await assigneeOf()) === (await first.joined()).desk)
  const own = (await ines.joined()).desk
  await ines.call('team.assign', { chat: theirs, desk: own })
  expect(await assigneeOf()).toBe(own)
})

test('how long messages of shared instances are kept is set by the owner of the database, for every desk', async () => {
  const { first, second, database } = await createSharedScene()
  const always = { days: null, instances: [], labels: [] }
  const own = { days: 30, instances: [{ instance: first.firstKey(), days: 5 }], labels: [] }
  const until = (days: number | null) =>
    Promise.all(
      [first, second].map((desk) =>
        desk.waitFor(`the desk keeps them for ${days}`, async () => {
          const [shown] = await desk.call('retention.preview', own)
          return shown?.isTeams === true && shown.days === days
        }),
      ),
    )
  // Nobody set it: what a desk says of its own instances is not meant.
  await until(null)
  await database.run('update switchboard.team set keep_days = 90')
  await until(90)
  expect(await second.call('retention.preview', always)).toMatchObject([{ days: 90, isTeams: true }])
  await expect(database.run('update switchboard.team set keep_days = 0')).rejects.toThrow('keep_days')
  await database.run('update switchboard.team set keep_days = null')
  await until(null)
})
