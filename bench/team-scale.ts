import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { createSilentLogger } from '../src/core/testing/silent-logger.ts'
import { createSystemClock } from '../src/core/base/system-clock.ts'
import type { TeamAddress } from '../src/core/sharing/shared-team.ts'
import type { DeskId, SharedInstanceId } from '../src/core/sharing/shared-ids.ts'
import { openTeam } from '../src/team/open-team.ts'
import { setUpTeam } from '../src/team/set-up-team.ts'
import { startPostgres } from '../tools/postgres/postgres.mjs'
import { createSteps, figure, percentile, startTable } from './lib/figures.ts'
import { machineLoad } from './lib/machine-load.ts'

/**
 * How many entries a second a team's database holds, by its desks: readers append notifications of about 1.2 kB at a
 * pace, and every desk follows all of them. A pace is held when every desk has everything a second after the last
 * append and the 95th percentile of the way from commit to desk is below a second. The pace grows until it is not held.
 * Commits are flushed. Desks are the database's side alone (no SQLite), ten in a program; readers, desks and database
 * share this computer. What an entry costs is processor time, so that it means something beside other programs: of all
 * desks together, and of the database (on Linux).
 */
const { values } = parseArgs({
  options: {
    desks: { type: 'string', default: '5,10,25,50' },
    instances: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '5' },
    paces: { type: 'string', default: '25,50,100,200,400,800' },
  },
})
const seconds = Number(values.seconds)
const numbers = (list: string) => list.split(',').map(Number)
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
const perProgram = 10

const server = await startPostgres({ durable: true, settings: { max_connections: '400' } })
const whole = {
  host: '127.0.0.1',
  port: server.port,
  user: server.owner,
  password: server.password,
  database: 'postgres',
}
await setUpTeam(whole)
const address: TeamAddress = whole
const openDesk = async () => {
  const desk = crypto.randomUUID() as DeskId
  const clock = createSystemClock()
  const team = await openTeam({
    address,
    desk,
    run: crypto.randomUUID(),
    joined: null,
    clock,
    logger: createSilentLogger(),
    random: Math.random,
  })
  await team.beHere('A reader of the bench')
  return team
}
const meter = new Client(whole)
await meter.connect()
const reader = await openDesk()
/** `deletedN`: the newest entry whose delete at the service was answered, as a reader reports it with the next one. */
const leases: { readonly instance: SharedInstanceId; readonly epoch: number; deletedN: number }[] = []
for (let index = 0; index < Number(values.instances); index++) {
  const instance = await reader.putInstance({
    apiUrl: 'https://api.example.test',
    idInstance: String(1_101_000_001 + index),
    family: 'v3',
    prefix: '/v3',
    name: `Instance ${index}`,
    colour: 'teal',
    token: 'sealed',
    countsFrom: 0,
    answerTargetMs: 3_600_000,
  })
  const epoch = await reader.takeLease(instance)
  if (epoch !== null) leases.push({ instance, epoch, deletedN: 0 })
}
const body = (n: number) => JSON.stringify({ typeWebhook: 'incomingMessageReceived', n, text: 'x'.repeat(1_150) })

interface Program {
  readonly child: ChildProcessWithoutNullStreams
  readonly desks: number
  next(): Promise<{ readonly entries: number; readonly late: readonly number[]; readonly workMs: number }>
}
async function startProgram(desks: number): Promise<Program> {
  const file = path.join(import.meta.dirname, 'lib/team-scale-program.ts')
  const orders = { address, desks, instances: leases.map(({ instance }) => instance) }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, JSON.stringify(orders)])
  child.stderr.pipe(process.stderr)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  await lines.next()
  return {
    child,
    desks,
    async next() {
      child.stdin.write('report\n')
      const { value } = await lines.next()
      return JSON.parse(String(value))
    },
  }
}

let appended = 0
/** Appends at a pace for some seconds. Gives how many a second really were. */
async function append(pace: number): Promise<number> {
  const start = performance.now()
  const total = pace * seconds
  const underWay = new Set<Promise<unknown>>()
  for (let index = 0; index < total; index++) {
    const lease = leases[index % leases.length]
    if (lease === undefined) break
    await pause(start + (index / pace) * 1000 - performance.now())
    const raw = body(appended++)
    const one = reader
      .append(lease.instance, lease.epoch, lease.deletedN, {
        id: crypto.randomUUID(),
        ...{ raw, isJson: true, receiptId: String(appended), queueComplete: true },
      })
      .then((entered) => {
        lease.deletedN = Math.max(lease.deletedN, entered?.n ?? 0)
      })
      .finally(() => underWay.delete(one))
    underWay.add(one)
  }
  await Promise.all(underWay)
  return total / ((performance.now() - start) / 1000)
}

/** Processor time of all processes of the database so far, ms. Those that ended count with the first one. */
async function serverWorkMs(): Promise<number> {
  if (process.platform !== 'linux') return Number.NaN
  const stat = (pid: string | number) => {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  }
  const [row] = (await meter.query<{ pid: number }>('select pg_backend_pid() as pid')).rows
  const first = stat(row?.pid ?? 0)[1]
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = stat(pid)
      // User and system time; of the first one also its children's that ended.
      if (fields[1] === first) ticks += (fields[11] ?? 0) + (fields[12] ?? 0)
      if (Number(pid) === first) ticks += [11, 12, 13, 14].reduce((sum, at) => sum + (fields[at] ?? 0), 0)
    } catch {
      // It ended meanwhile.
    }
  }
  return ticks * 10
}

process.stdout.write(`${machineLoad()}\n`)
const table = startTable(
  [
    'desks',
    'entries/s held',
    'desks, ms/entry',
    'database, ms/entry',
    'commit to desk p50',
    'p95',
    'not held at',
    'why',
  ],
  8,
)
const step = createSteps(numbers(values.desks).length * numbers(values.paces).length)
for (const desks of numbers(values.desks)) {
  const programs: Program[] = []
  for (let left = desks; left > 0; left -= perProgram) programs.push(await startProgram(Math.min(perProgram, left)))
  for (const program of programs) await program.next()
  let held = ['-', '-', '-', '-', '-']
  let end = ['-', '']
  for (const pace of numbers(values.paces)) {
    step(`${desks} desks, ${pace} entries a second`)
    const before = await Promise.all(programs.map((program) => program.next()))
    const workedBefore = await serverWorkMs()
    const real = await append(pace)
    await pause(1_000)
    const after = await Promise.all(programs.map((program) => program.next()))
    const each = (ms: number) => figure(ms / (pace * seconds))
    const work = [each(after.reduce((sum, { workMs }) => sum + workMs, 0)), each((await serverWorkMs()) - workedBefore)]
    const late = after.flatMap((one) => one.late)
    const missing = after.some((one, index) => one.entries - (before[index]?.entries ?? 0) < pace * seconds)
    const p95 = percentile(late, 0.95)
    if (missing || p95 >= 1_000 || real < pace * 0.9) {
      end = [
        String(pace),
        missing ? 'desks fall behind' : p95 >= 1_000 ? `p95 ${figure(p95)} ms` : `only ${figure(real)}/s appended`,
      ]
      break
    }
    held = [String(pace), ...work, `${figure(percentile(late, 0.5))} ms`, `${figure(p95)} ms`]
  }
  table.add([String(desks), ...held, ...end])
  for (const { child } of programs) {
    child.stdin.end()
    await once(child, 'exit')
  }
}
const size = await meter.query(
  `select sum(pg_total_relation_size(inhrelid))::float8 as bytes, (select count(*)::float8 from switchboard.journal) as entries
   from pg_inherits where inhparent = 'switchboard.journal'::regclass`,
)
await meter.end()
const { bytes, entries } = size.rows[0]
process.stdout.write(
  `${entries} entries of about 1.2 kB take ${figure(bytes / entries)} bytes each in the database, indexes included.\n`,
)
await reader.close()
await server.stop()
