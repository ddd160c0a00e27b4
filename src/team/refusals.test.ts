import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { TeamError, type TeamTrouble } from '../core/sharing/team-error.ts'
import type { TeamAddress } from '../core/sharing/shared-team.ts'
import { isThisComputer } from './team-connection.ts'
import { teamErrorOf } from './team-error-of.ts'
import { createTeamDatabase, openDesk } from './testing/team-database.ts'

async function refusal(work: Promise<unknown>): Promise<TeamTrouble> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof TeamError)) throw new Error(`No TeamError: ${String(error)}`)
  return error.trouble
}

test('a wrong password, an unknown login and a database that is not there are told apart', async () => {
  const database = await createTeamDatabase()
  const address = await database.login('member')
  expect(await refusal(openDesk({ ...address, password: 'another' }))).toEqual({ kind: 'refused' })
  expect(await refusal(openDesk({ ...address, user: 'nobody_we_know' }))).toEqual({ kind: 'refused' })
  expect(await refusal(openDesk({ ...address, database: 'elsewhere' }))).toEqual({ kind: 'noDatabase' })
})

test('a server that does not answer is out of reach', async () => {
  const address = await (await createTeamDatabase()).login('member')
  expect(await refusal(openDesk({ ...address, port: 1 }))).toEqual({ kind: 'unreachable', code: 'ECONNREFUSED' })
})

test('where TLS is asked for, a server without it is refused', async () => {
  // PostgreSQL's answer to a request for TLS where it has none.
  const server = createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.end('N')))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  const address = await (await createTeamDatabase()).login('member')
  expect(await refusal(openDesk({ ...address, port, authority: inject('postgres').authority }))).toEqual({
    kind: 'noTls',
  })
})

test('a certificate of the right authority and name is taken, and no other', async () => {
  const { authority, otherAuthority } = inject('postgres')
  const address = await (await createTeamDatabase()).login('member')
  const team = await openDesk({ ...address, host: 'localhost', authority })
  expect(team.role).toBe('member')
  expect(await refusal(openDesk({ ...address, host: 'localhost', authority: otherAuthority }))).toMatchObject({
    kind: 'certificate',
  })
  expect(await refusal(openDesk({ ...address, authority }))).toEqual({
    kind: 'certificate',
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  })
})

test('only this computer is reached without TLS', () => {
  for (const host of ['127.0.0.1', '127.8.0.1', '::1', 'localhost', '/run/postgresql'])
    expect(isThisComputer(host), host).toBe(true)
  for (const host of ['10.0.0.1', 'localhost.example.net', '127.0.0.1.example.net', '0.0.0.0', '::', 'db']) {
    expect(isThisComputer(host), host).toBe(false)
  }
})

test('a database without our schema, and one where another program took its name, are left as they are', async () => {
  const empty = await createTeamDatabase({ empty: true })
  const address = await empty.login()
  expect(await refusal(openDesk(address))).toEqual({ kind: 'notATeam' })
  await empty.run('create schema switchboard; create table switchboard.team (id integer)')
  expect(await refusal(openDesk(address))).toEqual({ kind: 'otherProgram' })
  expect(await empty.run(`select count(*)::int as count from pg_tables where schemaname = 'switchboard'`)).toEqual([
    { count: 1 },
  ])
})

test('a newer schema is used as long as it says that it can be, and an older one never', async () => {
  const database = await createTeamDatabase()
  const address = await database.login('member')
  await database.run('update switchboard.team set schema_version = 99, granted_version = 99')
  expect((await openDesk(address)).role).toBe('member')
  await database.run('update switchboard.team set least_known = 99')
  expect(await refusal(openDesk(address))).toEqual({ kind: 'newerSchema', schema: 99, known: 26 })
  await database.run('update switchboard.team set schema_version = 23, least_known = 15')
  expect(await refusal(openDesk(address))).toEqual({ kind: 'olderSchema', schema: 23, needed: 26 })
})

test('a read-only database, a login without a role and one that was taken away are each said', async () => {
  const database = await createTeamDatabase()
  expect(await refusal(openDesk(await database.login()))).toEqual({ kind: 'notAllowed' })

  const anna = await database.desk('Anna')
  await database.run(`revoke switchboard_member from ${anna.address.user}`)
  expect(await refusal(anna.team.beHere('Anna'))).toEqual({ kind: 'notAllowed' })

  const address = await database.login('member')
  await database.run(`alter role ${address.user} set default_transaction_read_only = on`)
  expect(await refusal(openDesk(address))).toEqual({ kind: 'readOnly' })
})

test('what the database refuses to keep is said, and never quoted', async () => {
  const { team } = await (await createTeamDatabase()).desk('Anna')
  for (const name of ['', 'x'.repeat(81), 'a\u0000b'])
    expect(await refusal(team.beHere(name))).toEqual({ kind: 'badValue' })
})

test('no error holds the password, the login or the host', async () => {
  const address: TeamAddress = {
    ...(await (await createTeamDatabase()).login('member')),
    password: 'kept to ourselves',
  }
  const error = await openDesk(address).catch((thrown: unknown) => thrown)
  const text = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error)
  for (const secret of [address.password, address.user, address.database]) expect(text).not.toContain(secret)
})

test('whatever the driver throws becomes one of our troubles', () => {
  const thrown = (code: string, message = 'x') => teamErrorOf(Object.assign(new Error(message), { code })).trouble
  expect(thrown('53100')).toEqual({ kind: 'full' })
  expect(thrown('53300')).toEqual({ kind: 'tooManyConnections' })
  expect(thrown('57P01')).toEqual({ kind: 'unreachable', code: '57P01' })
  expect(thrown('ENOTFOUND')).toEqual({ kind: 'unreachable', code: 'ENOTFOUND' })
  expect(thrown('ERR_TLS_CERT_ALTNAME_INVALID')).toEqual({ kind: 'certificate', code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  expect(thrown('XX000')).toEqual({ kind: 'failed', code: 'XX000' })
  expect(teamErrorOf(new Error('Query read timeout')).trouble).toEqual({ kind: 'unreachable', code: 'timeout' })
  expect(teamErrorOf(new Error('Connection terminated unexpectedly')).trouble).toEqual({
    kind: 'unreachable',
    code: 'cut',
  })
  expect(teamErrorOf('a word').trouble).toEqual({ kind: 'failed', code: 'unknown' })
})
