import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { fuzzReceiving } from '../src/core/testing/fuzz-receiving.ts'
import { figure } from './lib/figures.ts'

/**
 * Mutated notification and history bodies through the real receive loop and the real store, 1,000,000 unless told:
 * no crash, no stuck queue, each one applied, kept as unknown, or in quarantine. The store is begun anew after each
 * 100,000, so that the disk holds it.
 */
const { values } = parseArgs({
  options: {
    bodies: { type: 'string', default: '1000000' },
    instances: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
})
const bodies = Number(values.bodies)
const instances = Number(values.instances)
const round = 100_000

let done = 0
let applied = 0
let unknown = 0
let quarantined = 0
let lost = 0
const failures = new Set<string>()
const startedAt = performance.now()
for (let seed = Number(values.seed); done < bodies; seed++) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-fuzz-'))
  try {
    const report = await fuzzReceiving({ dataDir, bodies: Math.min(round, bodies - done), seed, instances })
    done += report.notifications + report.histories
    applied += report.applied
    unknown += report.unknown
    quarantined += report.quarantined
    lost += report.lost
    for (const failure of report.applyFailed) failures.add(failure)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  const seconds = (performance.now() - startedAt) / 1000
  process.stdout.write(`${done} bodies, ${figure(done / seconds)} a second, ${figure(seconds)} s\n`)
}
process.stdout.write(
  `notifications: ${applied} applied, ${unknown} of unknown kinds kept, ${quarantined} in quarantine (redeliveries of the same body not counted); ${lost} lost\n`,
)
for (const failure of failures) process.stdout.write(`failed to apply: ${failure}\n`)
process.exitCode = lost === 0 && failures.size === 0 ? 0 : 1
