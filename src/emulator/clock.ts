/** Stops a timer that has not fired; calling it later or twice does nothing. */
export type CancelTimer = () => void

/** Whether emulated time follows the computer's clock, or only `advance`. */
export type ClockMode = 'real' | 'manual'

export interface EmulatorClock {
  /** Emulated time, epoch milliseconds. */
  now(): number
  mode(): ClockMode
  setMode(mode: ClockMode): void
  /**
   * Runs `action` once after `ms` emulated milliseconds. Timers of one moment run in the order in which they were set.
   */
  after(ms: number, action: () => void): CancelTimer
  /** Moves the emulated time forward, running every timer that falls due on the way at its own moment. */
  advance(ms: number): void
  /** Number of pending timers. */
  pending(): number
  /** Forgets all timers. */
  stop(): void
}

interface Timer {
  readonly due: number
  readonly order: number
  readonly action: () => void
  cancelled: boolean
}

/** The longest delay that setTimeout accepts; longer timers are armed in steps. */
const longestTimeout = 2_147_483_647

/**
 * A clock that tests control. Every wait, interval and retention of the emulator uses it. In real mode one timer of the
 * operating system serves the earliest emulated one.
 */
export const createClock = (options: { readonly mode?: ClockMode; readonly startAt?: number } = {}): EmulatorClock => {
  let mode: ClockMode = options.mode ?? 'real'
  let manualNow = options.startAt ?? Date.now()
  let offset = manualNow - Date.now()
  let pinned: number | undefined
  let order = 0
  let handle: ReturnType<typeof setTimeout> | undefined
  let handleDue = Infinity
  const heap: Timer[] = []

  const now = (): number => pinned ?? (mode === 'manual' ? manualNow : Date.now() + offset)
  const before = (a: Timer, b: Timer): boolean => a.due < b.due || (a.due === b.due && a.order < b.order)

  const push = (timer: Timer): void => {
    let index = heap.push(timer) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      const above = heap[parent]
      if (!above || !before(timer, above)) break
      heap[index] = above
      index = parent
    }
    heap[index] = timer
  }

  const pop = (): void => {
    const last = heap.pop()
    if (!last || heap.length === 0) return
    let index = 0
    for (;;) {
      let child = index * 2 + 1
      const left = heap[child]
      if (!left) break
      const right = heap[child + 1]
      const smaller = right && before(right, left) ? right : left
      if (smaller === right) child += 1
      if (!before(smaller, last)) break
      heap[index] = smaller
      index = child
    }
    heap[index] = last
  }

  const earliest = (): Timer | undefined => {
    while (heap[0]?.cancelled) pop()
    return heap[0]
  }

  const runDue = (target: number): void => {
    for (let timer = earliest(); timer && timer.due <= target; timer = earliest()) {
      pop()
      pinned = Math.max(timer.due, pinned ?? timer.due)
      timer.cancelled = true
      timer.action()
    }
    pinned = undefined
  }

  const arm = (): void => {
    const first = mode === 'real' ? earliest() : undefined
    if (!first) {
      clearTimeout(handle)
      handle = undefined
      handleDue = Infinity
      return
    }
    if (handle && handleDue === first.due) return
    clearTimeout(handle)
    handleDue = first.due
    handle = setTimeout(
      () => {
        handle = undefined
        runDue(now())
        arm()
      },
      Math.min(longestTimeout, Math.max(0, first.due - now())),
    )
  }

  return {
    now,
    mode: () => mode,
    setMode(next) {
      const at = now()
      mode = next
      manualNow = at
      offset = at - Date.now()
      clearTimeout(handle)
      handle = undefined
      arm()
    },
    after(ms, action) {
      const timer: Timer = { due: now() + Math.max(0, ms), order: (order += 1), action, cancelled: false }
      push(timer)
      if (pinned === undefined && mode === 'real' && timer.due < handleDue) arm()
      return () => {
        timer.cancelled = true
      }
    },
    advance(ms) {
      if (!(ms >= 0)) throw new RangeError('The clock only moves forward: give a number of milliseconds from 0 up.')
      const target = now() + ms
      pinned = now()
      runDue(target)
      if (mode === 'manual') manualNow = target
      else offset += ms
      arm()
    },
    pending: () => heap.reduce((count, timer) => count + (timer.cancelled ? 0 : 1), 0),
    stop() {
      heap.length = 0
      arm()
    },
  }
}
