import { expect, test } from 'vitest'
import { createManualClock } from '../api/testing/manual-clock.ts'
import { createPace } from './pace.ts'

/** What goes at most every 100 ms, or by another interval later, and when it went. */
function open() {
  const clock = createManualClock()
  const went: number[] = []
  let everyMs = 100
  const pace = createPace(
    clock,
    () => everyMs,
    () => went.push(clock.monotonic()),
  )
  return { clock, went, ...pace, setInterval: (ms: number) => void (everyMs = ms) }
}

test('the first request goes at once, and those that come within the interval go together at its end', async () => {
  const { clock, went, ask } = open()
  ask()
  await clock.advance(30)
  ask()
  await clock.advance(30)
  ask()
  await clock.advance(500)
  expect(went).toEqual([0, 100])
  ask()
  ask()
  await clock.advance(500)
  expect(went).toEqual([0, 100, 560, 660])
})

test('a caller who acts itself counts, and may not while a request waits, also if the interval is shorter by then', async () => {
  const { clock, went, ask, mayGo, setInterval } = open()
  expect([mayGo(), mayGo()]).toEqual([true, false])
  ask()
  setInterval(10)
  await clock.advance(99)
  expect([went, mayGo()]).toEqual([[], false])
  await clock.advance(1)
  expect([went, mayGo()]).toEqual([[100], false])
  await clock.advance(10)
  expect(mayGo()).toBe(true)
})

test('a request that is cancelled does not go, and holds up no later one', async () => {
  const { clock, went, ask, cancel } = open()
  ask()
  expect(cancel()).toBe(false)
  ask()
  expect([cancel(), cancel()]).toEqual([true, false])
  await clock.advance(200)
  expect(went).toEqual([0])
  ask()
  expect(went).toEqual([0, 200])
})
