import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { figure, printTable } from './lib/figures.ts'
import { startEmulator } from './lib/start-emulator.ts'

/**
 * What idle instances cost: 200 beside 1, on one host, in one run. Aim: under 1% of one core, and under 100 MB more than
 * with one. Measured after they have settled, over some whole waits of the long poll.
 */
const { values } = parseArgs({
  options: {
    instances: { type: 'string', default: '200' },
    /** Before measuring: first syncs, settings. */
    settle: { type: 'string', default: '20000' },
    /** Measured, ms. */
    over: { type: 'string', default: '60000' },
  },
})
const token = 'bench0000000000000000000000000000000000000000000000'
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const emulator = await startEmulator()

interface Cost {
  readonly cpuMs: number
  readonly wallMs: number
  readonly rssMb: number
}

async function measure(first: number, count: number): Promise<Cost> {
  for (let index = 0; index < count; index++) {
    await emulator.control.do('instance.add', { idInstance: String(first + index), token })
  }
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-idle-'))
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      path.join(import.meta.dirname, 'lib/idle-program.ts'),
      dataDir,
      emulator.url,
      String(first),
      String(count),
      token,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async (): Promise<Cost> => {
    child.stdin.write('\n')
    return JSON.parse(String((await lines.next()).value))
  }
  await lines.next()
  await pause(Number(values.settle))
  await ask()
  await pause(Number(values.over))
  const cost = await ask()
  const ended = once(child, 'exit')
  child.stdin.end()
  await ended
  await rm(dataDir, { recursive: true, force: true })
  return cost
}

const one = await measure(1_103_000_001, 1)
const many = await measure(1_103_100_001, Number(values.instances))
await emulator.stop()
const share = (cost: Cost): number => (100 * cost.cpuMs) / cost.wallMs
printTable([
  ['instances', 'share of one core', 'memory'],
  ['1', `${figure(share(one))} %`, `${figure(one.rssMb)} MB`],
  [values.instances, `${figure(share(many))} %`, `${figure(many.rssMb)} MB`],
])
const more = many.rssMb - one.rssMb
process.stdout.write(
  `${values.instances} idle instances: ${figure(share(many))} % of one core (aim under 1), ${figure(more)} MB over one (aim under 100)\n`,
)
process.exitCode = share(many) < 1 && more < 100 ? 0 : 1
