import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createSeededRandom } from '../src/core/testing/mutate.ts'
import { readStore, worldDifferences } from '../src/core/testing/world-differences.ts'
import { printTable } from './lib/figures.ts'
import { startEmulator } from './lib/start-emulator.ts'

/**
 * The first promise, attacked: while people talk without a pause, the receiving program is killed (SIGKILL) at random
 * moments and started again, 500 times unless told. At the end the archive must be the emulator's world: nothing lost,
 * nothing doubled, statuses, edits, deletions and reactions included. Histories are off, so only the queue can have
 * brought it. Some programs run side by side to save time, each with an instance and a data directory of its own.
 * People fall silent while the queue is long: a killed program drains it more slowly than they would fill it.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '500' },
    /** Programs side by side. */
    programs: { type: 'string', default: '4' },
    /** Notifications that a program removes from its queue before it is killed, in the mean. */
    life: { type: 'string', default: '15' },
    seed: { type: 'string', default: '1' },
  },
})
const kills = Number(values.kills)
const programs = Math.min(Number(values.programs), kills)
const meanLife = Number(values.life)
const random = createSeededRandom(Number(values.seed))
const token = 'bench0000000000000000000000000000000000000000000000'
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const startedAt = performance.now()
/** Long enough that a program finds work at each start, short enough that the last ones are done soon. */
const longestQueue = 150

const phones = Array.from({ length: 7 }, (_, index) => String(79_990_001_000 + index))
const emulator = await startEmulator()
const lanes = await Promise.all(
  Array.from({ length: programs }, async (_, index) => {
    const idInstance = String(1_102_000_101 + index)
    await emulator.control.do('instance.add', { idInstance, token })
    for (const phone of phones) await emulator.control.do('person.add', { idInstance, phone })
    await emulator.control.do('group.add', { idInstance, groupId: '-500000001', subject: 'Team' })
    return { idInstance, dataDir: await mkdtemp(path.join(os.tmpdir(), 'switchboard-crash-')), kills: 0 }
  }),
)

const queueOf = (idInstance: string) => emulator.control.do('queue.state', { idInstance })
let talking = true
let notifications = 0
/** One of everything that people and the own phone do, without end. */
async function talk(idInstance: string): Promise<void> {
  const last: { idMessage: string; by: { person: string } }[] = []
  for (let index = 0; talking; index++) {
    while (talking && (await queueOf(idInstance)).length > longestQueue) await pause(50)
    const by = { person: phones[index % phones.length] ?? '' }
    const target = last[Math.floor(random() * last.length)]
    const draw = random()
    const on = { idInstance, by }
    notifications += 1
    if (target === undefined || draw < 0.7) {
      const options = draw < 0.1 ? { to: '-500000001' } : {}
      const { idMessage } = await emulator.control.do('says', {
        ...on,
        text: `message ${index} from ${by.person}`,
        options,
      })
      last.push({ idMessage, by })
      if (last.length > 30) last.shift()
    } else if (draw < 0.8)
      await emulator.control.do('reacts', {
        idInstance,
        by: target.by,
        idMessage: target.idMessage,
        emoji: draw < 0.75 ? '👍' : '',
      })
    else if (draw < 0.88)
      await emulator.control.do('edits', {
        idInstance,
        by: target.by,
        idMessage: target.idMessage,
        text: `edited ${index}`,
      })
    else if (draw < 0.92)
      await emulator.control.do('deletes', { idInstance, by: target.by, idMessage: target.idMessage })
    else {
      const { idMessage } = await emulator.control.do('says', {
        idInstance,
        by: 'phone',
        text: `own ${index}`,
        options: { to: by.person },
      })
      await emulator.control.do('message.becomes', { idInstance, idMessage, status: 'delivered' })
      await emulator.control.do('message.becomes', { idInstance, idMessage, status: 'read' })
      notifications += 2
    }
    await pause(4)
  }
}

/** What was compiled once is not compiled at each of 500 starts: most of a start is that. */
const compiled = await mkdtemp(path.join(os.tmpdir(), 'switchboard-crash-compiled-'))

async function start({ idInstance, dataDir }: { readonly idInstance: string; readonly dataDir: string }) {
  const program = path.join(import.meta.dirname, 'lib/receiving-program.ts')
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program, dataDir, emulator.url, idInstance, token],
    { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, NODE_COMPILE_CACHE: compiled } },
  )
  child.stdin.on('error', () => undefined)
  const ended = once(child, 'exit')
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(([code]) => {
      throw new Error(`The program ended by itself with code ${String(code)}.`)
    }),
  ])
  return { child, ended }
}

async function endInOrder({ child, ended }: Awaited<ReturnType<typeof start>>): Promise<void> {
  child.stdin.end()
  await ended
}

/**
 * Until so many notifications are gone from the queue, and a moment more. Counted in work, because a busy machine gets
 * nothing done in a life of some hundred milliseconds.
 */
async function live(idInstance: string, work: number): Promise<void> {
  const from = (await queueOf(idInstance)).head ?? 0
  while (((await queueOf(idInstance)).head ?? Infinity) < from + work) await pause(5)
  await pause(20 * random())
}

async function killLoop(lane: (typeof lanes)[number], wanted: number): Promise<void> {
  for (; lane.kills < wanted; lane.kills++) {
    const { child, ended } = await start(lane)
    await live(lane.idInstance, Math.floor(meanLife * 2 * random()))
    child.kill('SIGKILL')
    await ended
    if (lane.kills % 25 === 24) process.stderr.write(`${lane.idInstance}: ${lane.kills + 1} of ${wanted} kills\n`)
  }
}

/** The cache is written by a program that ends in order. */
const [first] = lanes
if (first !== undefined) await endInOrder(await start(first))

const talks = lanes.map(({ idInstance }) => talk(idInstance))
await Promise.all(lanes.map((lane, index) => killLoop(lane, Math.floor((kills + index) / programs))))
talking = false
await Promise.all(talks)

/** The last programs live until their queues are empty, then end in order. */
const last = await Promise.all(lanes.map(start))
for (const { idInstance } of lanes) while ((await queueOf(idInstance)).length > 0) await pause(200)
/** What was set aside because runs were killed is tried again by one that has lasted a minute. */
const isUntried = (dataDir: string) =>
  readStore(dataDir, (tx) => tx.get(`select 1 from journal where state <> 'applied' and tried_version = ''`)) !==
  undefined
const patientUntil = performance.now() + 180_000
for (const { dataDir } of lanes) while (isUntried(dataDir) && performance.now() < patientUntil) await pause(1000)
await Promise.all(last.map(endInOrder))
await rm(compiled, { recursive: true, force: true })

const { instances } = await emulator.control.do('snapshot')
await emulator.stop()
const rows: string[][] = [['instance', 'kills', 'messages in the world', 'journal', 'redelivered', 'differences']]
let wrong = 0
for (const lane of lanes) {
  const world = instances.find(({ idInstance }) => idInstance === lane.idInstance)
  if (world === undefined) throw new Error(`The world has no instance ${lane.idInstance}.`)
  const differences = readStore(lane.dataDir, (tx) => worldDifferences(tx, world))
  const journal = readStore(lane.dataDir, (tx) =>
    tx.get<{ n: number; again: number }>('select count(*) as n, count(repeat_of) as again from journal'),
  )
  const notApplied = readStore(lane.dataDir, (tx) =>
    tx.all<{ state: string; reason: string | null; detail: string | null }>(
      `select state, reason, detail from journal where state <> 'applied'`,
    ),
  )
  for (const { state, reason, detail } of notApplied)
    process.stderr.write(`${lane.idInstance} ${state} ${reason ?? ''}: ${detail ?? ''}\n`)
  wrong += differences.length
  for (const difference of differences.slice(0, 10)) process.stderr.write(`${lane.idInstance} ${difference}\n`)
  rows.push([
    lane.idInstance,
    String(lane.kills),
    String(world.chats.reduce((sum, { messages }) => sum + messages.length, 0)),
    String(journal?.n ?? 0),
    String(journal?.again ?? 0),
    String(differences.length),
  ])
  if (differences.length === 0) await rm(lane.dataDir, { recursive: true, force: true })
  else process.stderr.write(`${lane.idInstance}: its data directory is kept in ${lane.dataDir}\n`)
}
printTable(rows)
const seconds = Math.round((performance.now() - startedAt) / 1000)
process.stdout.write(
  `${kills} kills, ${notifications} things said and done, ${seconds} s: ${wrong === 0 ? '0 lost, 0 doubled' : `${wrong} differences`}\n`,
)
process.exitCode = wrong === 0 ? 0 : 1
