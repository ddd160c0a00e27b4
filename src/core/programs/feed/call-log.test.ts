import { expect, test } from 'vitest'
import { createManualClock } from '../../../api/testing/manual-clock.ts'
import type { ProgramKey } from '../../../contract/ids.ts'
import { createCallLog, noEvent } from './call-log.ts'

const program = 1 as ProgramKey
const minuteMs = 60_000

test('the last fifty calls of a program stand newest first, and what was delivered counts for an hour', async () => {
  const clock = createManualClock()
  const log = createCallLog(clock)
  const add = (outcome: 'delivered' | 'failed', events: number) =>
    log.add(program, {
      ...noEvent,
      ...{ at: clock.now(), outcome, events, status: null, attempt: 1, trouble: null, durationMs: 1 },
    })
  add('delivered', 3)
  add('failed', 5)
  await clock.advance(minuteMs)
  add('delivered', 4)
  expect(log.calls(program).map(({ events }) => events)).toEqual([4, 5, 3])
  expect(log.deliveredLastHour(program)).toBe(7)
  await clock.advance(59 * minuteMs)
  expect(log.deliveredLastHour(program)).toBe(4)
  for (let count = 0; count < 50; count++) add('failed', 9)
  expect(log.calls(program).map(({ events }) => events)).toEqual(Array.from({ length: 50 }, () => 9))
  expect(log.deliveredLastHour(2 as ProgramKey)).toBe(0)
  log.forget(program)
  expect(log.calls(program)).toEqual([])
})
