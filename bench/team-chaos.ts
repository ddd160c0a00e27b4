import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { createSeededRandom } from '../src/core/testing/mutate.ts'
import { readStore, worldDifferences } from '../src/core/testing/world-differences.ts'
import { setUpTeam } from '../src/team/set-up-team.ts'
import { createLine } from '../src/team/testing/line.ts'
import { startPostgres } from '../tools/postgres.mjs'
import { printTable } from './lib/figures.ts'
import { startEmulator } from './lib/start-emulator.ts'

/**
 * A team, attacked: desks that share instances are killed (SIGKILL), put to sleep longer than a lease lasts (SIGSTOP), cut from
 * the database, and the database itself is crashed, while customers write and every desk sends. In the end each archive is
 * the emulated world, no text was sent twice, and an instance was without a reader for 30 s at most.
 */
const { values } = parseArgs({
  options: {
    desks: { type: 'string', default: '5' },
    instances: { type: 'string', default: '20' },
    notifications: { type: 'string', default: '20000' },
    sends: { type: 'string', default: '2000' },
    /** Mean time between two blows, ms. */
    every: { type: 'string', default: '4000' },
    seed: { type: 'string', default: '1' },
  },
})
const deskCount = Number(values.desks)
const instanceCount = Number(values.instances)
const notifications = Number(values.notifications)
const sends = Number(values.sends)
const everyMs = Number(values.every)
const random = createSeededRandom(Number(values.seed))
const pick = <Value>(list: readonly Value[]): Value => {
  const one = list[Math.floor(random() * list.length)]
  if (one === undefined) throw new Error('Nothing to pick from.')
  return one
}
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const token = 'bench0000000000000000000000000000000000000000000000'
/** A lease whose holder is silent is free after 20 s; so a sleeper loses it. */
const sleepMs = 25_000
const readerWithinMs = 30_000
const longestQueue = 300

const database = await startPostgres({ durable: true })
const owner = {
  host: '127.0.0.1',
  port: database.port,
  user: database.owner,
  password: database.password,
  database: 'postgres',
}
await setUpTeam(owner)
const ask = async (sql: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new Client(owner)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

const emulator = await startEmulator()
const phones = Array.from({ length: 7 }, (_, index) => String(79_990_001_000 + index))
const idInstances = Array.from({ length: instanceCount }, (_, index) => String(1_102_000_101 + index))
for (const idInstance of idInstances) {
  await emulator.control.do('instance.add', { idInstance, token, settings: { delaySendMessagesMilliseconds: 0 } })
  for (const phone of phones) await emulator.control.do('person.add', { idInstance, phone })
}

interface Desk {
  readonly name: string
  readonly dataDir: string
  readonly line: Awaited<ReturnType<typeof createLine>>
  readonly share: readonly string[]
  child: ChildProcessWithoutNullStreams | null
  /** Something is being done to it. */
  busy: boolean
  onState: (state: { readonly entries: number; readonly waiting: number }) => void
}
let confirmed = 0

async function start(desk: Desk): Promise<void> {
  const { name, dataDir, line, share } = desk
  const orders = { name, dataDir, share, address: line.address, apiUrl: emulator.url, token }
  const program = path.join(import.meta.dirname, 'lib/team-desk-program.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, JSON.stringify(orders)])
  child.stdin.on('error', () => undefined)
  child.stderr.pipe(process.stderr)
  desk.child = child
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`A desk ended by itself with code ${code}.`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const said: { ready?: true; n?: number; entries?: number; waiting?: number } = JSON.parse(line)
      if (said.ready) resolve()
      if (said.n !== undefined) confirmed += 1
      if (said.entries !== undefined) desk.onState({ entries: said.entries, waiting: said.waiting ?? 0 })
    })
  })
}

async function end({ child }: Desk, signal: NodeJS.Signals | null): Promise<void> {
  if (child === null) return
  const ended = once(child, 'exit')
  if (signal === null) child.stdin.end()
  else child.kill(signal)
  await ended
}

const desks: Desk[] = []
for (let index = 0; index < deskCount; index++) {
  const role = index === 0 ? 'administrator' : 'member'
  await ask(`create role desk_${index} login password 'secret'; grant switchboard_${role} to desk_${index}`)
  const login = {
    host: owner.host,
    port: owner.port,
    database: owner.database,
    user: `desk_${index}`,
    password: 'secret',
  }
  const desk: Desk = {
    name: `Desk ${index}`,
    dataDir: await mkdtemp(path.join(os.tmpdir(), 'switchboard-team-')),
    line: await createLine(login),
    share: index === 0 ? idInstances : [],
    child: null,
    busy: false,
    onState: () => undefined,
  }
  await start(desk)
  desks.push(desk)
}
const startedAt = performance.now()
let running = true

/** Customers and the own phone. */
async function talk(): Promise<void> {
  for (let said = 0; said < notifications; said++) {
    const idInstance = pick(idInstances)
    while ((await emulator.control.do('queue.state', { idInstance })).length > longestQueue) await pause(100)
    const phone = pick(phones)
    const on = { idInstance, by: { person: phone } }
    const { idMessage } = await emulator.control.do('says', { ...on, text: `message ${said}`, options: {} })
    const draw = random()
    if (draw < 0.1) await emulator.control.do('edits', { ...on, idMessage, text: `edited ${said}` })
    else if (draw < 0.15) await emulator.control.do('deletes', { ...on, idMessage })
    await pause(5)
  }
}

/** Each text is one that nobody else ever sends. */
async function write(): Promise<void> {
  for (let n = 0; n < sends; n++) {
    const desk = pick(desks)
    const order = { n, idInstance: pick(idInstances), chatId: `${pick(phones)}@c.us`, text: `answer ${n}` }
    desk.child?.stdin.write(`${JSON.stringify(order)}\n`)
    await pause((notifications / sends) * 5)
  }
}

let crashing = false
const blows = { kill: 0, sleep: 0, cut: 0, crash: 0 }
async function strike(): Promise<void> {
  const kind = pick(['kill', 'kill', 'kill', 'sleep', 'cut', 'cut', 'crash'] as const)
  const free = desks.filter(({ busy }) => !busy)
  // One desk is left in peace, so that somebody can receive.
  if (kind === 'crash' ? crashing : free.length < 2) return
  blows[kind] += 1
  if (kind === 'crash') {
    crashing = true
    await database.crash()
    crashing = false
    return
  }
  const desk = pick(free)
  desk.busy = true
  if (kind === 'kill') {
    await end(desk, 'SIGKILL')
    await pause(random() * 2000)
    await start(desk)
  } else if (kind === 'sleep') {
    desk.child?.kill('SIGSTOP')
    await pause(sleepMs)
    desk.child?.kill('SIGCONT')
  } else {
    desk.line.cut(true)
    await pause(random() * sleepMs)
    desk.line.cut(false)
  }
  desk.busy = false
}

const underWay = new Set<Promise<void>>()
async function attack(): Promise<void> {
  while (running) {
    await pause(everyMs * (0.2 + 1.6 * random()))
    const blow = strike().finally(() => underWay.delete(blow))
    underWay.add(blow)
  }
  await Promise.all(underWay)
}

let longestSilence = 0
async function watch(): Promise<void> {
  while (running) {
    const rows = await ask(
      `select floor(extract(epoch from max(now() - coalesce(beat_at, held_since))) * 1000)::int as silence from switchboard.lease`,
    ).catch(() => [])
    longestSilence = Math.max(longestSilence, Number(rows[0]?.['silence'] ?? 0))
    await pause(500)
  }
}

const around = [attack(), watch()]
await Promise.all([talk(), write()])
running = false
await Promise.all(around)
process.stdout.write(
  `Everything is said after ${Math.round((performance.now() - startedAt) / 1000)} s; now it has to come together.\n`,
)

const queued = async () =>
  (await Promise.all(idInstances.map((idInstance) => emulator.control.do('queue.state', { idInstance })))).reduce(
    (sum, { length }) => sum + length,
    0,
  )
const stateOf = (desk: Desk) =>
  new Promise<{ readonly entries: number; readonly waiting: number }>((resolve) => {
    desk.onState = resolve
    desk.child?.stdin.write('state\n')
  })
const deadline = performance.now() + 300_000
for (;;) {
  const left = await queued()
  const [row] = await ask('select sum(last_n)::int as entries from switchboard.lease')
  const states = await Promise.all(desks.map(stateOf))
  const entries = Number(row?.['entries'])
  if (left === 0 && states.every((state) => state.entries === entries && state.waiting === 0)) break
  if (performance.now() > deadline) {
    process.stderr.write(`It does not come together: ${left} queued, ${entries} entries, ${JSON.stringify(states)}\n`)
    process.exitCode = 1
    break
  }
  await pause(500)
}
for (const desk of desks) await end(desk, null)
const sendStates = await ask('select state, count(*)::int as count from switchboard.send group by state order by state')
const [journal] = await ask('select count(*)::int as entries, count(repeat_of)::int as again from switchboard.journal')
const [epochs] = await ask('select sum(epoch)::int as epochs from switchboard.lease')

const { instances } = await emulator.control.do('snapshot')
await emulator.stop()
await database.stop()

let wrong = 0
const rows: string[][] = [['desk', 'differences']]
for (const { name, dataDir, line } of desks) {
  line.close()
  const differences = readStore(dataDir, (tx) =>
    instances
      .filter(({ idInstance }) => idInstances.includes(idInstance))
      .flatMap((world) => worldDifferences(tx, world))
      // What is uncertain, and what is another desk's uncertain, has no id of the service.
      .filter((difference) => !difference.includes('doubled or invented null')),
  )
  for (const difference of differences.slice(0, 5)) process.stderr.write(`${name} ${difference}\n`)
  rows.push([name, String(differences.length)])
  wrong += differences.length
  await rm(dataDir, { recursive: true, force: true })
}
const sent = new Map<string, number>()
for (const { chats } of instances)
  for (const { messages } of chats)
    for (const { direction, text } of messages) if (direction === 'outgoing') sent.set(text, (sent.get(text) ?? 0) + 1)
const twice = [...sent].filter(([, times]) => times > 1)
for (const [text, times] of twice.slice(0, 5)) process.stderr.write(`"${text}" was sent ${times} times\n`)
printTable(rows)
printTable([['sends', 'count'], ...sendStates.map(({ state, count }) => [String(state), String(count)])])
process.stdout.write(
  `${JSON.stringify(blows)}; ${String(journal?.['entries'])} entries, ${String(journal?.['again'])} of them again, ${String(epochs?.['epochs'])} epochs; ${confirmed} sends confirmed, ${sent.size} in the world, ${twice.length} twice.\n`,
)
process.stdout.write(`Longest silence of a reader: ${longestSilence} ms (at most ${readerWithinMs}).\n`)
if (wrong > 0 || twice.length > 0 || longestSilence > readerWithinMs) process.exitCode = 1
