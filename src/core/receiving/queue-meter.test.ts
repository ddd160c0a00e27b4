import { expect, test } from 'vitest'
import { createManualClock } from '../../api/testing/manual-clock.ts'
import { createQueueMeter } from './queue-meter.ts'

const minute = 60_000

test('notifications are counted by the minute, for half an hour', () => {
  let now = 0
  const meter = createQueueMeter({ ...createManualClock(), now: () => now })
  for (const at of [0, 0, 1, 29]) {
    now = at * minute
    meter.notification(null, now)
  }
  expect(meter.read().perMinute).toEqual([2, 1, ...Array.from({ length: 27 }, () => 0), 1])
  now = 30 * minute
  expect(meter.read().perMinute).toEqual([1, ...Array.from({ length: 27 }, () => 0), 1, 0])
})

test('lags are of the last two hundred notifications that say when they were written', () => {
  const meter = createQueueMeter(createManualClock())
  expect(meter.read()).toMatchObject({ lagMedianMs: null, lagP95Ms: null })
  meter.notification(null, 50_000)
  // Written by a clock that is ahead of this one.
  meter.notification(2_000, 1_000)
  expect(meter.read()).toMatchObject({ lagMedianMs: 0, lagP95Ms: 0 })
  for (let lag = 1; lag <= 200; lag += 1) meter.notification(1_000, 1_000 + lag)
  expect(meter.read()).toMatchObject({ lagMedianMs: 101, lagP95Ms: 191 })
})

test('it tells what the loop does, what the last answer was and when, and how often nothing came', () => {
  let now = 1_000
  const meter = createQueueMeter({ ...createManualClock(), now: () => now })
  expect(meter.read()).toMatchObject({ loop: 'stopped', lastAnswerAt: null, lastAnswer: null, waits: 0 })
  meter.loop('waiting')
  meter.recordAnswer('null')
  meter.waited()
  meter.waited()
  now = 2_000
  expect(meter.read()).toMatchObject({ loop: 'waiting', lastAnswerAt: 1_000, lastAnswer: 'null', waits: 2 })
})
