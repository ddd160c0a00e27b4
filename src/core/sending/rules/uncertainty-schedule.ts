/** When an uncertain message is looked for, ms after it became so (architecture 6). */
const firstChecks = [2_000, 10_000, 60_000, 300_000]

/** Then with each refresh of the slow round, ms. */
const thenEvery = 600_000

/** For so long; after that only the person looks, ms. */
const uncertainWindowMs = 86_400_000

/**
 * When to look next, epoch ms; null when it is up to the person.
 * @param since when it became uncertain, epoch ms.
 * @param lookedAt the last look, epoch ms; null before the first.
 */
export function nextUncertainCheck(since: number, lookedAt: number | null): number | null {
  // The clock was set back since, and the service does not tell its own.
  if (lookedAt !== null && since - lookedAt > thenEvery) return lookedAt + thenEvery
  const elapsed = lookedAt === null ? -1 : Math.max(0, lookedAt - since)
  const offset = firstChecks.find((after) => after > elapsed) ?? (Math.floor(elapsed / thenEvery) + 1) * thenEvery
  return offset > uncertainWindowMs ? null : since + offset
}
