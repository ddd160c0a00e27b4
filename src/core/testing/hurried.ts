import type { Clock } from '../base/ports.ts'

/** The longest pause of a loop that backs off, ms; what waits longer does so between its rounds. */
const longestBackOff = 60_000

/** Back-offs pass at once, and count as if they had taken their time: a loop that retries for minutes is done soon. */
export function hurried(clock: Clock): Clock {
  let skippedMs = 0
  return {
    ...clock,
    monotonic: () => clock.monotonic() + skippedMs,
    sleep(ms, signal) {
      if (ms > longestBackOff) return clock.sleep(ms, signal)
      skippedMs += Math.max(0, ms - 1)
      return clock.sleep(Math.min(ms, 1), signal)
    },
  }
}
