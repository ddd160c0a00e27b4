import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ChildRunner } from './ports.ts'

const maxOutput = 16 * 1024 * 1024

/** Maintenance processes on plain Node: the same executable again. */
export function createNodeChildren(): ChildRunner {
  const run = promisify(execFile)
  return {
    async run(entry, args, signal) {
      const { stdout } = await run(process.execPath, [fileURLToPath(entry), ...args], {
        maxBuffer: maxOutput,
        killSignal: 'SIGKILL',
        ...(signal === undefined ? {} : { signal }),
      })
      return stdout
    },
  }
}
