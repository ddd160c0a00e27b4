import type { Clock } from '../base/ports.ts'

/** The longest pause of a loop that backs off, ms; what waits longer does so between its rounds. */
const longestBackOff = 30_000

/** Back-offs pass at once: a body that is broken for good is asked for three times. */
export const hurried = (clock: Clock): Clock => ({
  ...clock,
  sleep: (ms, signal) => clock.sleep(ms <= longestBackOff ? Math.min(ms, 1) : ms, signal),
})
