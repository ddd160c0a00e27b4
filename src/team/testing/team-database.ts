import { randomUUID } from 'node:crypto'
import { Client, DatabaseError, type ClientConfig } from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { SharedTeam, TeamAddress } from '../../core/sharing/shared-team.ts'
import type { DeskId } from '../../core/sharing/shared-ids.ts'
import { createSilentLogger } from '../../core/testing/silent-logger.ts'
import { createSystemClock } from '../../core/base/system-clock.ts'
import { openTeam } from '../open-team.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgres: {
      readonly port: number
      readonly owner: string
      readonly password: string
      /** The password of each login, and what the server stores of it. */
      readonly login: { readonly password: string; readonly verifier: string }
      /** PEM of what signed its certificate for `localhost`. */
      readonly authority: string
      /** PEM of another one. */
      readonly otherAuthority: string
    }
  }
}

export type Role = 'viewer' | 'member' | 'administrator'

/** A database of its own on the PostgreSQL of this run of tests. */
export interface TeamDatabase {
  /** As its owner. */
  readonly owner: ClientConfig
  /** Runs statements as its owner. */
  run(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** A login of its own with this role; without one, a login that may only connect. */
  login(role?: Role): Promise<TeamAddress>
  /** A copy of it as it is now: what a standby that is behind, or a backup, has later. Ends every connection. */
  copy(): Promise<TeamDatabase>
  /** Puts another database under this one's name, and this one under the other's. Every connection of both ends. */
  swapWith(other: TeamDatabase): Promise<void>
  /** A desk that has joined. */
  desk(name: string, role?: Role, given?: TeamAddress): Promise<Desk>
}

export interface Desk {
  readonly id: DeskId
  readonly address: TeamAddress
  readonly team: SharedTeam
}

const host = '127.0.0.1'
/** SQLSTATE. */
const objectInUse = '55006'

/** Creates the databases of all tests of this process, and ends with it. */
let maintenance: ReturnType<typeof createSession> | null = null

/** @param options.empty without our schema */
export async function createTeamDatabase(
  options: { readonly empty?: boolean; readonly copyOf?: string } = {},
): Promise<TeamDatabase> {
  const { port, owner: user, password, login: given } = inject('postgres')
  const database = `team_${randomUUID().replaceAll('-', '')}`
  const whole: ClientConfig = { host, port, user, password, database: 'postgres' }
  // By default the server copies page by page, through its log: four times the work.
  const source = options.empty === true ? '' : `template ${options.copyOf ?? 'team'} strategy file_copy`
  maintenance ??= createSession(whole)
  const { run: runWhole } = maintenance
  await runWhole(`create database ${database} ${source}`)
  const owner: ClientConfig = { ...whole, database }
  const session = createSession(owner)
  onTestFinished(session.end)
  // Its copy is another team's.
  if (options.empty !== true && options.copyOf === undefined)
    await session.run('update switchboard.team set id = gen_random_uuid()')

  const terminateAll = (name: string) =>
    runWhole(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`)
  /** A desk that connects again meanwhile would be in the way. */
  const closeTo = async (name: string) => {
    await runWhole(`alter database ${name} allow_connections false`)
    await terminateAll(name)
  }
  const rename = async (from: string, to: string): Promise<void> => {
    try {
      await runWhole(`alter database ${from} rename to ${to}`)
    } catch (error) {
      // A connection that began before they were refused is listed late.
      if (!(error instanceof DatabaseError) || error.code !== objectInUse) throw error
      await terminateAll(from)
      await rename(from, to)
    }
  }

  const login: TeamDatabase['login'] = async (role) => {
    const address = {
      host,
      port,
      database,
      user: `login_${randomUUID().replaceAll('-', '')}`,
      password: given.password,
    }
    await session.run(`create role ${address.user} login password '${given.verifier}'`)
    if (role !== undefined) await session.run(`grant switchboard_${role} to ${address.user}`)
    return address
  }
  return {
    owner,
    run: session.run,
    login,
    async copy() {
      await session.end()
      await closeTo(database)
      const copy = await createTeamDatabase({ copyOf: database })
      await runWhole(`alter database ${database} allow_connections true`)
      return copy
    },
    async swapWith({ owner: { database: other = '' } }) {
      for (const name of [database, other]) await closeTo(name)
      await session.end()
      const spare = `${database}_spare`
      await rename(database, spare)
      await rename(other, database)
      await rename(spare, other)
      for (const name of [database, other]) await runWhole(`alter database ${name} allow_connections true`)
    },
    async desk(name, role = 'member', given) {
      const address = given ?? (await login(role))
      const id = deskId()
      const team = await openDesk(address, id)
      await team.beHere(name)
      return { id, address, team }
    },
  }
}

const deskId = (): DeskId => randomUUID() as DeskId

/** Ends with the test. */
export async function openDesk(address: TeamAddress, desk: DeskId = deskId()): Promise<SharedTeam> {
  const team = await openTeam({
    address,
    desk,
    run: randomUUID(),
    joined: null,
    clock: createSystemClock(),
    logger: createSilentLogger(),
    random: Math.random,
  })
  onTestFinished(() => team.close())
  return team
}

/**
 * Runs statements over one connection to a database: a test asks many times while it waits, and each connection is a
 * process of the server. What is set for a connection, and a statement beside another one, gets a connection of its
 * own.
 */
function createSession(config: ClientConfig) {
  let open: Client | null = null
  let isBusy = false
  const end = async () => {
    const client = open
    open = null
    await client?.end()
  }
  const connect = async () => {
    const client = new Client(config)
    client.on('error', () => undefined)
    client.on('end', () => {
      if (open === client) open = null
    })
    await client.connect()
    open = client
    return client
  }
  return {
    end,
    async run(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
      if (isBusy || /(?:^|;)\s*set\b/i.test(sql)) return runQuery(config, sql)
      isBusy = true
      try {
        const { rows } = await (open ?? (await connect())).query(sql)
        return rows ?? []
      } finally {
        isBusy = false
      }
    },
  }
}

/** Over a connection of its own. */
export async function runQuery(config: ClientConfig, sql: string) {
  const client = new Client(config)
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows ?? []
  } finally {
    await client.end()
  }
}
