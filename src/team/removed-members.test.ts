import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { TeamAddress } from '../core/sharing/shared-team.ts'
import { TeamError } from '../core/sharing/team-error.ts'
import { createTeamDatabase } from './testing/team-database.ts'
import { createSharedScene } from './testing/team-scene.ts'

/** A connection with psql's freedom, which stays open whatever becomes of its login. */
async function openConnection(address: TeamAddress): Promise<Client> {
  const client = new Client({ ...address })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const tables = [
  'member',
  'instance',
  'lease',
  'journal',
  'send',
  'chat_state',
  'read_mark',
  'presence',
  'gone',
  'note',
  'chat_label',
]

test('a connection that was open before its login ended reads and writes nothing any more', async () => {
  const database = await createTeamDatabase()
  const boss = await database.desk('Boss', 'administrator')
  const account = {
    apiUrl: 'https://api.example.test',
    idInstance: '1101',
    family: 'v3',
    prefix: '/v3',
    name: 'Shop',
    countsFrom: 0,
    answerTargetMs: 3_600_000,
  }
  const instance = await boss.team.putInstance({ ...account, colour: 'teal', token: 'sealed' })
  const ends = {
    'alter role %s nologin': 'nothing is left to read',
    'revoke switchboard_member from %s': 'permission denied',
    'drop role %s': 'permission denied',
  }
  for (const [end, outcome] of Object.entries(ends)) {
    const anna = await database.desk('Anna')
    const open = await openConnection(anna.address)
    const read = async (table: string) => {
      const { rowCount } = await open.query(`select id from switchboard.${table}`)
      return rowCount === 0 ? 'nothing is left to read' : 'rows'
    }
    expect(await read('instance')).toBe('rows')
    expect((await open.query('select token from switchboard.instance')).rows).toEqual([{ token: 'sealed' }])
    await database.run(end.replace('%s', anna.address.user))
    const text = await read('instance').catch((error: unknown) => String(error))
    expect(text, end).toContain(outcome)
    const taken = open.query('select switchboard.take_lease($1, $2)', [instance, anna.id])
    await expect(taken, end).rejects.toThrow(/insufficient_privilege|permission denied|invalid role|does not exist/)
  }
})

test('a login whose desk was taken out reads no table of the team', async () => {
  const database = await createTeamDatabase()
  const boss = await database.desk('Boss', 'administrator')
  const anna = await database.desk('Anna')
  const open = await openConnection(anna.address)
  await open.query('select switchboard.be_here($1, $2, false)', [anna.id, 'Anna'])
  expect((await open.query('select from switchboard.member')).rowCount).toBe(2)
  await boss.team.removeMember(anna.id)
  for (const table of tables) {
    const columns = table === 'instance' ? 'id' : ''
    expect((await open.query(`select ${columns} from switchboard.${table}`)).rowCount, table).toBe(0)
  }
})

test('a desk that an administrator took out says so, asks for nothing any more, and takes nothing that comes after', async () => {
  const { instance, first, second, database } = await createSharedScene()
  const lena = instance.person('79990001122')
  lena.says('before')
  await second.waitFor('it is there', async () => (await second.texts(lena.chatId)).length === 1)
  await first.call('team.removeMember', { desk: (await second.joined()).desk })
  await second.until('team.status', {}, (status) => status.kind === 'joined' && status.trouble?.kind === 'removed')
  const login = second.line.address.user
  await second.waitFor('its connections ended', async () => {
    const open = await database.run(`select from pg_stat_activity where usename = '${login}'`)
    return open.length === 0
  })
  lena.says('after')
  await first.waitFor('it is with the others', async () => (await first.texts(lena.chatId)).includes('after'))
  expect(await second.texts(lena.chatId)).toEqual(['before'])
  expect(await second.joined()).toMatchObject({ state: 'refused', trouble: { kind: 'removed' } })
})

test('a role and a schema that change hold at the next beat, without a new connection', async () => {
  const database = await createTeamDatabase()
  const { team, address } = await database.desk('Anna')
  const trouble = () => team.beHere('Anna').then(() => null, (error: unknown) => (error instanceof TeamError ? error.trouble : error)) // prettier-ignore
  expect(team.role).toBe('member')
  await database.run(`grant switchboard_administrator to ${address.user}`)
  expect(await trouble()).toBeNull()
  expect(team.role).toBe('administrator')
  await database.run(`revoke switchboard_administrator, switchboard_member from ${address.user};
    grant switchboard_viewer to ${address.user}`)
  expect(await trouble()).toBeNull()
  expect(team.role).toBe('viewer')
  expect((await team.instances()).map(({ token }) => token)).toEqual([])
  await database.run('update switchboard.team set schema_version = 99, granted_version = 99, least_known = 99')
  expect(await trouble()).toMatchObject({ kind: 'newerSchema', schema: 99 })
  await database.run('update switchboard.team set least_known = 26, granted_version = 98')
  expect(await trouble()).toEqual({ kind: 'grantsMissing' })
})

test('a desk whose role was taken says so by its next beat, gives up the lease, and goes on when it gets the role back', async () => {
  const { first, second, database } = await createSharedScene()
  const { user } = second.line.address
  const [row] = await second.call('instances.list', {})
  await second.call('team.receiveHere', { instance: row?.key ?? first.firstKey() })
  await second.untilReader()
  await database.run(
    `revoke switchboard_member from ${user}; grant switchboard_viewer to ${user}; notify switchboard, 'lease'`,
  )
  await second.until('team.status', {}, (status) => status.kind === 'joined' && status.role === 'viewer')
  await database.run(`update switchboard.lease set beat_at = now() - interval '21 s'; notify switchboard, 'lease'`)
  await first.untilReader()
  await database.run(`grant switchboard_member to ${user}; notify switchboard, 'lease'`)
  await second.until('team.status', {}, (status) => status.kind === 'joined' && status.role === 'member')
  await second.call('team.receiveHere', { instance: row?.key ?? first.firstKey() })
  await second.untilReader()
  expect(await second.joined()).toMatchObject({ state: 'live', role: 'member' })
})
