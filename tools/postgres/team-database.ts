import { Client } from 'pg'
import { setUpTeam } from '../../src/team/set-up-team.ts'
import { startPostgres } from './postgres.mjs'

interface TeamLogin {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
}

interface Person {
  readonly name: string
  readonly role: 'viewer' | 'member' | 'administrator'
}

/** A PostgreSQL of our own with an empty team in it, for the demo and for tests that start hosts. */
export async function startTeamDatabase(people: readonly Person[]) {
  const server = await startPostgres()
  const whole = { host: '127.0.0.1', port: server.port, database: 'postgres' }
  const owner = { ...whole, user: server.owner, password: server.password }
  /** Runs statements as the owner. */
  const run = async (sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    const client = new Client(owner)
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(sql)).rows ?? []
    } finally {
      await client.end()
    }
  }
  await setUpTeam(owner)
  const logins: TeamLogin[] = []
  for (const { name, role } of people) {
    const user = name.toLowerCase()
    await run(`create role ${user} login password 'a made-up password'; grant switchboard_${role} to ${user}`)
    logins.push({ ...whole, user, password: 'a made-up password' })
  }
  return { logins, run, stop: server.stop, crash: server.crash }
}
