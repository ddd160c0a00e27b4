/** The reaction to a crash of the window's process. */
export type CrashAnswer = 'reload' | 'ask'

const windowMs = 60_000
const reloadsInWindow = 2

/** Reloads by itself at first; asks when it happens again and again, because a page that dies at once would loop. */
export function createCrashCount(now: () => number): () => CrashAnswer {
  let times: readonly number[] = []
  return () => {
    const at = now()
    times = [...times.filter((time) => at - time < windowMs), at]
    return times.length <= reloadsInWindow ? 'reload' : 'ask'
  }
}
