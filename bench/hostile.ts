import { figure, startTable } from './lib/figures.ts'
import { growsFaster, worstOf } from './lib/reading-time.ts'
import { strangersText } from './lib/strangers-text.ts'

/**
 * Every function that sees a stranger's text, over all hostile texts: for the one that takes longest, its time at 1, 10
 * and 100 KB, and how often the first goes into the last. A hundred times the text may take a hundred times the time;
 * what grows as a square takes ten thousand times.
 */
const lengths = [100, 1000, 10_000, 100_000]

const table = startTable(['function', '1 KB', '10 KB', '100 KB', 'ratio', 'slowest text'])
let slow = 0
for (const reader of strangersText) {
  const worst = worstOf(reader, lengths)
  const [, one = Number.NaN, ten = Number.NaN, hundred = Number.NaN] = worst.times.map(({ ms }) => ms)
  if (growsFaster(worst)) slow += 1
  const verdict = growsFaster(worst) ? `WORSE THAN LINEAR: ${worst.text}` : worst.text
  table.add([reader.name, ...[one, ten, hundred].map((ms) => `${figure(ms)} ms`), figure(hundred / one), verdict])
}
process.stdout.write(slow === 0 ? 'None is worse than linear.\n' : `${slow} are worse than linear.\n`)
process.exitCode = slow === 0 ? 0 : 1
