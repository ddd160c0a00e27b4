import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { startTestCore } from '../src/core/testing/start-test-core.ts'
import { openLocalApi } from '../src/local-api/open-local-api.ts'
import { createSteps, percentile, printTable, spread } from './lib/figures.ts'
import { machineLoad } from './lib/machine-load.ts'

/**
 * How long `switchboardctl status` takes as a script runs it: a new process
 * each time, from its start to its end, with the desk in this process. Beside it Node itself with nothing to do, which
 * no command can be quicker than.
 */
const { values } = parseArgs({ options: { count: { type: 'string', default: '100' } } })
const count = Number(values.count)
/** Of issue 37, ms. */
const goal = 150
const program = path.resolve('out/cli/switchboardctl.mjs')

const probe = createServer()
await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
const { port } = probe.address() as AddressInfo
await new Promise((resolve) => probe.close(resolve))

const home = await mkdtemp(path.join(os.tmpdir(), 'switchboard-bench-'))
const core = await startTestCore({ services: ['programs'], openLocalApi, random: Math.random })
await core.call('settings.update', { programs: true, programsPort: port })
await core.until('programs.list', {}, ({ listener }) => listener.kind === 'listening')
const { key } = await core.call('programs.add', {
  ...{ name: 'bench', purpose: 'script', protocol: 'jsonl', from: null, keyExpiresAt: null, webhook: null },
  scope: { instances: null, kinds: null, labels: null, groups: true },
  ...{ readWhenWritten: false, authorization: '' },
})

const run = promisify(execFile)
async function time(command: string, args: readonly string[]): Promise<number> {
  const started = performance.now()
  const env = { SWITCHBOARD_KEY: key ?? '', SWITCHBOARD_DATA_DIR: core.dataDir, HOME: home }
  await run(command, [...args], { env })
  return performance.now() - started
}
const status: number[] = []
const empty: number[] = []
const step = createSteps(Math.ceil(count / 20))
for (let round = 0; round < count; round++) {
  if (round % 20 === 0) step(`twenty of ${count} runs of each`)
  status.push(await time(process.execPath, [program, 'status']))
  empty.push(await time(process.execPath, ['-e', '']))
}
process.stdout.write(`${machineLoad()}\n`)
printTable([
  ['program', 'from start to end'],
  ['switchboardctl status', spread(status)],
  ['node, with nothing to do', spread(empty)],
])
await core.stop()
await rm(home, { recursive: true, force: true })
const p95 = percentile(status, 0.95)
process.stdout.write(`${p95 < goal ? 'within' : 'beyond'} the goal: p95 under ${goal} ms\n`)
process.exitCode = p95 < goal ? 0 : 1
