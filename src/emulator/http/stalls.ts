/** Interval of the beats, and how late one counts as a stall, ms. */
const beatMs = 100
const stallMs = 500
/** After so long everything that was on its way during a stall has arrived, ms. */
const recentMs = 2_000

let beatAt = 0
let stalledAt = -Infinity
let timer: NodeJS.Timeout | undefined

function beat(): void {
  const now = performance.now()
  if (now - beatAt >= beatMs + stallMs) stalledAt = now
  beatAt = now
}

/** Begins to watch this process for stalls. */
export function watchStalls(): void {
  if (timer !== undefined) return
  beatAt = performance.now()
  timer = setInterval(beat, beatMs).unref()
}

/**
 * Whether this process got no time to run a moment ago. What clients sent a second apart may have arrived together
 * then.
 */
export function hasStalled(): boolean {
  beat()
  return performance.now() - stalledAt < recentMs
}
