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
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createSeededRandom } from '../src/core/testing/mutate.ts'
import { testProgram } from '../src/core/testing/watched-entries.ts'
import { setUpTeam } from '../src/team/set-up-team.ts'
import { bundlePrograms } from '../tools/build/bundle-programs.mjs'
import { printTable } from './lib/figures.ts'
import { machineLoad } from './lib/machine-load.ts'
import { startMovingDatabase } from './lib/moving-database.ts'
import { sendingFaults } from './lib/sending-faults.ts'
import { startEmulator } from './lib/start-emulator.ts'
import { isTaken, startSendingProgram } from './lib/start-sending-program.ts'

/**
 * A program sends over HTTP, each message up to three times at once, again after every lost answer and some again long
 * after, while desks and the program are killed (SIGKILL) and the service's calls and answers are lost. One desk has no
 * team; of several desks in a team each call goes to one chosen at random. In the end nothing was sent twice, and
 * nothing is lost without a word: each `sendId` is in the world once, or a desk says that it failed, is uncertain or
 * waits for a person.
 */
const { values } = parseArgs({
  options: {
    desks: { type: 'string', default: '3' },
    /** At most two of a program's messages lie unsent at the service for each, which limits the pace. */
    instances: { type: 'string', default: '10' },
    sends: { type: 'string', default: '600' },
    /** So often desks are killed; 0: until everything was handed over. */
    kills: { type: 'string', default: '0' },
    /** Mean time for which a desk, and the program, run until they are killed, ms. */
    life: { type: 'string', default: '6000' },
    /** So many calls a desk, and the program, get answered on average before: a busy machine's come to nothing else. */
    calls: { type: 'string', default: '0' },
    /** After so long nothing more is handed over and nobody is killed; 0: no limit. */
    minutes: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
})
const deskCount = Number(values.desks)
const wantedSends = Number(values.sends)
const longestMs = Number(values.minutes) * 60_000 || Number.POSITIVE_INFINITY
const wantedKills = Number(values.kills)
const meanLifeMs = Number(values.life)
const callsPerLife = Number(values.calls)
const random = createSeededRandom(Number(values.seed))
const pick = <Value>(list: readonly Value[]): Value => list[Math.floor(random() * list.length)] as Value
const token = 'bench0000000000000000000000000000000000000000000000'
const openSends = 8 + 8 * deskCount
/** The share of kills that hit a desk while it starts, and how long after its start at most, ms. */
const killedAtStart = { share: 0.15, withinMs: 2000 }
/** When all were handed over and for so long nothing more has ended, the rest has no end, ms. */
const settledAfterMs = 300_000
/** Reads at once. */
const openReads = 8

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

// Killed hundreds of times, so it has to start quickly.
const removePrograms = await bundlePrograms({ 'serving-desk-program': 'bench/lib/serving-desk-program.ts' })
const deskProgram = fileURLToPath(
  testProgram('serving-desk-program', new URL('./lib/serving-desk-program.ts', import.meta.url)),
)
const database = deskCount > 1 ? await startMovingDatabase() : null
const place = { host: '127.0.0.1', port: database?.port ?? 0, database: database?.name ?? '' }
if (database !== null) await setUpTeam({ ...place, user: 'owner', password: database.password })
const emulator = await startEmulator()
const idInstances = Array.from({ length: Number(values.instances) }, (_, index) => String(1_102_000_101 + index))
for (const idInstance of idInstances) {
  await emulator.control.do('instance.add', {
    ...{ idInstance, token, family: 'whatsapp', settings: { delaySendMessagesMilliseconds: 0 } },
    behaviour: { autoStatus: { sent: 0, delivered: null, read: null } },
  })
  for (const fault of sendingFaults)
    await emulator.control.do('fault.add', { ...fault, operation: 'sendMessage', idInstance })
}

/** A third of the texts are equal to others in their chat: the service's records don't tell them apart. */
const bodyOf = (n: number) => ({
  sendId: `bench-send-${n}`,
  instanceId: idInstances[n % idInstances.length] as string,
  chatId: `7999${1_000_000 + (n % 97)}@c.us`,
  text: n % 3 === 0 ? 'On its way' : `text ${n}`,
})

interface Desk {
  readonly name: string
  readonly port: number
  readonly given: object
  readonly dataDir: string
  child: ChildProcessWithoutNullStreams
  /** Resolves with the program's key, null where another desk or start has it. */
  isReady: Promise<string | null>
}
function start(given: object): Pick<Desk, 'child' | 'isReady'> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', deskProgram, JSON.stringify(given)])
  child.stdin.on('error', () => undefined)
  child.stderr.pipe(process.stderr)
  const isReady = new Promise<string | null>((resolve, reject) => {
    child.once('exit', (code, signal) => {
      if (signal !== 'SIGKILL') reject(new Error(`A desk ended by itself with code ${code}.`))
    })
    createInterface({ input: child.stdout }).once('line', (line) =>
      resolve((JSON.parse(line) as { readonly key: string | null }).key),
    )
  })
  return { child, isReady }
}
const desks: Desk[] = []
let key = ''
for (let index = 0; index < deskCount; index++) {
  const user = `desk_${index}`
  const role = index === 0 ? 'administrator' : 'member'
  await database?.ask(`create role ${user} login password 'secret'; grant switchboard_${role} to ${user}`)
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-desk-'))
  const port = await freePort()
  const name = `Desk ${index}`
  const given = {
    ...{ dataDir, port, name, apiUrl: emulator.url, token },
    address: database === null ? null : { ...place, user, password: 'secret' },
    idInstances: index === 0 ? idInstances : [],
  }
  const desk: Desk = { name, port, given, dataDir, ...start(given) }
  desks.push(desk)
  key = (await desk.isReady) ?? key
}

interface Send {
  readonly cancelled: boolean
  readonly elsewhere: { readonly state: string } | null
  readonly message: {
    readonly serviceId: string | null
    readonly status: {
      readonly kind: string
      readonly reason: string | null
      readonly text: string | null
      readonly wait: string | null
    } | null
  } | null
}
/** Null: no answer. */
async function read(desk: Desk, address: string) {
  try {
    const response = await fetch(`http://127.0.0.1:${desk.port}${address}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(30_000),
    })
    return { status: response.status, body: (await response.json()) as Send }
  } catch {
    return null
  }
}
// A desk that joined has the team's program a moment later.
for (const desk of desks) while ((await read(desk, '/v1/instances'))?.status !== 200) await pause(100)

const program = startSendingProgram()
const refusals = new Map<string, number>()
const refusalsSoFar = () => [...refusals].map(([name, times]) => `${name} ${times}`).join(', ')
let isOver = false
let kills = 0
let programKills = 0
let calls = 0
/** Answered calls of all desks, and of each by its port. */
let answeredCalls = 0
const answered = new Map<number, number>()
/** What is wrong with answers of sends that were repeated. */
const wrong: string[] = []
/** Of each send how often it was answered as new, and its message at each desk. */
const newAnswers = new Map<number, number>()
const messageIds = new Map<string, string>()
/** Whether one of the calls was taken. */
async function hand(n: number): Promise<boolean> {
  const ports = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(desks).port)
  calls += ports.length
  const body = bodyOf(n)
  const answers = await program.send(ports, key, body)
  for (const answer of answers) {
    const name = answer === null ? 'no answer' : answer.status < 300 ? '' : (answer.code ?? '')
    if (name !== '') refusals.set(name, (refusals.get(name) ?? 0) + 1)
    if (answer?.status === 422) wrong.push(`${body.sendId} was refused as used for another text`)
    if (answer === null || answer.status >= 300) continue
    const { port, status, message, isElsewhere } = answer
    answeredCalls += 1
    answered.set(port, (answered.get(port) ?? 0) + 1)
    if (status === 202) newAnswers.set(n, (newAnswers.get(n) ?? 0) + 1)
    if (message === null) continue
    if (message.text !== body.text) wrong.push(`${body.sendId} was answered with another text`)
    const place = `${n} ${port} ${isElsewhere}`
    const id = messageIds.get(place) ?? message.id
    messageIds.set(place, id)
    if (id !== message.id) wrong.push(`${body.sendId} was answered with the messages ${id} and ${message.id}`)
  }
  return answers.some(isTaken)
}
async function handOver(n: number): Promise<void> {
  // Some are repeated all the same, as by somebody who did not hear.
  while (!(await hand(n)) || random() < 0.2) await pause(200 + 600 * random())
}
async function repeat(): Promise<void> {
  while (!isOver) {
    await pause(1000 * random())
    if (next > 0) await hand(Math.floor(random() * next))
  }
}
async function untilKill(answeredNow: () => number): Promise<void> {
  const enough = answeredNow() + callsPerLife * (0.2 + 1.6 * random())
  await pause(meanLifeMs * (0.2 + 1.6 * random()))
  while (!isHanded && answeredNow() < enough) await pause(20)
}
/** Runs until this desk was killed its part of the times. */
async function killDesk(desk: Desk): Promise<void> {
  for (let own = 0; wantedKills === 0 ? !isHanded : own * deskCount < wantedKills && !isLate(); own++) {
    if (random() < killedAtStart.share) await pause(killedAtStart.withinMs * random())
    else {
      await desk.isReady
      await untilKill(() => answered.get(desk.port) ?? 0)
    }
    const ended = once(desk.child, 'exit')
    desk.child.kill('SIGKILL')
    await ended
    kills += 1
    Object.assign(desk, start(desk.given))
    if (kills % 10 === 0)
      process.stderr.write(`${kills} kills, ${next} handed over; ${refusalsSoFar()}; ${machineLoad()}\n`)
  }
  await desk.isReady
}
async function killProgram(): Promise<void> {
  while (!isOver) {
    await untilKill(() => answeredCalls)
    if (!isOver && (await program.kill())) programKills += 1
  }
}

const started = performance.now()
let next = 0
let isHanded = false
const isLate = () => performance.now() - started > longestMs
/** Sends are spread over all the kills. */
const mayHand = () => wantedKills === 0 || next < (wantedSends * (kills + 1)) / wantedKills
const handing = Promise.all(
  Array.from({ length: openSends }, async () => {
    while (next < wantedSends && !isLate()) {
      if (mayHand()) await handOver(next++)
      else await pause(50)
    }
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
/** What was handed over. */
const sends = next
const killedForMs = performance.now() - started
await emulator.control.do('fault.clear', {})

const inWorldKinds = new Set(['accepted', 'pending', 'sent', 'delivered', 'read'])
/** It may have been under way when its desk was killed: a person decides whether it goes once more. */
const waitsForPerson = 'waitsForPerson'
const otherEnds = new Set(['failed', 'uncertain', 'cancelled', waitsForPerson])
interface Outcome {
  readonly kind: string
  readonly reason: string
  readonly serviceId: string | null
}
/** What a desk says of a send; null: nothing, or that another desk has it. */
const outcomeOf = (answer: Awaited<ReturnType<typeof read>>): Outcome | null => {
  if (answer?.status !== 200 || answer.body.elsewhere !== null) return null
  const { cancelled, message } = answer.body
  const status = message?.status
  const kind = cancelled ? 'cancelled' : status?.wait === waitsForPerson ? waitsForPerson : (status?.kind ?? '')
  const reason = [status?.reason, status?.text, status?.wait].filter(Boolean).join(', ')
  return { kind, reason, serviceId: message?.serviceId ?? null }
}
const addressOf = (n: number) => `/v1/sends/${bodyOf(n).sendId}`
const outcomes = new Map<number, Outcome>()
async function readOutcome(n: number): Promise<boolean> {
  for (let index = 0; index < deskCount; index++) {
    const found = outcomeOf(await read(desks[(n + index) % deskCount] as Desk, addressOf(n)))
    if (found === null) continue
    if (!inWorldKinds.has(found.kind) && !otherEnds.has(found.kind)) return false
    outcomes.set(n, found)
    return true
  }
  return false
}
const all = Array.from({ length: sends }, (_, n) => n)
async function eachOf(list: readonly number[], work: (n: number) => Promise<unknown>): Promise<void> {
  const rest = list.values()
  await Promise.all(
    Array.from({ length: openReads }, async () => {
      for (const n of rest) await work(n)
    }),
  )
}
for (let lastEnd = performance.now(); performance.now() - lastEnd < settledAfterMs;) {
  const before = outcomes.size
  // What is uncertain is looked for at the service, and mostly found.
  const open = all.filter((n) => !inWorldKinds.has(outcomes.get(n)?.kind ?? ''))
  await eachOf(open, async (n) => {
    const kind = outcomes.get(n)?.kind
    if ((await readOutcome(n)) && outcomes.get(n)?.kind !== kind) lastEnd = performance.now()
  })
  if (outcomes.size > before) process.stderr.write(`${outcomes.size} of ${sends} have ended\n`)
  if (outcomes.size === sends && performance.now() - lastEnd > 60_000) break
  await pause(2000)
}
const seconds = Math.round((performance.now() - started) / 1000)

const groupOf = (chatId: string, instanceId: string, text: string) => `${instanceId} ${chatId} ${text}`
const count = (names: Iterable<string>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
const there = (await emulator.control.do('snapshot')).instances.flatMap(({ idInstance, chats }) =>
  chats.flatMap(({ chatId, messages }) =>
    messages.filter(({ sendByApi }) => sendByApi).map((message) => ({ ...message, chatId, idInstance })),
  ),
)
const inWorld = count(there.map(({ chatId, idInstance, text }) => groupOf(chatId, idInstance, text)))
const groups = new Map<string, number[]>()
for (const n of all) {
  const { chatId, instanceId, text } = bodyOf(n)
  const group = groupOf(chatId, instanceId, text)
  groups.set(group, [...(groups.get(group) ?? []), n])
}
const worldIds = new Set(there.map(({ idInstance, idMessage }) => `${idInstance} ${idMessage}`))
const idOf = (n: number) => `${bodyOf(n).instanceId} ${outcomes.get(n)?.serviceId ?? ''}`
const isSent = (n: number) => inWorldKinds.has(outcomes.get(n)?.kind ?? '')
const sentOnes = all.filter(isSent)
const twice = [...inWorld].flatMap(([group, times]) => {
  const more = times - (groups.get(group)?.length ?? 0)
  return more > 0 ? [`${group}: ${more} more than handed over`] : []
})
const sentButNowhere = sentOnes.filter((n) => !worldIds.has(idOf(n)))
const sharedIds = sentOnes.length - new Set(sentOnes.map(idOf)).size
/** Of sends with the same text and chat, as many are lost as neither the world has nor a desk speaks of. */
const silent = [...groups].flatMap(([group, list]) => {
  const mentioned = list.filter((n) => otherEnds.has(outcomes.get(n)?.kind ?? '')).length
  return list.length - (inWorld.get(group) ?? 0) > mentioned ? list : []
})
const notKnown = [...groups].flatMap(([group, list]) => {
  const more = (inWorld.get(group) ?? 0) - list.filter(isSent).length
  return more > 0 ? list.filter((n) => !isSent(n)) : []
})
const withoutEnd = all.filter((n) => !outcomes.has(n))
const twiceNew = [...newAnswers.values()].filter((times) => times > 1).length

process.stdout.write(`${machineLoad()}; killed for ${Math.round(killedForMs / 1000)} s, ${seconds} s in all\n`)
printTable([
  ['', ''],
  ['sends, desks, instances', `${sends}, ${deskCount}, ${idInstances.length}`],
  ['equal to another of their chat', String(sends - groups.size)],
  ['kills of desks, of the program', `${kills}, ${programKills}`],
  ['calls', String(calls)],
  ['refused or unanswered', refusalsSoFar()],
  ['in the world', String(there.length)],
  ['twice', String(twice.length)],
  ['nowhere, and nothing said of it', String(silent.length)],
  ['without an end', String(withoutEnd.length)],
  ['said to be sent, and nowhere', String(sentButNowhere.length)],
  ['one message of the service for two sends', String(sharedIds)],
  ['in the world, and not known to be', String(notKnown.length)],
  ['answered as new more than once', String(twiceNew)],
  ['repeats answered otherwise', String(wrong.length)],
  ...[
    ...count([...outcomes.values()].map(({ kind, reason }) => (inWorldKinds.has(kind) ? kind : `${kind}: ${reason}`))),
  ].map(([kind, times]) => [`ended as ${kind}`, String(times)]),
])
for (const words of [...twice, ...wrong]) process.stderr.write(`${words}\n`)
for (const n of [...new Set([...silent, ...withoutEnd, ...sentButNowhere, ...notKnown])].slice(0, 50)) {
  const { instanceId, chatId, text } = bodyOf(n)
  const times = inWorld.get(groupOf(chatId, instanceId, text)) ?? 0
  process.stderr.write(`send ${n}, ${instanceId} ${chatId} "${text}", ${times} times in the world:\n`)
  for (const desk of desks) {
    const answer = await read(desk, addressOf(n))
    process.stderr.write(`  ${desk.name}: ${answer?.status ?? 'no answer'} ${JSON.stringify(answer?.body)}\n`)
  }
}
for (const { child } of desks) child.kill('SIGKILL')
await emulator.stop()
await database?.stop()
removePrograms?.()
for (const { dataDir } of desks) await rm(dataDir, { recursive: true, force: true })
const misses = [twice, silent, withoutEnd, sentButNowhere, wrong].map(({ length }) => length)
process.exitCode = misses.every((length) => length === 0) && sharedIds + twiceNew === 0 ? 0 : 1
process.exit()
