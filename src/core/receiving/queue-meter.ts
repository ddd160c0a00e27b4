import type { QueueHealth } from '../../contract/journal.ts'
import type { Clock } from '../base/ports.ts'

const minuteMs = 60_000
const minutes = 30
const lags = 200

/** Current activity of one instance's receive loop, in memory. Times are epoch ms. */
export interface QueueMeter {
  loop(state: QueueHealth['loop']): void
  /** The form of the last answer: a notification's kind, an empty wait, an error. */
  recordAnswer(form: string): void
  waited(): void
  notification(serviceAt: number | null, receivedAt: number): void
  read(): Omit<QueueHealth, 'instance' | 'notApplied' | 'quarantined' | 'unknown' | 'queued'>
}

export function createQueueMeter(clock: Clock): QueueMeter {
  const perMinute = new Map<number, number>()
  const recentLags: number[] = []
  let loop: QueueHealth['loop'] = 'stopped'
  let lastAnswerAt: number | null = null
  let lastAnswer: string | null = null
  let waits = 0

  const minuteNow = () => Math.floor(clock.now() / minuteMs)
  const quantile = (sorted: readonly number[], share: number): number | null =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null

  return {
    loop(state) {
      loop = state
    },
    recordAnswer(form) {
      lastAnswerAt = clock.now()
      lastAnswer = form
    },
    waited() {
      waits += 1
    },
    notification(serviceAt, receivedAt) {
      const minute = minuteNow()
      perMinute.set(minute, (perMinute.get(minute) ?? 0) + 1)
      for (const old of perMinute.keys()) if (old <= minute - minutes) perMinute.delete(old)
      if (serviceAt === null) return
      recentLags.push(Math.max(0, receivedAt - serviceAt))
      if (recentLags.length > lags) recentLags.shift()
    },
    read() {
      const now = minuteNow()
      const sorted = recentLags.toSorted((a, b) => a - b)
      return {
        loop,
        lastAnswerAt,
        lastAnswer,
        perMinute: Array.from({ length: minutes }, (_, index) => perMinute.get(now - minutes + 1 + index) ?? 0),
        lagMedianMs: quantile(sorted, 0.5),
        lagP95Ms: quantile(sorted, 0.95),
        waits,
      }
    },
  }
}
