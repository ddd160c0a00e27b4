import { createTasks } from '../base/create-tasks.ts'
import type { Service } from '../base/core-base.ts'
import type { Clock, Logger } from '../base/ports.ts'

/** Background maintenance of the data directory. */
export interface HousekeepingTasks {
  /** Each removes files that earlier runs left. Rejects with the system's error. */
  readonly leftovers: readonly (() => Promise<void>)[]
  /** Removes files that nothing names, in pieces; ends early once `signal` aborts. Rejects for disk and store alone. */
  sweep(signal: AbortSignal): Promise<void>
}

/** The first sweep waits until a start is over, ms. */
const firstSweepMs = 5 * 60_000
/** A file that nothing names is rare: only a crash or a disk that refuses leaves one. Ms. */
const sweepEveryMs = 24 * 3_600_000

/**
 * Removes what earlier runs left as soon as the program starts, and sweeps later. A failure waits for the next run or
 * sweep.
 */
export function createHousekeeping({
  clock,
  logger,
  leftovers,
  sweep,
}: HousekeepingTasks & { readonly clock: Clock; readonly logger: Logger }): Service {
  const stopping = new AbortController()
  const { signal } = stopping
  const tasks = createTasks<string>((error, task) => logger.warn({ error: String(error), task }, 'housekeeping failed'))
  const sweeps = async () => {
    for (let waitMs = firstSweepMs; !signal.aborted; waitMs = sweepEveryMs) {
      await clock.sleep(waitMs, signal)
      if (!signal.aborted) tasks.add(sweep(signal), 'sweep')
    }
  }
  return {
    start() {
      for (const remove of leftovers) tasks.add(remove(), 'leftovers')
      tasks.add(sweeps(), 'sweeps')
    },
    stop() {
      stopping.abort()
      return tasks.ended()
    },
  }
}
