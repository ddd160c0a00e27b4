import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'

/**
 * The fault storm of `npm test` at its full length: 20,000 notifications unless told, every tenth call fails in one of
 * all the ways there are, on the emulator's movable clock; the archive must be the world.
 */
const { values } = parseArgs({ options: { notifications: { type: 'string', default: '20000' } } })
const { status } = spawnSync(
  process.execPath,
  [path.resolve(import.meta.dirname, '../node_modules/vitest/vitest.mjs'), 'run', 'src/core/receiving/storm.test.ts'],
  { stdio: 'inherit', env: { ...process.env, SWITCHBOARD_STORM: values.notifications } },
)
process.exitCode = status ?? 1
