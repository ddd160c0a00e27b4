import { expect, it } from 'vitest'
import { createClockOffset } from './clock-offset.ts'

const now = Date.UTC(2026, 10, 20, 12)
const answer = (offset: number, at = now) => ({
  serviceDate: Math.floor((at + offset) / 1000) * 1000,
  startedAt: at - 80,
  totalMs: 80,
})

it('says nothing while both clocks agree as well as a header can tell', () => {
  const clock = createClockOffset(0)
  for (let ms = 0; ms < 3_000; ms += 170) expect(clock.learn(answer(0, now + ms))).toBeNull()
})

it('learns a difference from the first answer, and tells it once', () => {
  const clock = createClockOffset(0)
  const offset = clock.learn(answer(90_000))
  expect(offset).toBeGreaterThan(89_000)
  expect(offset).toBeLessThan(91_000)
  expect(clock.learn(answer(90_000))).toBeNull()
})

it('does not follow one odd answer, but a clock that was set', () => {
  const clock = createClockOffset(0)
  for (let n = 0; n < 5; n++) clock.learn(answer(0))
  expect(clock.learn(answer(3_600_000))).toBeNull()
  expect([1, 2].map(() => clock.learn(answer(-60_000))).every((offset) => offset === null)).toBe(true)
  expect(clock.learn(answer(-60_000))).toBeLessThan(-58_000)
})

it('makes nothing of an answer without a date', () => {
  expect(createClockOffset(0).learn({ serviceDate: undefined, startedAt: now, totalMs: 5 })).toBeNull()
})
