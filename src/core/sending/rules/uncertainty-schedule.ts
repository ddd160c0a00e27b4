import { retryPolicy } from './retry-policy.ts'

const { firstAt, everyMs, untilMs } = retryPolicy.uncertain

/**
 * When to look next, epoch ms; null when it is up to the person.
 * @param since when it became uncertain, epoch ms.
 * @param lookedAt the last look, epoch ms; null before the first.
 */
export function nextUncertainCheck(since: number, lookedAt: number | null): number | null {
  // The clock was set back since, and the service does not tell its own.
  if (lookedAt !== null && since - lookedAt > everyMs) return lookedAt + everyMs
  const elapsed = lookedAt === null ? -1 : Math.max(0, lookedAt - since)
  const offset = firstAt.find((after) => after > elapsed) ?? (Math.floor(elapsed / everyMs) + 1) * everyMs
  return offset > untilMs ? null : since + offset
}
