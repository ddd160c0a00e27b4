import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { createSeededRandom } from '../src/core/testing/mutate.ts'
import { readStore, worldDifferences } from '../src/core/testing/world-differences.ts'
import { setUpTeam } from '../src/team/set-up-team.ts'
import { createLine } from '../src/team/testing/line.ts'
import { startPostgres } from '../tools/postgres.mjs'
import { printTable } from './lib/figures.ts'
import { startEmulator } from './lib/start-emulator.ts'
import { createDeskProgram } from './lib/team-desks.ts'
import type { DeskProgram } from './lib/team-desks.ts'

/**
 * A team, attacked: desks that share instances are killed (SIGKILL), put to sleep longer than a lease lasts (SIGSTOP), cut from
 * the database, and the database itself is crashed, while customers write and every desk sends. In the end each archive is
 * the emulated world, no text was sent twice, and an instance was without a reader for 30 s at most. It always ends with a
 * verdict: customers and desks fall silent after `minutes` at the latest, it has to come together within `together` minutes
 * then, and what is missing by then is said.
 */
const { values } = parseArgs({
  options: {
    desks: { type: 'string', default: '5' },
    instances: { type: 'string', default: '20' },
    notifications: { type: 'string', default: '20000' },
    sends: { type: 'string', default: '2000' },
    /** Mean time between two blows, ms. */
    every: { type: 'string', default: '4000' },
    minutes: { type: 'string', default: '30' },
    together: { type: 'string', default: '5' },
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
const talkMs = Number(values.minutes) * 60_000
const togetherMs = Number(values.together) * 60_000

/** What makes the verdict bad. */
const failures = new Set<string>()
let phase = 'begins'
// Whatever hangs that nobody thought of: the desks end with their stdin, the database with its guard.
const last = setTimeout(
  () => {
    process.stderr.write(`It hangs while it ${phase}.\n`)
    verdict()
    process.exit(1)
  },
  talkMs + togetherMs + 10 * 60_000,
)
function verdict(): void {
  for (const failure of failures) process.stdout.write(`NOT as it should be: ${failure}.\n`)
  process.stdout.write(failures.size === 0 ? 'As it should be.\n' : '')
  if (failures.size > 0) process.exitCode = 1
}

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

interface Desk extends DeskProgram {
  readonly name: string
  readonly dataDir: string
  readonly line: Awaited<ReturnType<typeof createLine>>
  /** Something is being done to it. */
  busy: boolean
}
let confirmed = 0

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
  const name = `Desk ${index}`
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-team-'))
  const line = await createLine(login)
  const share = index === 0 ? idInstances : []
  const program = createDeskProgram({
    ...{ name, dataDir, share, address: line.address, apiUrl: emulator.url, token },
    onPersisted: () => void (confirmed += 1),
    onFailure: (what) => void failures.add(what),
  })
  await program.start()
  desks.push({ ...program, name, dataDir, line, busy: false })
}
phase = 'is attacked'
const startedAt = performance.now()
const isTimeUp = () => performance.now() - startedAt > talkMs
let running = true
const done = { said: 0, ordered: 0 }

/** Customers and the own phone. */
async function talk(): Promise<void> {
  for (let said = 0; said < notifications && !isTimeUp(); said++) {
    const idInstance = pick(idInstances)
    done.said = said + 1
    while ((await emulator.control.do('queue.state', { idInstance })).length > longestQueue && !isTimeUp())
      await pause(100)
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
  for (let n = 0; n < sends && !isTimeUp(); n++) {
    done.ordered = n + 1
    const desk = pick(desks)
    desk.order({ n, idInstance: pick(idInstances), chatId: `${pick(phones)}@c.us`, text: `answer ${n}` })
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
    await database.crash().finally(() => {
      crashing = false
    })
    return
  }
  const desk = pick(free)
  desk.busy = true
  if (kind === 'kill') {
    await desk.end('SIGKILL')
    await pause(random() * 2000)
    await desk.start()
  } else if (kind === 'sleep') {
    desk.signal('SIGSTOP')
    await pause(sleepMs)
    desk.signal('SIGCONT')
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
    const blow = strike()
      .catch((error: unknown) => void failures.add(`a blow failed: ${String(error)}`))
      .finally(() => underWay.delete(blow))
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
const attackedFor = Math.round((performance.now() - startedAt) / 1000)
process.stdout.write(
  `${done.said} said and ${done.ordered} ordered in ${attackedFor} s; now it has to come together.\n`,
)
if (done.said < notifications || done.ordered < sends) {
  process.stdout.write(`The ${values.minutes} minutes were over before all ${notifications} and ${sends} were.\n`)
}
phase = 'comes together'

/** What is missing yet; empty when everything is where it belongs. */
async function missing(): Promise<readonly string[]> {
  const queues = await Promise.all(
    idInstances.map(async (idInstance) => {
      const { length } = await emulator.control.do('queue.state', { idInstance })
      return length === 0 ? [] : [`${length} in the queue of ${idInstance}`]
    }),
  )
  const [row] = await ask('select sum(last_n)::int as entries from switchboard.lease').catch(() => [])
  if (row === undefined) return ['the database does not answer']
  const entries = Number(row['entries'])
  const states = await Promise.all(
    desks.map(async ({ name, state }) => {
      const now = await state()
      if (now === null) return [`${name} does not answer`]
      const lagging = now.entries === entries ? [] : [`${name} has ${now.entries} of ${entries} entries`]
      return now.waiting === 0 ? lagging : [...lagging, `${name} has ${now.waiting} messages that are not settled`]
    }),
  )
  return [...queues, ...states].flat()
}
const deadline = performance.now() + togetherMs
for (;;) {
  const now = await missing()
  if (now.length === 0) break
  if (performance.now() > deadline) {
    for (const what of now) failures.add(what)
    break
  }
  await pause(500)
}
const togetherFor = Math.round((performance.now() - startedAt) / 1000) - attackedFor
process.stdout.write(`It came together, or did not, within ${togetherFor} s.\n`)
phase = 'ends'
await Promise.all(desks.map((desk) => desk.end(null)))
const sendStates = await ask('select state, count(*)::int as count from switchboard.send group by state order by state')
const [journal] = await ask('select count(*)::int as entries, count(repeat_of)::int as again from switchboard.journal')
const [epochs] = await ask('select sum(epoch)::int as epochs from switchboard.lease')

const { instances } = await emulator.control.do('snapshot')
await emulator.stop()
await database.stop()

/** What a desk received and could not apply, by the reason that it gave. */
const notApplied = (dataDir: string) =>
  readStore(dataDir, (tx) =>
    tx.all<{ detail: string; count: number }>(
      `select reason || ', ' || detail || ' ' || substr(raw, 1, 300) as detail, count(*) as count from journal
       where state <> 'applied' group by 1 order by 2 desc limit 5`,
    ),
  )
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
  for (const { detail, count } of notApplied(dataDir).slice(0, 5))
    process.stderr.write(`${name} could not apply ${count}: ${detail}\n`)
  rows.push([name, String(differences.length)])
  if (differences.length > 0) failures.add(`${name} differs from the world in ${differences.length} places`)
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
if (twice.length > 0) failures.add(`${twice.length} texts were sent twice`)
if (longestSilence > readerWithinMs) failures.add(`an instance had no reader for ${longestSilence} ms`)
clearTimeout(last)
verdict()
