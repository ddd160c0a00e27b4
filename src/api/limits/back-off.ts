/** How pauses after failures grow. */
export interface Pace {
  /** The first pause, ms. */
  readonly baseMs: number
  /** No pause is longer, ms. */
  readonly capMs: number
}

/**
 * The pause before the next try, ms: doubled with each failure in a row, of which there are `failures` (one or more).
 */
export const backOff = ({ baseMs, capMs }: Pace, failures: number): number =>
  Math.min(capMs, baseMs * 2 ** Math.min(failures - 1, 30))

/**
 * Half of a pause fixed and half drawn (`random` is uniform in [0, 1)), so that many instances don't come back at once.
 */
export const jittered = (pauseMs: number, random: number): number => pauseMs / 2 + (random * pauseMs) / 2
