import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createManualClock } from '../api/testing/manual-clock.ts'
import { createSystemClock } from '../core/base/system-clock.ts'
import { TeamError } from '../core/sharing/team-error.ts'
import { createSilentLogger } from '../core/testing/silent-logger.ts'
import { connectTeam } from './team-connection.ts'
import { createLine } from './testing/line.ts'
import { createPooler } from './testing/pooler.ts'
import { createTeamDatabase, openDesk } from './testing/team-database.ts'

test('behind a pooler in transaction mode a desk does not say that wake-ups come, and without one it does', async () => {
  const database = await createTeamDatabase()
  const login = await database.login('member')
  const direct = await openDesk(login)
  direct.onWake(() => undefined)
  await expect.poll(() => direct.isListening()).toBe(true)
  const pooler = await createPooler(login)
  onTestFinished(pooler.close)
  const pooled = await openDesk(pooler.address)
  const begun = Promise.withResolvers<void>()
  pooled.onWake(() => begun.resolve())
  await begun.promise
  // The probe of the connection that listens goes out first, and its answer would come with the answers to these.
  for (let count = 0; count < 20; count += 1) await pooled.beHere('Anna')
  expect(pooled.isListening()).toBe(false)
  expect((await pooled.members()).map(({ name }) => name)).toEqual(['Anna'])
})

test('nothing of the environment changes the connection', async () => {
  const database = await createTeamDatabase()
  const address = await database.login('member')
  vi.stubEnv('PGOPTIONS', '-c default_transaction_read_only=on')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect((await openDesk(address)).role).toBe('member')
})

test('a connection that is cut while its team is checked ends neither the program nor the next statement', async () => {
  const database = await createTeamDatabase()
  const line = await createLine(await database.login('member'))
  onTestFinished(() => line.close())
  const given = { address: line.address, clock: createSystemClock(), logger: createSilentLogger(), random: Math.random }
  const connection = connectTeam(given)
  onTestFinished(() => connection.close())
  const [team] = await database.run('select id from switchboard.team')
  connection.expect(String(team?.['id']))
  const locker = new Client(database.owner)
  onTestFinished(() => locker.end())
  await locker.connect()
  await locker.query('begin; lock table switchboard.team in access exclusive mode')
  const asked = connection.query('select 1 as one')
  asked.catch(() => undefined)
  const waiting = `select 1 from pg_stat_activity where usename = '${line.address.user}' and wait_event_type = 'Lock'`
  await expect.poll(() => database.run(waiting)).toHaveLength(1)
  line.cut(true)
  await expect(asked).rejects.toBeInstanceOf(TeamError)
  line.cut(false)
  await locker.query('rollback')
  expect(await connection.query('select 1 as one')).toEqual([{ one: 1 }])
})

test('a statement waits for the connection in use, and has one of its own after as long as opening one takes, and after half a second at most', async () => {
  const database = await createTeamDatabase()
  const address = await database.login('member')
  const clock = createManualClock()
  const connection = connectTeam({ address, clock, logger: createSilentLogger(), random: Math.random })
  onTestFinished(() => connection.close())
  const opened = connection.query('select 1')
  await clock.advance(20_000)
  await opened
  const locker = new Client(database.owner)
  onTestFinished(() => locker.end())
  await locker.connect()
  const ownConnections = `from pg_stat_activity where usename = '${address.user}'`
  /** A statement that holds its connection until `release`. */
  const hold = async () => {
    await locker.query('begin; select pg_advisory_xact_lock(1)')
    const held = connection.query('select pg_advisory_xact_lock(1)')
    await expect.poll(() => database.run(`select ${ownConnections} and wait_event_type = 'Lock'`)).toHaveLength(1)
    return async () => {
      await locker.query('commit')
      await held
    }
  }

  const release = await hold()
  const waits = connection.query('select 1 as one')
  await clock.advance(499)
  await release()
  expect(await waits).toEqual([{ one: 1 }])
  expect(await database.run(`select ${ownConnections}`)).toHaveLength(1)

  const releaseAgain = await hold()
  const goes = connection.query('select 1 as one')
  await clock.advance(500)
  expect(await goes).toEqual([{ one: 1 }])
  expect(await database.run(`select ${ownConnections}`)).toHaveLength(2)
  await releaseAgain()
})

test('of a flood of wake-ups a desk keeps some, and hears that there were more', async () => {
  const database = await createTeamDatabase()
  const address = await database.login('member')
  const clock = createManualClock()
  const connection = connectTeam({ address, clock, logger: createSilentLogger(), random: Math.random })
  onTestFinished(() => connection.close())
  const received: string[] = []
  connection.onWake((wake, about) => void received.push(`${wake} ${about}`))
  await expect.poll(() => connection.isListening()).toBe(true)
  await database.run(
    `select pg_notify('switchboard', 'journal 1 ' || n) from generate_series(1, 1000) n;
     select pg_notify('switchboard', 'lease')`,
  )
  await expect.poll(() => received).toContain('lease ')
  expect(received.filter((wake) => wake.startsWith('journal'))).toEqual(['journal 1 1'])
  await clock.advance(400)
  expect(received).toEqual(expect.arrayContaining(['journal ', 'journal 1 1000']))
  expect(received.length).toBeLessThan(110)
})
