import type { ChildRunner } from '../../base/ports.ts'
import { databaseBytes } from '../engine/database.ts'
import { maintenanceSignal } from './maintenance-limit.ts'

/**
 * Checks the whole file in a child process at low priority, while the program works. Resolves with what SQLite found,
 * nothing when all is well; rejects when the process could not run, took too long, or `signal` aborted.
 */
export async function checkIntegrity(
  children: ChildRunner,
  entry: URL,
  path: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const output: unknown = JSON.parse(
    await children.run(entry, ['check', path], maintenanceSignal(signal, databaseBytes(path))),
  )
  if (!Array.isArray(output)) throw new Error('The integrity check answered something else.')
  return output.map(String)
}
