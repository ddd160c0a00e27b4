import type { ProgramConnection } from '../core/programs/desk/program-desk.ts'

/** Requests a second of one program, and how many it may save up. */
const perSecond = 2000
const burst = 4000

/** Connections of one program that wait for events or read a stream. */
const mostConnections = 32

/** Limits of a program on this computer: a loop without a pause must not slow the window. */
export interface ProgramLimits {
  /** Seconds to wait; 0: the request may go on. */
  take(program: ProgramConnection): number
  /** Counts a connection; returns what ends it, or undefined when there are too many. */
  open(program: ProgramConnection): (() => void) | undefined
}

export function createProgramLimits(now: () => number): ProgramLimits {
  const buckets = new Map<number, { tokens: number; at: number }>()
  const connections = new Map<number, number>()
  return {
    take({ key }) {
      const bucket = buckets.get(key) ?? { tokens: burst, at: now() }
      const tokens = Math.min(burst, bucket.tokens + ((now() - bucket.at) / 1000) * perSecond)
      buckets.set(key, { tokens: Math.max(0, tokens - 1), at: now() })
      return tokens >= 1 ? 0 : 1
    },
    open(program) {
      const count = connections.get(program.key) ?? 0
      if (count >= mostConnections) return undefined
      connections.set(program.key, count + 1)
      const end = program.connect()
      return () => {
        connections.set(program.key, Math.max(0, (connections.get(program.key) ?? 0) - 1))
        end()
      }
    },
  }
}
