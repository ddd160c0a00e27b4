/** A stream of seeded numbers. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  chance(probability: number): boolean
  between(low: number, high: number): number
  /** A whole number, both ends included. */
  int(low: number, high: number): number
  pick<const Item>(items: readonly [Item, ...Item[]]): Item
  /** A waiting time with this mean: mostly short, sometimes long. */
  wait(mean: number): number
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 2_166_136_261
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619)
  return hash >>> 0
}

/**
 * The stream of one purpose (mulberry32). Each purpose has its own, so that drawing more for one of them does not move
 * the others: a plan whose steps were removed by shrinking keeps the rest of its story.
 */
export function createRandom(seed: number, purpose: string): Random {
  let state = (hashOf(purpose) ^ Math.imul(seed + 1, 0x9e3779b1)) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  for (let warmUp = 0; warmUp < 4; warmUp++) next()
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    chance: (probability) => next() < probability,
    between: (low, high) => low + (high - low) * next(),
    int,
    pick: (items) => items[int(0, items.length - 1)] ?? items[0],
    wait: (mean) => -Math.log(1 - next()) * mean,
  }
}
