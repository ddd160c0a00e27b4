import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { InstanceKey } from '../src/contract/ids.ts'
import { liveSpans } from '../src/core/messages/archive/tx/live-spans.ts'
import { createSeededRandom } from '../src/core/testing/mutate.ts'
import { readStore, worldDifferences } from '../src/core/testing/world-differences.ts'
import { setUpTeam } from '../src/team/set-up-team.ts'
import { createLine } from '../src/team/testing/line.ts'
import { printTable } from './lib/figures.ts'
import { createHostileMember } from './lib/hostile-member.ts'
import { startMovingDatabase } from './lib/moving-database.ts'
import { startEmulator } from './lib/start-emulator.ts'
import { startPooler } from './lib/start-pooler.ts'
import { createDeskProgram, type DeskProgram } from './lib/team-desks.ts'

/**
 * A team, attacked, while customers write and every desk sends. Desks are killed (SIGKILL), put to sleep longer than a
 * lease lasts (SIGSTOP) and cut from the database; the database crashes, fails over to a standby that lags, and is
 * restored from a dump of some minutes ago; a data directory is copied and started twice; a member calls every function
 * of the schema with random arguments; and every second desk goes through a pooler in transaction mode. In the end each
 * archive is the emulated world or its coverage leaves out what is missing, no text was sent twice, and an instance was
 * without a reader for 30 s at most while the database answered. It always ends with a verdict: customers and desks
 * fall silent after `minutes` at the latest, it has to come together within `together` minutes then, and what is
 * missing by then is said.
 *
 * Failover needs pg_basebackup, restore pg_dump and pg_restore (Debian: postgresql); the pooler is PgBouncer where it
 * is installed (Debian: pgbouncer), else the one of our tests. What is not there is said and left out.
 */
const { values } = parseArgs({
  options: {
    desks: { type: 'string', default: '5' },
    instances: { type: 'string', default: '20' },
    notifications: { type: 'string', default: '20000' },
    sends: { type: 'string', default: '2000' },
    /** Mean time between two blows, ms. */
    every: { type: 'string', default: '4000' },
    /** Mean time between two faults of the database's history or of a data directory, ms; 0: none. */
    heavy: { type: 'string', default: '60000' },
    /** Which of them, by commas. */
    faults: { type: 'string', default: 'failover,restore,copy,hostile,pooler' },
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
function raise(message: string): never {
  throw new Error(message)
}
const token = 'bench0000000000000000000000000000000000000000000000'
/** A lease whose holder is silent is free after 10 s; so a sleeper loses it. */
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

const faults = new Set(values.faults.split(','))
const heavyMs = Number(values.heavy)
const database = await startMovingDatabase()
const { ask } = database
const place = { host: '127.0.0.1', port: database.port, database: database.name }
await setUpTeam({ ...place, user: 'owner', password: database.password })
const logins = ['hostile', ...Array.from({ length: deskCount }, (_, index) => `desk_${index}`)].map((user) => ({
  ...{ ...place, user, password: 'secret' },
}))
const pooler = faults.has('pooler') ? await startPooler(place, logins) : null
for (const what of database.missing) process.stdout.write(`${what}.\n`)
if (pooler !== null) process.stdout.write(`Every second desk goes through ${pooler.kind}.\n`)

const emulator = await startEmulator()
const phones = Array.from({ length: 7 }, (_, index) => String(79_990_001_000 + index))
const idInstances = Array.from({ length: instanceCount }, (_, index) => String(1_102_000_101 + index))
/** The hostile member's, and so the first ones: what it writes there is no concern of the world's. */
const surrendered = faults.has('hostile') ? ['1102000001', '1102000002', '1102000003'] : []
for (const idInstance of [...surrendered, ...idInstances]) {
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
/** Orders whose desk was killed before it had them on its disk. */
let lostOrders = 0
const startedAt = performance.now()
const elapsed = () => ((performance.now() - startedAt) / 1000).toFixed(1)
/** What happened when, and which desk asked the service to send which text: printed where the verdict is bad. */
const events: { readonly at: number; readonly what: string }[] = []
const note = (what: string): void => void events.push({ at: Number(elapsed()), what })
const sentBy = new Map<string, { readonly at: number; readonly desk: string }[]>()
const noteSend = (desk: string) => (text: string) => {
  sentBy.set(text, [...(sentBy.get(text) ?? []), { at: Number(elapsed()), desk }])
}
/** Prints what happened within so many seconds before the first time and after the last one. */
function printEvents(from: number, to: number): void {
  for (const { at, what } of events) if (at >= from - 60 && at <= to + 5) process.stderr.write(`  ${at} s: ${what}\n`)
}

const desks: Desk[] = []
for (const [index, login] of logins.slice(1).entries()) {
  await ask(
    `create role ${login.user} login password 'secret'; grant switchboard_${index === 0 ? 'administrator' : 'member'} to ${login.user}`,
  )
  const name = `Desk ${index}`
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-team-'))
  const line = await createLine(index % 2 === 1 && pooler !== null ? await pooler.addressOf(login) : login)
  const share = index === 0 ? [...surrendered, ...idInstances] : []
  const program = createDeskProgram({
    ...{ name, dataDir, share, address: line.address, apiUrl: emulator.url, token },
    onPersisted: () => void (confirmed += 1),
    onSends: noteSend(name),
    onLost: (orders) => void (lostOrders += orders),
    onFailure: (what) => void failures.add(what),
  })
  await program.start()
  desks.push({ ...program, name, dataDir, line, busy: false })
}
await ask(`create role hostile login password 'secret'; grant switchboard_member to hostile`)
await database.dump()
phase = 'is attacked'
const attackedAt = performance.now()
const isTimeUp = () => performance.now() - attackedAt > talkMs
let running = true
const done = { written: 0, ordered: 0 }

/** By when a message was edited or deleted, epoch ms. */
const changedAt = new Map<string, number>()
/** Customers and the own phone. */
async function talk(): Promise<void> {
  for (let written = 0; written < notifications && !isTimeUp(); written++) {
    const idInstance = pick(idInstances)
    done.written = written + 1
    while ((await emulator.control.do('queue.state', { idInstance })).length > longestQueue && !isTimeUp())
      await pause(100)
    const phone = pick(phones)
    const on = { idInstance, by: { person: phone } }
    const { idMessage } = await emulator.control.do('says', { ...on, text: `message ${written}`, options: {} })
    const draw = random()
    if (draw < 0.1) await emulator.control.do('edits', { ...on, idMessage, text: `edited ${written}` })
    else if (draw < 0.15) await emulator.control.do('deletes', { ...on, idMessage })
    if (draw < 0.15) changedAt.set(idMessage, Date.now())
    await pause(5)
  }
}

/** Each text is one that nobody else ever sends. */
async function write(): Promise<void> {
  for (let n = 0; n < sends && !isTimeUp(); n++) {
    done.ordered = n + 1
    const order = { n, idInstance: pick(idInstances), chatId: `${pick(phones)}@c.us`, text: `answer ${n}` }
    // Nobody types at a desk that does not run.
    while (!pick(desks).order(order) && !isTimeUp()) await pause(50)
    await pause((notifications / sends) * 5)
  }
}

let crashing = false
/** When the last of what happened to the database was over. */
let databaseBackAt = 0
const blows = { kill: 0, sleep: 0, cut: 0, crash: 0, failover: 0, restore: 0, copy: 0 }
/** Something that happens to the database: one at a time. */
async function atDatabase(what: string, work: () => Promise<void>): Promise<void> {
  crashing = true
  note(`the database: ${what}`)
  try {
    await work()
  } finally {
    note(`the database: ${what} is over`)
    crashing = false
    databaseBackAt = performance.now()
  }
}
async function strike(): Promise<void> {
  const kind = pick(['kill', 'kill', 'kill', 'sleep', 'cut', 'cut', 'crash'] as const)
  const free = desks.filter(({ busy }) => !busy)
  // One desk is left in peace, so that somebody can receive.
  if (kind === 'crash' ? crashing : free.length < 2) return
  blows[kind] += 1
  if (kind === 'crash') {
    await atDatabase(kind, database.crash)
    return
  }
  const desk = pick(free)
  desk.busy = true
  note(`${desk.name}: ${kind}`)
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
  note(`${desk.name} is back`)
  desk.busy = false
}

/** The same desk twice: one of the two acts. */
async function startCopy(desk: Desk): Promise<void> {
  desk.busy = true
  // What waits in its lanes, both may want to send.
  await desk.end('SIGKILL')
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-team-copy-'))
  await cp(desk.dataDir, dataDir, { recursive: true })
  const name = `the copy of ${desk.name}`
  const copy = createDeskProgram({
    ...{
      name,
      dataDir,
      share: [],
      address: desk.line.address,
      apiUrl: emulator.url,
      token,
    },
    onPersisted: () => undefined,
    onSends: noteSend(name),
    onLost: () => undefined,
    onFailure: (what) => void failures.add(what),
  })
  note(`${desk.name} was killed and copied`)
  // Every third time the desk starts so late that its copy has acted and ended before.
  if (random() < 1 / 3) {
    await copy.start()
    await pause(5_000 + random() * 20_000)
    await copy.end('SIGKILL')
    note(`${name} ended`)
    await pause(random() * 20_000)
    await desk.start()
  } else {
    await Promise.all(random() < 0.5 ? [desk.start(), copy.start()] : [copy.start(), desk.start()])
    await pause(15_000)
    await copy.end('SIGKILL')
    note(`${name} ended`)
  }
  note(`${desk.name} runs alone`)
  await rm(dataDir, { recursive: true, force: true })
  desk.busy = false
}

let isStriking = false
/** The database's history changes once at a time, also while a copy of a data directory runs. */
async function strikeHistory(): Promise<void> {
  const kinds = (['failover', 'restore', 'copy'] as const).filter((kind) => faults.has(kind))
  if (kinds.length === 0) return
  const kind = pick(kinds)
  if (kind === 'copy') {
    const free = desks.filter(({ busy }) => !busy)
    if (free.length < 2) return
    blows.copy += 1
    await startCopy(pick(free))
    return
  }
  if (isStriking) return
  isStriking = true
  await changeHistory(kind).finally(() => {
    isStriking = false
  })
}

async function changeHistory(kind: 'failover' | 'restore'): Promise<void> {
  if (crashing) return
  blows[kind] += 1
  await atDatabase(kind, async () => {
    if (kind === 'failover') await database.failOver(500 + random() * 4000)
    else await database.restore()
  })
  // What a later restore goes back to.
  await pause(5_000)
  if (!crashing) await atDatabase('dump', database.dump)
}

const underWay = new Set<Promise<void>>()
async function attack(meanMs: number, strikeNext: () => Promise<void>): Promise<void> {
  while (running && meanMs > 0) {
    await pause(meanMs * (0.2 + 1.6 * random()))
    if (!running) break
    const blow = strikeNext()
      .catch((error: unknown) => void failures.add(`a blow failed: ${String(error)}`))
      .finally(() => underWay.delete(blow))
    underWay.add(blow)
  }
  await Promise.all(underWay)
}

/** The longest time in which an instance had no reader and the database answered. */
let longestSilence = 0
/** When it ended, s. */
let silentUntil = 0
async function watch(): Promise<void> {
  const beats = new Map<string, { readonly beat: string; readonly at: number }>()
  while (running) {
    const rows = await ask(
      `select i.id_instance as id, l.beat_at::text || l.epoch as beat from switchboard.lease l join switchboard.instance i on i.id = l.instance`,
    ).catch(() => null)
    const now = performance.now()
    for (const { id, beat } of rows ?? []) {
      const idInstance = String(id)
      if (surrendered.includes(idInstance)) continue
      const before = beats.get(idInstance)
      if (before === undefined || before.beat !== beat || crashing)
        beats.set(idInstance, { beat: String(beat), at: now })
      else {
        const silence = Math.round(now - Math.max(before.at, databaseBackAt))
        if (silence > longestSilence) {
          longestSilence = silence
          silentUntil = Number(elapsed())
        }
      }
    }
    if (rows === null || crashing) beats.clear()
    await pause(500)
  }
}

const hostile = createHostileMember(
  logins[0] ?? raise('There is no login.'),
  createSeededRandom(Number(values.seed) + 1),
)
const around = [
  attack(everyMs, strike),
  attack(heavyMs, strikeHistory),
  watch(),
  faults.has('hostile') ? hostile.attack(() => !running) : Promise.resolve(),
]
await Promise.all([talk(), write()])
running = false
await Promise.all(around)
const attackedFor = Math.round((performance.now() - attackedAt) / 1000)
process.stdout.write(
  `${done.written} said and ${done.ordered} ordered in ${attackedFor} s; now it has to come together.\n`,
)
if (done.written < notifications || done.ordered < sends) {
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
      const lagging =
        now.entries === entries ? [] : [`${name} has ${now.entries} of ${entries} entries, and is ${now.team}`]
      const where = now.team === 'live' ? lagging : [...lagging, `${name} is ${now.team}`]
      return now.waiting === 0 ? where : [...where, `${name} has ${now.waiting} messages that are not settled`]
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
const togetherFor = Math.round((performance.now() - attackedAt) / 1000) - attackedFor
process.stdout.write(`It came together, or did not, within ${togetherFor} s.\n`)
phase = 'ends'
await Promise.all(desks.map((desk) => desk.end(null)))
const sendStates = await ask(
  `select case when m.login like 'desk_%' then '' else 'of the hostile member, ' end || s.state as state, count(*)::int as count
   from switchboard.send s left join switchboard.member m on m.id = s.author group by 1 order by 1`,
)
for (const { state, count } of sendStates)
  if (state === 'queued' || state === 'sending') failures.add(`${String(count)} sends are still ${state} at the end`)
const [journal] = await ask('select count(*)::int as entries, count(repeat_of)::int as again from switchboard.journal')
const [epochs] = await ask('select sum(epoch)::int as epochs from switchboard.lease')

const { instances } = await emulator.control.do('snapshot')
await emulator.stop()
await pooler?.stop()

/**
 * Whether an archive says itself that what is missing may be missing: the time of the message, or for an edit or a
 * deletion the time until then, is in no span that counts as complete.
 */
const namesHole = (dataDir: string, idInstance: string, what: string) => {
  const id = /: lost (\S+) |\/(\S+): /.exec(what)?.slice(1).find(Boolean)
  const message = instances
    .find((world) => world.idInstance === idInstance)
    ?.chats.flatMap(({ messages }) => messages)
    .find(({ idMessage }) => idMessage === id)
  if (message === undefined) return false
  return readStore(dataDir, (tx) => {
    const row = tx.get<{ key: InstanceKey }>('select key from instance where id_instance = ?', [idInstance])
    const until = what.includes(': lost ') ? message.at : (changedAt.get(message.idMessage) ?? message.at)
    return row !== undefined && !liveSpans(tx, row.key).some(({ from, to }) => from <= message.at && until <= to)
  })
}

/** What database and desk have of a message: the entries that name it, and what became of them. */
async function trace(dataDir: string, what: string): Promise<readonly string[]> {
  const id = /: lost (\S+) |\/(\S+): /.exec(what)?.slice(1).find(Boolean)
  if (id === undefined) return []
  const changed = new Date(changedAt.get(id) ?? 0).toISOString()
  const entries = await ask(
    `select n::int, id, link, repeat_of::int as "repeatOf", desk, at, raw::json ->> 'idMessage' as "idMessage"
     from switchboard.journal where kind = 'notification' and is_json and raw like '%' || $1 || '%' order by n`,
    [id],
  )
  const here = readStore(dataDir, (tx) => [
    ...tx.all(
      `select key, shared_n, state, reason, detail, received_at from journal where raw like '%' || ? || '%' order by key`,
      [id],
    ),
    ...tx.all('select * from edit where target_id = ?', [id]),
    ...tx.all('select * from deletion where target_id = ?', [id]),
    ...tx.all(`select l.* from team_lost l join journal j on j.key = l.event where j.raw like '%' || ? || '%'`, [id]),
    ...tx.all('select live_from, live_to, live_past_json from instance where id_instance = ?', [
      what.split(' ')[0] ?? '',
    ]),
  ])
  return [
    `it was changed at ${changed}`,
    ...entries.map((row) => `in the database: ${JSON.stringify(row)}`),
    ...here.map((row) => `here: ${JSON.stringify(row)}`),
  ]
}

/** What a desk received and could not apply, by the reason that it gave. */
const notApplied = (dataDir: string) =>
  readStore(dataDir, (tx) =>
    tx.all<{ detail: string; count: number }>(
      `select reason || ', ' || detail || ' ' || substr(raw, 1, 300) as detail, count(*) as count from journal
       where state <> 'applied' group by 1 order by 2 desc limit 5`,
    ),
  )
const rows: string[][] = [['desk', 'differences', 'lost where the archive names the hole']]
for (const { name, dataDir, line } of desks) {
  line.close()
  const all = readStore(dataDir, (tx) =>
    instances
      .filter(({ idInstance }) => idInstances.includes(idInstance))
      .flatMap((world) => worldDifferences(tx, world).map((what) => ({ idInstance: world.idInstance, what })))
      // What is uncertain, and what is another desk's uncertain, has no id of the service.
      // Of two messages of one second nobody says which came first.
      .filter(({ what }) => !what.includes('doubled or invented null') && !what.includes('stands in its place')),
  )
  const isNamed = ({ idInstance, what }: { readonly idInstance: string; readonly what: string }) =>
    (what.includes(': lost ') || / (edited|deleted) 0$|instead of/.test(what)) && namesHole(dataDir, idInstance, what)
  const named = all.filter(isNamed)
  const differences = all.filter((one) => !isNamed(one)).map(({ idInstance, what }) => `${idInstance} ${what}`)
  for (const { idInstance, what } of named.slice(0, 3))
    process.stderr.write(`${name} names the hole of ${idInstance} ${what}\n`)
  for (const difference of differences.slice(0, 5)) {
    const found = await trace(dataDir, difference)
    process.stderr.write([`${name} ${difference}`, ...found].join('\n  ') + '\n')
  }
  for (const { detail, count } of notApplied(dataDir).slice(0, 5))
    process.stderr.write(`${name} could not apply ${count}: ${detail}\n`)
  rows.push([name, String(differences.length), String(named.length)])
  if (differences.length > 0) failures.add(`${name} differs from the world in ${differences.length} places`)
  await rm(dataDir, { recursive: true, force: true })
}
await database.stop()
const sent = new Map<string, number>()
for (const { chats } of instances)
  for (const { messages } of chats)
    for (const { direction, text } of messages) if (direction === 'outgoing') sent.set(text, (sent.get(text) ?? 0) + 1)
const twice = [...sent].filter(([, times]) => times > 1)
for (const [text, times] of twice.slice(0, 5)) {
  const by = sentBy.get(text) ?? []
  const who = by.map(({ at, desk }) => `${desk} at ${at} s`).join(', ')
  process.stderr.write(`"${text}" was sent ${times} times: ${who}\n`)
  printEvents(by[0]?.at ?? 0, by.at(-1)?.at ?? 0)
}
if (longestSilence > readerWithinMs) {
  process.stderr.write(`Around the longest silence, which lasted until ${silentUntil} s:\n`)
  printEvents(silentUntil - longestSilence / 1000, silentUntil)
}
printTable(rows)
printTable([['sends', 'count'], ...sendStates.map(({ state, count }) => [String(state), String(count)])])
process.stdout.write(
  `${JSON.stringify(blows)}; ${String(journal?.['entries'])} entries, ${String(journal?.['again'])} of them again, ${String(epochs?.['epochs'])} epochs; ${confirmed} sends were on a desk's disk, ${lostOrders} died with their desk before, ${sent.size} in the world, ${twice.length} twice.\n`,
)
process.stdout.write(
  `The hostile member called ${hostile.counts.calls} times and was refused ${hostile.counts.refused} times.\n`,
)
process.stdout.write(`Longest silence of a reader: ${longestSilence} ms (at most ${readerWithinMs}).\n`)
if (twice.length > 0) failures.add(`${twice.length} texts were sent twice`)
if (longestSilence > readerWithinMs) failures.add(`an instance had no reader for ${longestSilence} ms`)
clearTimeout(last)
verdict()
