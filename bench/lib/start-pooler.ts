import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { TeamAddress } from '../../src/core/sharing/shared-team.ts'
import { createPooler } from '../../src/team/testing/pooler.ts'
import { postgresUser } from '../../tools/postgres/postgres.mjs'

const programs = [
  '/usr/sbin/pgbouncer',
  '/usr/bin/pgbouncer',
  '/usr/local/bin/pgbouncer',
  '/opt/homebrew/bin/pgbouncer',
]

/**
 * A pooler in transaction mode before a database. `kind`: PgBouncer where it is installed, else the one of our tests.
 */
export interface RunningPooler {
  readonly kind: string
  addressOf(login: TeamAddress): Promise<TeamAddress>
  stop(): Promise<void>
}

/** @param logins who may come through: PgBouncer has to know them */
export async function startPooler(
  { host, port, database }: Pick<TeamAddress, 'host' | 'port' | 'database'>,
  logins: readonly Pick<TeamAddress, 'user' | 'password'>[],
): Promise<RunningPooler> {
  const program = programs.find((file) => existsSync(file))
  if (program === undefined) {
    const closes: (() => void)[] = []
    return {
      kind: 'the pooler of our tests (PgBouncer is not installed)',
      async addressOf(login) {
        // Each login has one of its own, since it hands any idle connection to anybody.
        const { address, close } = await createPooler({ ...login, host, port })
        closes.push(close)
        return address
      },
      stop: () => Promise.resolve(closes.forEach((close) => close())),
    }
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'switchboard-pooler-'))
  const user = postgresUser()
  const own = await freePort()
  const write = (name: string, text: string) => {
    const file = path.join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    if (user) chownSync(file, user.uid, user.gid)
    return file
  }
  const users = write('users', logins.map((login) => `"${login.user}" "${login.password}"\n`).join(''))
  const config = write(
    'pgbouncer.ini',
    `[databases]
${database} = host=${host} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 10
server_login_retry = 1
`,
  )
  if (user) chownSync(folder, user.uid, user.gid)
  const child = spawn(program, ['-q', config], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(user ?? {}),
  })
  child.on('error', () => undefined)
  while (!(await answers(own))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with code ${child.exitCode}.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    kind: `PgBouncer (${program}), pool_mode transaction`,
    addressOf: (login) => Promise.resolve({ ...login, host: '127.0.0.1', port: own }),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGQUIT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
