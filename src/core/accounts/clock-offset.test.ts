import { expect, it } from 'vitest'
import { createManualClock } from '../../api/testing/manual-clock.ts'
import { createClockOffset } from './clock-offset.ts'

function setUp() {
  const clock = createManualClock()
  const offset = createClockOffset(0, clock)
  return {
    clock,
    /** An answer of a service whose clock is so many ms ahead of this computer's. */
    answer: (ahead: number) => offset.learn({ serviceDate: Math.floor((clock.now() + ahead) / 1000) * 1000 }),
    answerWithoutDate: () => offset.learn({ serviceDate: undefined }),
  }
}

it('says nothing while both clocks agree as well as a header can tell', async () => {
  const { clock, answer } = setUp()
  for (let ms = 0; ms < 3_000; ms += 170) {
    expect(answer(0)).toBeNull()
    await clock.advance(170)
  }
})

it('learns a difference from the first answer, and tells it once', () => {
  const { answer } = setUp()
  const offset = answer(90_000)
  expect(offset).toBeGreaterThan(89_000)
  expect(offset).toBeLessThan(91_000)
  expect(answer(90_000)).toBeNull()
})

it('does not follow one odd answer, but a service whose clock was set', () => {
  const { answer } = setUp()
  for (let n = 0; n < 5; n++) answer(0)
  expect(answer(3_600_000)).toBeNull()
  expect([answer(-60_000), answer(-60_000)]).toEqual([null, null])
  expect(answer(-60_000)).toBeLessThan(-58_000)
})

it("learns from the first answer that this computer's clock was set", () => {
  const { clock, answer } = setUp()
  for (let n = 0; n < 5; n++) answer(0)
  clock.setNow(clock.now() - 86_400_000)
  expect(answer(86_400_000)).toBeGreaterThan(86_398_000)
})

it('makes nothing of an answer without a date', () => {
  expect(setUp().answerWithoutDate()).toBeNull()
})
