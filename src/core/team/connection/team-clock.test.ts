import { expect, test } from 'vitest'
import { createManualClock } from '../../../api/testing/manual-clock.ts'
import { createSilentLogger } from '../../testing/silent-logger.ts'
import { createTeamClock } from './team-clock.ts'

test('the database’s clock is measured in the middle of a beat, and a jump of ten seconds is told', async () => {
  const clock = createManualClock()
  const jumps: number[] = []
  const team = createTeamClock({
    ...{ clock, logger: createSilentLogger() },
    onJump: () => jumps.push(team.jump()?.ms ?? 0),
  })
  /** Answers after a second; the database is so much ahead, ms. */
  const beat = (aheadMs: number) =>
    team.measure(async () => {
      await clock.advance(500)
      const now = clock.now() + aheadMs
      await clock.advance(500)
      return { now, generation: null }
    })
  await beat(3000)
  expect([team.offsetMs(), team.ours(clock.now() + 3000)]).toEqual([3000, clock.now()])
  await beat(12_999)
  expect(jumps).toEqual([])
  await beat(2999)
  expect(jumps).toEqual([-10_000])
  expect(team.jump()).toEqual({ at: clock.now(), ms: -10_000 })
})
