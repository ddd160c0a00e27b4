/** Growth of pauses after failures. */
export interface Pace {
  /** The first pause, ms. */
  readonly baseMs: number
  /** No pause is longer, ms. */
  readonly capMs: number
}

/** The pause before the next attempt, ms: doubled with each failure in a row. `failures`: their number, one or more. */
export const backOff = ({ baseMs, capMs }: Pace, failures: number): number =>
  Math.min(capMs, baseMs * 2 ** Math.min(failures - 1, 30))

/**
 * Adds jitter: half of the pause is fixed, half random (`random` is uniform in [0, 1)), so that many instances don't
 * retry at once.
 */
export const jittered = (pauseMs: number, random: number): number => pauseMs / 2 + (random * pauseMs) / 2
