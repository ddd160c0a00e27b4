import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createSeededRandom } from '../src/core/testing/mutate.ts'
import type { Fault } from '../src/emulator/control/actions.ts'
import { setUpTeam } from '../src/team/set-up-team.ts'
import { printTable } from './lib/figures.ts'
import { machineLoad } from './lib/machine-load.ts'
import { startMovingDatabase } from './lib/moving-database.ts'
import { startEmulator } from './lib/start-emulator.ts'
import { isTaken, startSendingProgram } from './lib/start-sending-program.ts'

/**
 * A program of a team that sends over HTTP, each message up to three times at once, again after every lost answer and
 * some again long after, at desks chosen at random, while desks and the program are killed (SIGKILL) and the service's
 * answers go missing. In the end nothing was sent twice, and nothing is lost without a word: each sendId
 * is in the world once, or some desk says that it failed or is uncertain.
 */
const { values } = parseArgs({
  options: {
    desks: { type: 'string', default: '3' },
    instances: { type: 'string', default: '6' },
    sends: { type: 'string', default: '600' },
    /** Mean time for which a desk, and the program, run until they are killed, ms. */
    kills: { type: 'string', default: '6000' },
    /** So often desks are killed at least. */
    'at-least': { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
})
const deskCount = Number(values.desks)
const sends = Number(values.sends)
const killEveryMs = Number(values.kills)
const random = createSeededRandom(Number(values.seed))
const pick = <Value>(list: readonly Value[]): Value => list[Math.floor(random() * list.length)] as Value
const token = 'bench0000000000000000000000000000000000000000000000'
const openSends = 24
/** For what is uncertain or on its way when all were handed over, ms. */
const settledWithinMs = 300_000

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const faults: readonly (readonly [fault: Fault, probability: number])[] = [
  [{ kind: 'reset-after' }, 0.05],
  [{ kind: 'reset-before' }, 0.02],
  [{ kind: 'refuse-after', status: 500 }, 0.02],
  [{ kind: 'truncate', bytes: 7 }, 0.02],
  [{ kind: 'refuse', status: 400 }, 0.01],
  [{ kind: 'delay-after', ms: 40 }, 0.3],
]

const database = await startMovingDatabase()
const place = { host: '127.0.0.1', port: database.port, database: database.name }
await setUpTeam({ ...place, user: 'owner', password: database.password })
const emulator = await startEmulator()
const idInstances = Array.from({ length: Number(values.instances) }, (_, index) => String(1_102_000_101 + index))
for (const idInstance of idInstances) {
  await emulator.control.do('instance.add', {
    ...{ idInstance, token, settings: { delaySendMessagesMilliseconds: 0 } },
    behaviour: { autoStatus: { sent: 0, delivered: null, read: null } },
  })
  for (const [fault, probability] of faults)
    await emulator.control.do('fault.add', { fault, probability, operation: 'sendMessage', idInstance })
}

interface Desk {
  readonly port: number
  readonly given: object
  readonly dataDir: string
  child: ChildProcessWithoutNullStreams | null
}
async function start(desk: Desk): Promise<string | null> {
  const program = path.join(import.meta.dirname, 'lib/serving-desk-program.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, JSON.stringify(desk.given)])
  child.stdin.on('error', () => undefined)
  child.stderr.pipe(process.stderr)
  const line = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`A desk ended by itself with code ${code}.`)))
    createInterface({ input: child.stdout }).once('line', resolve)
  })
  desk.child = child
  return (JSON.parse(line) as { readonly key: string | null }).key
}
const desks: Desk[] = []
let key = ''
for (let index = 0; index < deskCount; index++) {
  const user = `desk_${index}`
  const role = index === 0 ? 'administrator' : 'member'
  await database.ask(`create role ${user} login password 'secret'; grant switchboard_${role} to ${user}`)
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-team-'))
  const port = await freePort()
  const given = {
    ...{ dataDir, port, name: `Desk ${index}`, apiUrl: emulator.url, token },
    address: { ...place, user, password: 'secret' },
    share: index === 0 ? idInstances : [],
  }
  const desk: Desk = { port, given, dataDir, child: null }
  desks.push(desk)
  key = (await start(desk)) ?? key
}

interface Answer {
  readonly status: number
  readonly body: {
    readonly elsewhere?: { readonly state: string } | null
    readonly message?: { readonly status: { readonly kind: string; readonly wait: string | null } | null } | null
  }
}
/** Null: no answer. */
async function read(desk: Desk, address: string): Promise<Answer | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${desk.port}${address}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(30_000),
    })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  } catch {
    return null
  }
}
// A desk that joined has the team's program a moment later.
for (const desk of desks) while ((await read(desk, '/v1/instances'))?.status !== 200 || key === '') await pause(100)

const program = startSendingProgram()
const refusals = new Map<string, number>()
let isOver = false
let kills = 0
let programKills = 0
let wrong = 0
/** Whether one of the calls was taken. */
async function hand(n: number): Promise<boolean> {
  const ports = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(desks).port)
  const answers = await program.send(ports, key, {
    ...{ sendId: `team-send-${n}`, text: `text ${n}`, instanceId: idInstances[n % idInstances.length] },
    chatId: `7999${1_000_000 + (n % 97)}@c.us`,
  })
  for (const answer of answers) {
    const name = answer === null ? 'no answer' : answer.status < 300 ? '' : (answer.code ?? '')
    if (name !== '') refusals.set(name, (refusals.get(name) ?? 0) + 1)
    if (answer?.status === 422) wrong += 1
  }
  return answers.some(isTaken)
}
async function handOver(n: number): Promise<void> {
  // Some are repeated all the same, as by somebody who did not hear.
  while (!(await hand(n)) || random() < 0.2) await pause(50 + 200 * random())
}
async function repeat(): Promise<void> {
  while (!isOver) {
    await pause(200 * random())
    if (next > 0) await hand(Math.floor(random() * next))
  }
}
/** Runs until everything was handed over, and this desk was killed its part of the times. */
async function killDesk(desk: Desk): Promise<void> {
  for (let own = 0; !isHanded || own * deskCount < Number(values['at-least']); own++) {
    await pause(killEveryMs * (0.2 + 1.6 * random()))
    const { child } = desk
    if (child === null) continue
    child.removeAllListeners('exit')
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    kills += 1
    await start(desk)
    if (kills % 10 === 0) process.stderr.write(`${kills} kills, at least ${values['at-least']}; ${next} handed over\n`)
  }
}
async function killProgram(): Promise<void> {
  while (!isOver) {
    await pause(killEveryMs * (0.2 + 1.6 * random()))
    if (!isOver && (await program.kill())) programKills += 1
  }
}

const started = performance.now()
let next = 0
let isHanded = false
const handing = Promise.all(
  Array.from({ length: openSends }, async () => {
    while (next < sends) await handOver(next++)
  }),
)
const killing = Promise.all(desks.map(killDesk))
const besides = Promise.all([repeat(), killProgram()])
await handing
isHanded = true
await killing
isOver = true
await besides
await program.kill()
for (const idInstance of idInstances) await emulator.control.do('fault.clear', { idInstance } as never)

/** It may have been under way when its desk was killed: a person decides whether it goes once more. */
const waitsForPerson = 'waitsForPerson'
const ends = new Set([
  'accepted',
  'pending',
  'sent',
  'delivered',
  'read',
  'failed',
  'uncertain',
  'cancelled',
  'none',
  waitsForPerson,
])
const outcomes = new Map<number, string>()
const until = performance.now() + settledWithinMs
while (outcomes.size < sends && performance.now() < until) {
  for (let n = 0; n < sends; n++) {
    if (outcomes.has(n)) continue
    const answer = await read(desks[n % deskCount] as Desk, `/v1/sends/team-send-${n}`)
    const status = answer?.body.message?.status
    const kind =
      answer?.body.elsewhere?.state ?? (status?.wait === waitsForPerson ? waitsForPerson : status?.kind) ?? ''
    if (ends.has(kind)) outcomes.set(n, kind)
  }
  await pause(500)
}
const seconds = Math.round((performance.now() - started) / 1000)
const world = new Map<string, number>()
for (const { chats } of (await emulator.control.do('snapshot')).instances)
  for (const { messages } of chats)
    for (const { text, sendByApi } of messages) if (sendByApi) world.set(text, (world.get(text) ?? 0) + 1)
for (const { child } of desks) child?.kill('SIGKILL')
await emulator.stop()
await database.stop()
for (const { dataDir } of desks) await rm(dataDir, { recursive: true, force: true })

const twice = [...world].filter(([, times]) => times > 1).length
const isIn = (n: number) => (world.get(`text ${n}`) ?? 0) > 0
const all = Array.from({ length: sends }, (_, n) => n)
const hasEnd = (n: number) => ['failed', 'uncertain', waitsForPerson].includes(outcomes.get(n) ?? '')
const silent = all.filter((n) => !isIn(n) && !hasEnd(n))
const byKind = new Map<string, number>()
for (const kind of outcomes.values()) byKind.set(kind, (byKind.get(kind) ?? 0) + 1)
process.stdout.write(`${machineLoad()}; ${seconds} s\n`)
printTable([
  ['', ''],
  ['sends, desks, instances', `${sends}, ${deskCount}, ${idInstances.length}`],
  ['kills of desks, of the program', `${kills}, ${programKills}`],
  ['calls refused or unanswered', [...refusals].map(([name, times]) => `${name} ${times}`).join(', ')],
  ['in the world', String(world.size)],
  ['sent twice', String(twice)],
  ['not in the world, and nothing said of it', String(silent.length)],
  ['sendId refused as used for another text', String(wrong)],
  ...[...byKind].map(([kind, times]) => [`ended as ${kind}`, String(times)]),
])
for (const n of silent.slice(0, 20)) process.stderr.write(`text ${n}: ${outcomes.get(n) ?? 'no end'}\n`)
process.exitCode = twice + silent.length + wrong === 0 ? 0 : 1
process.exit()
