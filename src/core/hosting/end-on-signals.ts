/** The third request to end ends the program at once. */
const mostSignals = 3

export interface EndOnSignals {
  /** Begins the orderly end. Called once, however many signals come. */
  readonly stop: () => void
  /** Ends at once: something hangs, and the store survives that. */
  readonly endImmediately: () => void
}

/**
 * One orderly end for all signals that mean one wish. Ctrl+C reaches every program of a terminal, and the tool that
 * started this one then asks again with a SIGTERM: two signals are no impatience. A terminal that closes sends SIGHUP,
 * more than once where its shell passes it on, so a SIGHUP never counts as impatience. Returns what stops listening.
 */
export function endOnSignals({ stop, endImmediately }: EndOnSignals): () => void {
  let stopping = false
  let asked = 0
  const listener = (signal: NodeJS.Signals): void => {
    if (signal !== 'SIGHUP') asked += 1
    if (asked >= mostSignals) endImmediately()
    else if (!stopping) stop()
    stopping = true
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, listener)
  return () => {
    for (const signal of signals) process.off(signal, listener)
  }
}
