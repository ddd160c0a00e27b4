import type { Signal } from '../../base/create-signal.ts'
import type { NotificationSink } from '../../receiving/notification-sink.ts'
import type { LaneClaims } from '../../messages/outbox/lane-claims.ts'

/** Resolves at the next sign of `opened`, or when `signal` aborts. */
export function nextOpening(opened: Signal<[]>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const go = () => {
      stop()
      signal.removeEventListener('abort', go)
      resolve()
    }
    const stop = opened.listen(go)
    signal.addEventListener('abort', go, { once: true })
  })
}

/** A shared instance is never received alone: without a session with the team's database nothing is stored. */
export const closedSink = (opened: Signal<[]>): NotificationSink => ({
  isOpen: () => false,
  untilOpen: (signal) => nextOpening(opened, signal),
  persist: () => Promise.resolve(null),
  alive: () => Promise.resolve(),
  hasMarks: () => false,
  flush: () => Promise.resolve(),
})

/** Nobody can say now which messages may go. */
export const unclaimable: LaneClaims = {
  claim: () => Promise.resolve(null),
  mayLeave: () => true,
  taken: () => undefined,
}
