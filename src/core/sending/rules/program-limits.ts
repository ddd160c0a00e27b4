import type { ProgramSendLimits } from '../../../contract/programs.ts'

/** Messages of programs that may lie unsent in the queue of the service: a person's message waits for no more. */
export const mostUnsentOfPrograms = 2

const windows = [
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
] as const

/** How many messages a program may still send in a period. */
export interface SendAllowance {
  readonly period: 'minute' | 'hour' | 'day'
  readonly limit: number
  readonly left: number
  /** Until one more is free, ms; 0 while some are left. */
  readonly resetMs: number
}

/** @param countSince how many were sent after a time, and when the first of them was, epoch ms */
export const allowancesOf = (
  limits: ProgramSendLimits,
  now: number,
  countSince: (from: number) => { readonly count: number; readonly firstAt: number | null },
): readonly SendAllowance[] =>
  windows.map(([period, ms]) => {
    const { count, firstAt } = countSince(now - ms)
    const limit = limits[period]
    const left = Math.max(0, limit - count)
    return { period, limit, left, resetMs: left > 0 ? 0 : Math.max(1, (firstAt ?? now) + ms - now) }
  })
