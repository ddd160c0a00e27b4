import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { endProcess, startWebHost } from '../e2e/support/running-app.ts'
import { budgets, slid } from './lib/budgets.ts'
import { createSteps, figure, printTable, startTable } from './lib/figures.ts'
import { machineLoad } from './lib/machine-load.ts'
import { startEmulator } from './lib/start-emulator.ts'

/**
 * What the built browser host takes while nobody looks and nothing comes: memory, processor and wake-ups, with 1 and
 * with 200 instances whose long polls hang. It starts twice, since adding leaves memory behind that a usual start does
 * not, and settles before it is measured over some whole waits of the long poll. A wake-up is a voluntary switch of one
 * of its threads (`/proc`), so only Linux can say it.
 */
const { values } = parseArgs({
  options: {
    instances: { type: 'string', default: '200' },
    /**
     * Before measuring, ms: first syncs, settings, checks of the store, and the journals again, which lag two minutes.
     * Each further instance adds to it.
     */
    settle: { type: 'string', default: '150000' },
    /** Measured, ms. */
    over: { type: 'string', default: '60000' },
  },
})
const token = 'bench0000000000000000000000000000000000000000000000'
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const emulator = await startEmulator()

interface Aims {
  readonly memoryMb: number
  /** Of one core, %. */
  readonly processor: number
  readonly wakeUps: number
}

/** The clock ticks that the kernel counts processor time in. */
const tickMs = 10

interface Reading {
  readonly at: number
  readonly cpuMs: number
  readonly memoryMb: number
  /** Voluntary switches by thread id. */
  readonly switches: ReadonlyMap<string, { readonly name: string; readonly count: number }>
}

function read(pid: number): Reading {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const status = (text: string, key: string): string =>
    new RegExp(String.raw`^${key}:\s+(\S+)`, 'm').exec(text)?.[1] ?? ''
  const switches = new Map<string, { readonly name: string; readonly count: number }>()
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const text = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8')
    switches.set(thread, { name: status(text, 'Name'), count: Number(status(text, 'voluntary_ctxt_switches')) })
  }
  return {
    at: performance.now(),
    cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs,
    memoryMb: Number(status(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmRSS')) / 1000,
    switches,
  }
}

interface Cost {
  readonly memoryMb: number
  readonly processor: number
  /** Of all its threads, a minute. */
  readonly wakeUps: number
  readonly byThread: readonly (readonly [name: string, wakeUps: number])[]
}

function costBetween(before: Reading, after: Reading): Cost {
  const ms = after.at - before.at
  const byThread = [...after.switches]
    .map(([id, { name, count }]) => {
      const during = count - (before.switches.get(id)?.count ?? 0)
      return [`${name} ${id}`, (during * 60_000) / ms] as const
    })
    .filter(([, wakeUps]) => wakeUps > 0)
    .toSorted((one, other) => other[1] - one[1])
  return {
    memoryMb: after.memoryMb,
    processor: (100 * (after.cpuMs - before.cpuMs)) / ms,
    wakeUps: byThread.reduce((sum, [, wakeUps]) => sum + wakeUps, 0),
    byThread,
  }
}

async function measure(first: number, count: number): Promise<Cost> {
  const added: object[] = []
  for (let index = 0; index < count; index++) {
    const idInstance = String(first + index)
    await emulator.control.do('instance.add', { idInstance, token })
    const rest = { apiUrl: emulator.url, token, family: 'v3', colour: 'teal', mode: 'full', storeToken: true }
    added.push({ name: `Instance ${index}`, idInstance, ...rest })
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'switchboard-idle-'))
  const addInstances = path.join(folder, 'add.json')
  writeFileSync(addInstances, JSON.stringify(added))
  const dataDir = path.join(folder, 'data')
  const env = { SWITCHBOARD_PASSPHRASE: 'correct horse battery staple' }
  const adding = await startWebHost({ dataDir, addInstances, env })
  await pause(5000 + count * 100)
  await endProcess(adding.child, 'SIGTERM')
  const host = await startWebHost({ dataDir, env })
  try {
    const ended = once(host.child, 'exit').then(() => {
      throw new Error('The host ended.')
    })
    await Promise.race([pause(Number(values.settle) + count * 650), ended])
    const before = read(host.child.pid ?? 0)
    await Promise.race([pause(Number(values.over)), ended])
    ended.catch(() => undefined)
    return costBetween(before, read(host.child.pid ?? 0))
  } finally {
    await endProcess(host.child, 'SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

process.stdout.write(`${machineLoad()}\n`)
const rows: readonly (readonly [count: number, aims: Aims, worse: (cost: Cost) => readonly string[]])[] = [
  [
    1,
    { memoryMb: budgets.idleMemory.aim, processor: budgets.idleProcessor.aim, wakeUps: budgets.idleWakeUps.aim },
    ({ memoryMb, processor, wakeUps }) =>
      slid({ idleMemory: memoryMb, idleProcessor: processor, idleWakeUps: wakeUps }),
  ],
  [
    Number(values.instances),
    {
      memoryMb: budgets.idleMemoryOf200.aim,
      processor: budgets.idleProcessorOf200.aim,
      wakeUps: Number.POSITIVE_INFINITY,
    },
    ({ memoryMb, processor }) => slid({ idleMemoryOf200: memoryMb, idleProcessorOf200: processor }),
  ],
]
const step = createSteps(rows.length)
const table = startTable(['instances', 'memory (aim)', 'of one core (aim)', 'wake-ups a minute (aim)'], 12)
const threads: string[][] = [['instances', 'thread', 'wake-ups a minute']]
let first = 1_103_000_001
const slidBack: string[] = []
for (const [count, aims, worse] of rows) {
  step(`${count} idle`)
  const cost = await measure(first, count)
  first += count
  slidBack.push(...worse(cost))
  const against = (value: number, aim: number, unit: string): string =>
    `${figure(value)}${unit} ${Number.isFinite(aim) ? `(${aim})` : ''}`
  table.add([
    String(count),
    against(cost.memoryMb, aims.memoryMb, ' MB'),
    against(cost.processor, aims.processor, ' %'),
    against(cost.wakeUps, aims.wakeUps, ''),
  ])
  threads.push(...cost.byThread.map(([name, wakeUps]) => [String(count), name, figure(wakeUps)]))
  if (cost.memoryMb > aims.memoryMb || cost.processor > aims.processor || cost.wakeUps > aims.wakeUps) {
    process.exitCode = 1
  }
}
await emulator.stop()
printTable(threads)
process.stdout.write(slidBack.map((line) => `${line}\n`).join(''))
