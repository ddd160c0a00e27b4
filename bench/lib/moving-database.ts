import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client, type ClientConfig } from 'pg'
import { createLine } from '../../src/team/testing/line.ts'
import { postgresProgram, startPostgres, type OwnPostgres } from '../../tools/postgres/postgres.mjs'

const run = promisify(execFile)
/** So that a standby that was cut off catches up. */
const settings = { max_connections: '400', wal_keep_size: '512MB' }

/** A team's database that crashes, fails over to a standby that lags, and is restored from an older dump. */
export interface MovingDatabase {
  /** One port for all of its life. */
  readonly port: number
  readonly password: string
  readonly name: string
  ask(sql: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>
  /** What this PostgreSQL can't do, and why. */
  readonly missing: readonly string[]
  crash(): Promise<void>
  /** The server is gone and a standby takes its place that has nothing of the last `lagMs`. */
  failOver(lagMs: number): Promise<void>
  dump(): Promise<void>
  /** The database is as the last dump has it. */
  restore(): Promise<void>
  stop(): Promise<void>
}

export async function startMovingDatabase(): Promise<MovingDatabase> {
  const name = 'switchboard_chaos'
  const basebackup = postgresProgram('pg_basebackup')
  const [dumpProgram, restoreProgram] = [postgresProgram('pg_dump'), postgresProgram('pg_restore')]
  let primary: OwnPostgres = await startPostgres({ durable: true, settings })
  const { password } = primary
  /** Where the way leads that everybody takes. */
  const place = { host: '127.0.0.1', port: primary.port, database: name, user: primary.owner, password }
  const way = await createLine(place)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'switchboard-dump-'))
  const dumpFile = path.join(folder, 'team.dump')

  const ask = async (config: ClientConfig, sql: string, values: readonly unknown[] = []) => {
    const client = new Client({ ...config, connectionTimeoutMillis: 10_000, query_timeout: 60_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query(sql, [...values])).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const whole = () => ({ host: '127.0.0.1', port: primary.port, user: primary.owner, password, database: 'postgres' })
  await ask(whole(), `create database ${name}`)

  const follow = async () => {
    // What the standby hears of the server goes this way, so that it can be made to lag.
    const line = await createLine({ ...place, port: primary.port })
    return {
      line,
      server: await startPostgres({ durable: true, settings, standbyOf: { port: line.address.port, password } }),
    }
  }
  let standby = basebackup === undefined ? null : await follow()

  const call = (program: string, args: readonly string[]) =>
    run(program, ['-h', '127.0.0.1', '-p', String(primary.port), '-U', primary.owner, ...args], {
      env: { ...process.env, PGPASSWORD: password },
    })
  return {
    port: way.address.port,
    password,
    name,
    ask: (sql, values) => ask({ ...whole(), database: name }, sql, values),
    missing: [
      ...(basebackup === undefined ? ['no failover: this PostgreSQL has no pg_basebackup'] : []),
      ...(dumpProgram === undefined || restoreProgram === undefined
        ? ['no restore: this PostgreSQL has no pg_dump and pg_restore']
        : []),
    ],
    async crash() {
      await primary.crash()
    },
    async failOver(lagMs) {
      if (standby === null) return
      const { line, server } = standby
      line.cut(true)
      await new Promise((resolve) => setTimeout(resolve, lagMs))
      way.cut(true)
      await primary.stop()
      await server.promote()
      line.close()
      primary = server
      place.port = server.port
      way.cut(false)
      standby = await follow()
    },
    async dump() {
      if (dumpProgram !== undefined) await call(dumpProgram, ['-Fc', '-f', dumpFile, name])
    },
    async restore() {
      if (restoreProgram === undefined) return
      way.cut(true)
      await ask(whole(), `alter database ${name} allow_connections false`)
      await ask(whole(), `drop database ${name} with (force)`)
      await ask(whole(), `create database ${name}`)
      await call(restoreProgram, ['-d', name, dumpFile])
      await ask(whole(), `grant connect on database ${name} to public`)
      way.cut(false)
    },
    async stop() {
      way.close()
      standby?.line.close()
      await standby?.server.stop()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
