import { expect, it } from 'vitest'
import { nextUncertainCheck } from './uncertainty-schedule.ts'

it('looks after 2, 10, 60 and 300 s, then every ten minutes for a day', () => {
  const since = 5_000
  const times: number[] = []
  for (let at = nextUncertainCheck(since, null); at !== null; at = nextUncertainCheck(since, at)) times.push(at - since)
  expect(times.slice(0, 6)).toEqual([2_000, 10_000, 60_000, 300_000, 600_000, 1_200_000])
  expect(times.at(-1)).toBe(86_400_000)
  expect(times).toHaveLength(4 + 144)
})

it('does not make up for looks that were missed', () => {
  expect(nextUncertainCheck(0, 61_000)).toBe(300_000)
  expect(nextUncertainCheck(0, 86_400_001)).toBeNull()
})
