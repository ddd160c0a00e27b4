import type { ChildRunner } from '../../base/ports.ts'
import { databaseBytes } from '../engine/database.ts'

/**
 * Checks the whole file in a child process at low priority, while the program works. Resolves with the problems that
 * SQLite found, an empty list if there are none. Rejects if the process could not run, took too long, or `signal`
 * aborted.
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

const baseMs = 10 * 60_000
const bytesPerMinute = 50_000_000

/**
 * Timeout of a check or a salvage of a store of so many bytes, ms. It only ends a process that hangs: a slow disk needs
 * a small part of it.
 */
const maintenanceLimitMs = (bytes: number): number => baseMs + Math.ceil(bytes / bytesPerMinute) * 60_000

/** Aborts with the caller's signal, or at the timeout for a store of so many bytes. */
export const maintenanceSignal = (signal: AbortSignal, bytes: number): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(maintenanceLimitMs(bytes))])
