import type { ProgramKey } from '../../../contract/ids.ts'
import type { ProgramCall } from '../../../contract/programs.ts'
import type { Clock } from '../../base/ports.ts'

/** Calls that are kept of each program, and the hour that is counted, in pieces of a minute. */
const mostCalls = 50
const minuteMs = 60_000
const hourMinutes = 60

/** Of a call that is not about one event. */
export const noEvent = { event: null, typeWebhook: null, chatTitle: null } as const

interface Entry {
  calls: ProgramCall[]
  /** Delivered events of each minute, by its number. */
  readonly minutes: Map<number, number>
}

/** The last calls of each program, and what it was delivered within an hour. Only of this run. */
export interface CallLog {
  add(program: ProgramKey, call: ProgramCall): void
  /** Newest first. */
  calls(program: ProgramKey): readonly ProgramCall[]
  deliveredLastHour(program: ProgramKey): number
  forget(program: ProgramKey): void
}

export function createCallLog(clock: Clock): CallLog {
  const entries = new Map<ProgramKey, Entry>()
  const minute = () => Math.floor(clock.monotonic() / minuteMs)
  const trim = ({ minutes }: Entry) => {
    for (const key of minutes.keys()) if (key <= minute() - hourMinutes) minutes.delete(key)
  }
  return {
    add(program, call) {
      const entry = entries.get(program) ?? { calls: [], minutes: new Map<number, number>() }
      entries.set(program, entry)
      entry.calls = [call, ...entry.calls].slice(0, mostCalls)
      if (call.outcome === 'delivered') entry.minutes.set(minute(), (entry.minutes.get(minute()) ?? 0) + call.events)
      trim(entry)
    },
    calls: (program) => entries.get(program)?.calls ?? [],
    deliveredLastHour(program) {
      const entry = entries.get(program)
      if (entry === undefined) return 0
      trim(entry)
      return [...entry.minutes.values()].reduce((sum, events) => sum + events, 0)
    },
    forget: (program) => void entries.delete(program),
  }
}
