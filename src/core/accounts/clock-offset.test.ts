import { expect, it } from 'vitest'
import { createManualClock } from '../../api/testing/manual-clock.ts'
import { createClockOffset } from './clock-offset.ts'

function setUp() {
  const clock = createManualClock()
  let stored = 0
  const offset = createClockOffset(() => stored, clock)
  const learn = (serviceDate: number, isStored = true) => {
    const learnt = offset.learn({ serviceDate })
    if (isStored) stored = learnt?.offsetMs ?? stored
    return learnt
  }
  return {
    clock,
    /** An answer of a service whose clock is so many ms ahead of this computer's. */
    answer: (ahead: number) => learn(Math.floor((clock.now() + ahead) / 1000) * 1000)?.offsetMs ?? null,
    learn: (ahead: number) => learn(clock.now() + ahead),
    /** The same where the store refuses what is learnt. */
    learnInVain: (ahead: number) => learn(clock.now() + ahead, false),
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

it('says since when the offset was wrong, where this computer’s clock was set, and not where the service’s was', async () => {
  const { clock, learn } = setUp()
  for (let n = 0; n < 5; n++) learn(0)
  await clock.advance(20_000)
  clock.setNow(clock.now() + 86_400_000)
  await clock.advance(3_000)
  // The clock may have been set any time after the last answer.
  expect(learn(-86_400_000)?.wrongSince).toBe(clock.now() - 23_000)
  for (let n = 0; n < 5; n++) learn(-86_400_000)
  expect([learn(0), learn(0), learn(0)].at(-1)).toMatchObject({ wrongSince: null })
})

it('tells an offset again that could not be stored, and since when the stored one was wrong', async () => {
  const { clock, learn, learnInVain } = setUp()
  for (let n = 0; n < 5; n++) learn(0)
  const setAt = clock.now() - 86_400_000
  clock.setNow(setAt)
  await clock.advance(3_000)
  expect(learnInVain(86_400_000)).toEqual({ offsetMs: 86_400_500, wrongSince: setAt })
  await clock.advance(3_000)
  expect(learn(86_400_000)).toEqual({ offsetMs: 86_400_500, wrongSince: setAt })
  expect(learn(86_400_000)).toBeNull()
})

it('makes nothing of an answer without a date', () => {
  expect(setUp().answerWithoutDate()).toBeNull()
})
