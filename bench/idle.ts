import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createSteps, figure, spread, startTable } from './lib/figures.ts'
import { machineLoad } from './lib/machine-load.ts'
import { startEmulator } from './lib/start-emulator.ts'
import { startInstancesProgram } from './lib/start-instances-program.ts'

/**
 * What idle instances cost: 200 beside 1, on one host, in one run. Aim: under 1% of one core, and under 100 MB more
 * than with one. Measured after they have settled, over some whole waits of the long poll. Then some of them send: from
 * the person's send until the service accepts it, which 200 long polls must not hold up.
 */
const { values } = parseArgs({
  options: {
    instances: { type: 'string', default: '200' },
    /** Before measuring: first syncs, settings. */
    settle: { type: 'string', default: '20000' },
    /** Measured, ms. */
    over: { type: 'string', default: '60000' },
    sends: { type: 'string', default: '40' },
  },
})
const token = 'bench0000000000000000000000000000000000000000000000'
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const emulator = await startEmulator()
const { control } = emulator

interface Cost {
  readonly cpuMs: number
  readonly wallMs: number
  readonly rssMb: number
}

interface Measured extends Cost {
  /** From the person's send until the service accepted it, ms each. */
  readonly sends: readonly number[]
}

async function measure(first: number, count: number): Promise<Measured> {
  for (let index = 0; index < count; index++) {
    await control.do('instance.add', { idInstance: String(first + index), token })
  }
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-idle-'))
  const program = await startInstancesProgram({ dataDir, apiUrl: emulator.url, first, count, token })
  const { ask, running } = program
  if (running !== count) throw new Error(`${running} of ${count} instances run.`)
  await pause(Number(values.settle))
  await ask('cost')
  await pause(Number(values.over))
  const { cpuMs, wallMs, rssMb } = await ask('cost')
  const sends: number[] = []
  for (let index = 0; index < Number(values.sends); index++) {
    const which = (index * 37) % count
    const text = `answer-${first}-${index}`
    const idInstance = String(first + which)
    const arrived = control.do('until', { effect: { kind: 'accepted', idInstance, text }, withinMs: 20_000 })
    const { at } = await ask(`send ${which} ${text}`)
    await arrived
    sends.push(performance.timeOrigin + performance.now() - at)
  }
  await program.end()
  await rm(dataDir, { recursive: true, force: true })
  return { cpuMs, wallMs, rssMb, sends }
}

const share = (cost: Cost): number => (100 * cost.cpuMs) / cost.wallMs
process.stdout.write(`${machineLoad()}\n`)
const step = createSteps(2)
const table = startTable(['instances', 'share of one core', 'memory', 'from send to acceptance'], 12)
const measureRow = async (first: number, count: number): Promise<Measured> => {
  step(`${count} idle`)
  const measured = await measure(first, count)
  table.add([String(count), `${figure(share(measured))} %`, `${figure(measured.rssMb)} MB`, spread(measured.sends)])
  return measured
}
const one = await measureRow(1_103_000_001, 1)
const many = await measureRow(1_103_100_001, Number(values.instances))
await emulator.stop()
const more = many.rssMb - one.rssMb
process.stdout.write(
  `${values.instances} idle instances: ${figure(share(many))} % of one core (aim under 1), ${figure(more)} MB over one (aim under 100)\n`,
)
process.exitCode = share(many) < 1 && more < 100 ? 0 : 1
