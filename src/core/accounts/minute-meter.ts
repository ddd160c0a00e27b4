import type { Clock } from '../ports.ts'

const bucketMs = 5000
const buckets = 12

/** Counts what happened in the last minute, in steps of five seconds. */
export function createMinuteMeter(clock: Clock): { count(): void; perMinute(): number } {
  const counts = new Array<number>(buckets).fill(0)
  let current = Math.floor(clock.monotonic() / bucketMs)
  const advance = () => {
    const now = Math.floor(clock.monotonic() / bucketMs)
    for (let step = Math.min(now - current, buckets); step > 0; step--) counts[(now - step + 1) % buckets] = 0
    current = now
  }
  return {
    count() {
      advance()
      const slot = current % buckets
      counts[slot] = (counts[slot] ?? 0) + 1
    },
    perMinute() {
      advance()
      return counts.reduce((sum, count) => sum + count, 0)
    },
  }
}
