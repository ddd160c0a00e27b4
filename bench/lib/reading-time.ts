import { hostileTexts, type Reader } from './strangers-text.ts'

/** Below this nothing is slow, ms: a collection or a first compilation alone takes as long. */
const neverSlowMs = 3
/** Shorter than the system can tell, ms. */
const tooShortMs = 0.01
/** Some systems count a thread's time in ticks of up to 10 ms: this is enough of them to tell, ms. */
const longEnoughMs = 40
/** A thread that waits takes no such time: a run ends after so long, ms. */
const mostMs = 500

interface Timed {
  /** UTF-16 code units. */
  readonly length: number
  readonly ms: number
}

export interface Worst {
  /** Name of the text. */
  readonly text: string
  /** At each length; no further than the first at which the time grew faster than the text. */
  readonly times: readonly Timed[]
}

/**
 * Whether the time grows faster than the text. A hundred times the text takes a hundred times the time, or ten thousand
 * times where it grows as a square: the border is two thousand, which a busy machine crosses from neither side.
 */
export function growsFaster({ times }: Worst): boolean {
  const last = times.at(-1)
  if (last === undefined || last.ms < neverSlowMs) return false
  return times.some(
    ({ length, ms }) =>
      last.length >= 100 * length && last.ms / Math.max(ms, tooShortMs) > (last.length / length) ** 1.65,
  )
}

/**
 * The hostile text that a function takes longest for; at once the first for which its time grows faster than the text.
 * A text is measured again before it is called slow, because one long run may be anybody's fault.
 * @param lengths rising, UTF-16 code units
 */
export function worstOf(reader: Reader, lengths: readonly number[], texts = hostileTexts): Worst {
  let worst: Worst = { text: '', times: [] }
  for (const text of texts) {
    const isWorst = (found: Worst) => growsFaster(found) || lastOf(found) > lastOf(worst)
    let found = measure(reader, text, lengths, 1)
    if (isWorst(found)) found = measure(reader, text, lengths, 3)
    if (growsFaster(found)) found = measure(reader, text, lengths, 10, longEnoughMs)
    if (growsFaster(found)) return found
    if (isWorst(found)) worst = found
  }
  return worst
}

const lastOf = ({ times }: Worst): number => times.at(-1)?.ms ?? 0

function measure(
  reader: Reader,
  { name, of }: (typeof hostileTexts)[number],
  lengths: readonly number[],
  runs: number,
  atLeastMs = 0,
): Worst {
  let worst: Worst = { text: name, times: [] }
  for (const length of lengths) {
    const text = of(length)
    worst = { text: name, times: [...worst.times, { length, ms: timeOf(() => reader.read(text), runs, atLeastMs) }] }
    // What is slow already would only take long at the next length.
    if (growsFaster(worst)) break
  }
  return worst
}

/**
 * Processor time of this thread, the least of some runs, ms. It does not grow with what else a machine does.
 * @param atLeastMs a run reads as often as it takes for so long
 */
function timeOf(read: () => unknown, runs: number, atLeastMs: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) {
    const begun = performance.now()
    const before = process.threadCpuUsage()
    let reads = 0
    let ms = 0
    do {
      // So many that asking for the time takes none of it.
      for (const until = Math.max(1, reads * 2); reads < until; reads++) read()
      const { user, system } = process.threadCpuUsage(before)
      ms = (user + system) / 1000
    } while (ms < atLeastMs && performance.now() - begun < mostMs)
    least = Math.min(least, ms / reads)
  }
  return least
}
