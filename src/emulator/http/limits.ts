/** Requests of one operation and instance within the last second. */
export interface RateWindow {
  /** Counts a request; returns how many came within the last 1000 ms, this one included. */
  count(key: string, nowMs: number): number
}

interface Times {
  list: number[]
  first: number
}

export const createRateWindow = (): RateWindow => {
  const windows = new Map<string, Times>()
  return {
    count(key, nowMs) {
      let window = windows.get(key)
      if (!window) {
        window = { list: [], first: 0 }
        windows.set(key, window)
      }
      while ((window.list[window.first] ?? Infinity) <= nowMs - 1000) window.first += 1
      window.list.push(nowMs)
      if (window.first > 4096) {
        window.list = window.list.slice(window.first)
        window.first = 0
      }
      return window.list.length - window.first
    },
  }
}
