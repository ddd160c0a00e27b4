import { useSyncExternalStore } from 'react'

interface Ticker {
  now: number
  timer: ReturnType<typeof setTimeout> | undefined
  readonly listeners: Set<() => void>
  readonly subscribe: (listener: () => void) => () => void
  readonly read: () => number
}

/** One timer for each period, shared by everything that shows a time that moves. */
const tickers = new Map<number, Ticker>()

function tickerOf(periodMs: number): Ticker {
  const known = tickers.get(periodMs)
  if (known) return known
  const listeners = new Set<() => void>()
  const tick = (): void => {
    ticker.now = Date.now()
    // Aligned to the period, so that all clocks of the window turn at the same moment.
    ticker.timer = setTimeout(tick, periodMs - (ticker.now % periodMs))
    for (const listener of listeners) listener()
  }
  const ticker: Ticker = {
    now: Date.now(),
    timer: undefined,
    listeners,
    subscribe(listener) {
      listeners.add(listener)
      if (ticker.timer === undefined) {
        ticker.now = Date.now()
        ticker.timer = setTimeout(tick, periodMs - (ticker.now % periodMs))
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearTimeout(ticker.timer)
        ticker.timer = undefined
      }
    },
    read: () => ticker.now,
  }
  tickers.set(periodMs, ticker)
  return ticker
}

/** The time (epoch ms), updated every `periodMs` (a minute when absent). */
export function useNow(periodMs = 60_000): number {
  const ticker = tickerOf(periodMs)
  return useSyncExternalStore(ticker.subscribe, ticker.read)
}
