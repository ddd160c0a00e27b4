import type { ChildRunner } from '../../base/ports.ts'
import { databaseBytes } from '../engine/database.ts'

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

const baseMs = 10 * 60_000
const bytesPerMinute = 50_000_000

/**
 * How long a check or a salvage of a store of so many bytes may take, in ms. It judges no speed: it ends what hangs,
 * and leaves a slow disk many times what it needs.
 */
const maintenanceLimitMs = (bytes: number): number => baseMs + Math.ceil(bytes / bytesPerMinute) * 60_000

/** Aborts when the caller's does, or when the limit for a store of so many bytes is over. */
export const maintenanceSignal = (signal: AbortSignal, bytes: number): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(maintenanceLimitMs(bytes))])
