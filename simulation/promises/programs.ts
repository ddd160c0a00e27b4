import type { ReadTx } from '../../src/core/store/tx.ts'
import type { ProgramFacts } from '../desk/program.ts'

/** A program gets each event at least once, no redelivery as another event, and an answer to each of its sends. */
export function brokenProgramPromises(
  tx: ReadTx,
  { served, servedSinceRepair, since, unanswered }: ProgramFacts,
): readonly string[] {
  const broken = unanswered.map((send) => `${send} was not answered`)
  if (since === Infinity) return broken
  const events = tx.all<{ key: number }>('select key from journal where key > ? and repeat_of is null', [since])
  for (const { key } of events) if (!served.has(key)) broken.push(`event ${key} was never given to the program`)
  for (const { key } of tx.all<{ key: number }>('select key from journal where repeat_of is not null'))
    if (servedSinceRepair.has(key)) broken.push(`event ${key} is a redelivery and was given to the program`)
  return broken
}
