import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as pause } from 'node:timers/promises'
import { endProcess, startWebHost } from '../e2e/support/running-app.ts'
import { storeFileName } from '../src/core/store/client/open-store.ts'
import { openTestStore } from '../src/core/testing/open-test-store.ts'
import { archivesDir } from './lib/archives-dir.ts'
import { createSteps, figure, percentile, startTable } from './lib/figures.ts'
import { fillArchive } from './lib/fill-archive.ts'
import { machineLoad } from './lib/machine-load.ts'
import { startEmulator, type EmulatorProcess } from './lib/start-emulator.ts'
import { startInstancesProgram } from './lib/start-instances-program.ts'

/**
 * How cost grows: with the messages in the archive, and with the instances that receive. Core as a program of its own,
 * without pipe and painting (`reading` and `window` have them), beside an emulator without limits.
 */
const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '10000,100000,1000000,3000000' },
    instances: { type: 'string', default: '1,50,200' },
    times: { type: 'string', default: '60' },
    /** Rest before memory and idle cost are read, and how long idle cost is measured, ms. */
    settle: { type: 'string', default: '15000' },
    over: { type: 'string', default: '20000' },
    folder: { type: 'string', default: path.join(archivesDir, 'archive') },
  },
})
const numbers = (list: string): readonly number[] => list.split(',').filter(Boolean).map(Number)
const times = Number(values.times)
const token = 'bench0000000000000000000000000000000000000000000000'
let nextInstance = 1_104_000_001

interface Measured {
  readonly startMs: number
  readonly list: readonly number[]
  readonly open: readonly number[]
  readonly search: readonly number[]
  /** From the message at the service to its change in core, and from a send to its acceptance, ms each. */
  readonly receive: readonly number[]
  readonly send: readonly number[]
  readonly rssMb: number
  /** Of one core, percent. */
  readonly idle: number
  readonly diskMb: number
}

async function measured(emulator: EmulatorProcess, dataDir: string, count: number): Promise<Measured> {
  const { control } = emulator
  const first = nextInstance
  nextInstance += count
  for (let index = 0; index < count; index++) {
    await control.do('instance.add', { idInstance: String(first + index), token })
    await control.do('says', { idInstance: String(first + index), by: { person: '79990001133' }, text: 'The first' })
  }
  const program = await startInstancesProgram({ dataDir, apiUrl: emulator.url, first, count, token })
  const { ask, startMs } = program
  await pause(Number(values.settle))
  await ask('cost')
  await pause(Number(values.over))
  const { cpuMs, wallMs, rssMb } = await ask('cost')
  const { ms: list } = await ask(`list ${times}`)
  const { ms: open } = await ask(`open ${times}`)
  const { ms: search } = await ask(`search ${times}`)
  const receive: number[] = []
  const send: number[] = []
  for (let index = 0; index < times; index++) {
    const which = (index * 37) % count
    const idInstance = String(first + which)
    const arrival = ask('arrival')
    const sentAt = performance.timeOrigin + performance.now()
    await control.do('says', { idInstance, by: { person: '79990001133' }, text: `arrival-${first}-${index}` })
    receive.push((await arrival).at - sentAt)
    await pause(50)
    const text = `answer-${first}-${index}`
    const accepted = control.do('until', { effect: { kind: 'accepted', idInstance, text }, withinMs: 20_000 })
    const { at } = await ask(`send ${which} ${text}`)
    await accepted
    send.push(performance.timeOrigin + performance.now() - at)
    // Its statuses come back as notifications.
    await pause(100)
  }
  const { rssMb: atEnd } = await ask('cost')
  await program.end()
  return {
    startMs,
    list,
    open,
    search,
    receive,
    send,
    rssMb: Math.max(rssMb, atEnd),
    idle: (100 * cpuMs) / wallMs,
    diskMb: statSync(path.join(dataDir, storeFileName)).size / 1e6,
  }
}

const head = ['', 'start', 'list', 'open a chat', 'search', 'receive', 'send', 'memory MB', 'idle %', 'disk MB']
const p95 = (taken: readonly number[]): number => percentile(taken, 0.95)
const cells = (name: string, one: Measured): string[] => [
  name,
  figure(one.startMs),
  ...[one.list, one.open, one.search, one.receive, one.send].map((taken) => figure(p95(taken))),
  ...[one.rssMb, one.idle, one.diskMb].map((value) => figure(value)),
]

/** Memory (MB) of the built browser host at rest, with the archive and so many instances that receive. */
async function builtHostMb(emulator: EmulatorProcess, dataDir: string, count: number): Promise<number> {
  const added: object[] = []
  for (let index = 0; index < count; index++) {
    const idInstance = String(nextInstance++)
    await emulator.control.do('instance.add', { idInstance, token })
    const rest = { apiUrl: emulator.url, token, family: 'v3', colour: 'teal', mode: 'full', storeToken: false }
    added.push({ name: `Instance ${index}`, idInstance, ...rest })
  }
  const addInstances = path.join(scratch, 'add.json')
  writeFileSync(addInstances, JSON.stringify(added))
  const host = await startWebHost({ dataDir, addInstances })
  await pause(Number(values.settle) + count * 100)
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${host.child.pid}/status`, 'utf8'))?.[1]
  await endProcess(host.child, 'SIGTERM')
  return Number(kb) / 1000
}

/** Measures one place after the other, and prints the row of each. */
async function series(
  places: readonly number[],
  unit: string,
  run: (place: number) => Promise<Measured>,
): Promise<void> {
  if (places.length === 0) return
  const table = startTable(head)
  for (const place of places) {
    step(`${place} ${unit}`)
    table.add(cells(`${place} ${unit}`, await run(place)))
  }
}

const scratch = mkdtempSync(path.join(os.tmpdir(), 'switchboard-bench-'))
const emulator = await startEmulator()
const byMessages = numbers(values.messages)
const byInstances = numbers(values.instances)
const step = createSteps(byMessages.length + byInstances.length + 1)
try {
  process.stdout.write(`ms at the 95th percentile of ${times}, start once; ${machineLoad()}\n`)
  const archiveOf = async (messages: number): Promise<string> => {
    const chats = Math.max(10, messages / 100)
    const size = { messages, chats, largest: Math.floor(messages / 10), ownEvery: 10, observationsPerOwn: 10 }
    const dataDir = path.join(scratch, String(messages))
    cpSync(fillArchive(values.folder, size), dataDir, { recursive: true })
    // Comes up to date, if it was made before.
    await (await openTestStore(dataDir)).close()
    return dataDir
  }
  await series(byMessages, 'messages', async (messages) => {
    const dataDir = await archiveOf(messages)
    const one = await measured(emulator, dataDir, 1)
    rmSync(dataDir, { recursive: true })
    return one
  })
  await series(byInstances, 'instances', (count) => measured(emulator, path.join(scratch, `i${count}`), count))
  const [least, most] = [byMessages[0] ?? 0, byInstances.at(-1) ?? 0]
  const full = byMessages.includes(1_000_000) ? 1_000_000 : least
  if (process.platform === 'linux' && full > 0 && most > 0) {
    step('memory of the built host')
    const few = await builtHostMb(emulator, await archiveOf(least), 1)
    rmSync(path.join(scratch, String(least)), { recursive: true })
    const many = await builtHostMb(emulator, await archiveOf(full), most)
    process.stdout.write(
      `The built browser host at rest: ${figure(few)} MB with ${least} messages and 1 instance, ${figure(many)} MB with ${full} and ${most}.\n`,
    )
  } else
    process.stdout.write('The memory of the built host was not measured: that needs Linux, messages and instances.\n')
  process.stdout.write(`${machineLoad()}\n`)
} finally {
  await emulator.stop()
  rmSync(scratch, { recursive: true, force: true, maxRetries: 3 })
}
