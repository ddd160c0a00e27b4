import type { Http } from '../../api/http.ts'
import type { Clock } from '../base/ports.ts'
import type { Store } from '../intents.ts'
import { createManualClock } from '../../api/testing/manual-clock.ts'

export interface Lockstep {
  /** Core's time; stands still until it is moved. */
  readonly clock: Clock
  /** The HTTP port with an eye on what is under way. */
  readonly http: Http
  /** The same for a store. */
  watch(store: Store): Store
  /**
   * Moves both worlds on together in steps of `stepMs`, letting what a step sets off finish before the next one.
   * Rejects at the next step once `signal` says that nobody waits any more.
   */
  advance(ms: number, stepMs?: number, signal?: AbortSignal): Promise<void>
  /** The computer sleeps: the wall clock and the emulator's go on, core's timers stand still. */
  sleep(ms: number): void
  /** The computer's wall clock is set, by so many ms ahead or back; neither timers nor the emulator's time move. */
  setClock(byMs: number): void
  /** Moves core's time alone, without waiting for what is under way. */
  advanceClock(ms: number): Promise<void>
  /** Resolves when nothing is under way: no request, no call of the store. */
  settle(): Promise<void>
}

/**
 * A day in seconds: the emulator's clock and core's move together, and the real network and the real store between them
 * are waited for at each step.
 */
export function createLockstep(options: {
  readonly startAt: number
  readonly http: Http
  readonly moveWorld: (ms: number) => void
}): Lockstep {
  const manual = createManualClock(options.startAt)
  let underWay = 0
  let fired = 0
  let whenNothingIs = Promise.withResolvers<void>()

  const watched = async <Result>(work: Promise<Result>): Promise<Result> => {
    underWay += 1
    try {
      return await work
    } finally {
      underWay -= 1
      if (underWay === 0) {
        whenNothingIs.resolve()
        whenNothingIs = Promise.withResolvers<void>()
      }
    }
  }

  const clock: Clock = {
    now: () => manual.now(),
    monotonic: () => manual.monotonic(),
    setTimer: (ms, fire) =>
      manual.setTimer(ms, () => {
        fired += 1
        fire()
      }),
    sleep: async (ms, signal) => {
      await manual.sleep(ms, signal)
      fired += 1
    },
  }
  const http: Http = { request: (request) => watched(options.http.request(request)) }
  const settle = async () => {
    // What one answer sets off begins within a few turns of the event loop. While something is under way, this thread
    // leaves the processor to whoever works on it.
    for (let quiet = 0; quiet < 10; quiet = underWay === 0 ? quiet + 1 : 0) {
      if (underWay > 0) await whenNothingIs.promise
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return {
    clock,
    http,
    watch: (store) => ({
      ...store,
      write: (name, input, options) => watched(store.write(name, input, options)),
      read: (name, input, options) => watched(store.read(name, input, options)),
    }),
    settle,
    sleep(ms) {
      options.moveWorld(ms)
      manual.setNow(manual.now() + ms)
    },
    setClock: (byMs) => manual.setNow(manual.now() + byMs),
    advanceClock: (ms) => manual.advance(ms),
    async advance(ms, stepMs = 1_000, signal) {
      await settle()
      for (let left = ms; left > 0; left -= stepMs) {
        signal?.throwIfAborted()
        const step = Math.min(stepMs, left)
        const before = fired
        options.moveWorld(step)
        await manual.advance(step)
        if (fired !== before) await settle()
      }
    },
  }
}
