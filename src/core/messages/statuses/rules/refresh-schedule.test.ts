import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lookBackMinutes, nextRefresh, refreshNeed } from './refresh-schedule.ts'

const minute = 60_000

const pollTimes = (acceptedAt: number) => {
  const times: number[] = []
  for (let at = nextRefresh(acceptedAt, null, 'all'); at !== null; at = nextRefresh(acceptedAt, at, 'all'))
    times.push(at)
  return times
}

describe('nextRefresh', () => {
  it('looks after 2, 5, 10 and 20 s, each minute for an hour, then every ten minutes up to a day', () => {
    const times = pollTimes(0)
    expect(times.slice(0, 6)).toEqual([2_000, 5_000, 10_000, 20_000, minute, 2 * minute])
    expect(times.filter((at) => at <= 60 * minute)).toHaveLength(64)
    expect(times.filter((at) => at > 60 * minute)).toHaveLength(23 * 6)
    expect(times.at(-1)).toBe(24 * 60 * minute)
  })

  it('falls into step with the others once it was looked at with them', () => {
    expect(nextRefresh(1_000, 45_000, 'all')).toBe(61_000)
    expect(nextRefresh(1_000, 90_000, 'all')).toBe(90_000 + minute)
    expect(nextRefresh(31_500, 90_000, 'all')).toBe(91_500)
    expect(nextRefresh(31_500, 150_000, 'all')).toBe(nextRefresh(1_000, 150_000, 'all'))
  })

  it('does not make up for looks that were missed', () => {
    expect(nextRefresh(0, 50 * minute + 1, 'all')).toBe(51 * minute + 1)
    expect(nextRefresh(0, 25 * 60 * minute, 'all')).toBeNull()
  })

  it('asks a few times more after a failure that a notification told', () => {
    expect([refreshNeed('failed', true, true), refreshNeed('failed', false, true)]).toEqual(['few', 'none'])
    const times: number[] = []
    for (let at = nextRefresh(0, null, 'few'); at !== null; at = nextRefresh(0, at, 'few')) times.push(at / minute)
    expect(times).toEqual([10, 20, 30, 40, 50, 60])
  })

  it('asks only now and then where notifications tell, and not at all where they told the end', () => {
    const times: number[] = []
    for (let at = nextRefresh(0, null, 'rest'); at !== null; at = nextRefresh(0, at, 'rest')) times.push(at / minute)
    expect(times).toEqual([1 / 6, 1, ...Array.from({ length: 12 }, (_, n) => 10 + n * 120), 24 * 60])
    expect(nextRefresh(0, null, 'none')).toBeNull()
    const needs = (areOn: boolean) => [
      refreshNeed('accepted', false, areOn),
      refreshNeed('sent', true, areOn),
      refreshNeed('sent', false, areOn),
      refreshNeed('delivered', true, areOn),
      refreshNeed('delivered', false, areOn),
      refreshNeed('read', false, areOn),
      refreshNeed('failed', false, areOn),
      refreshNeed('unknown', false, areOn),
    ]
    expect(needs(false)).toEqual(['all', 'rest', 'all', 'none', 'all', 'none', 'none', 'all'])
    expect(needs(true)).toEqual(['rest', 'rest', 'rest', 'none', 'rest', 'none', 'none', 'rest'])
  })

  it('always moves on, and never past a day', () => {
    fc.assert(
      fc.property(
        fc.nat(1e9),
        fc.option(fc.nat(2e8)),
        fc.constantFrom('all', 'rest', 'none'),
        (acceptedAt, after, need) => {
          const lookedAt = after === null ? null : acceptedAt + after
          const next = nextRefresh(acceptedAt, lookedAt, need)
          if (next === null) return
          expect(next).toBeGreaterThan(lookedAt ?? acceptedAt)
          expect(next).toBeLessThanOrEqual(acceptedAt + 24 * 60 * minute)
        },
      ),
    )
  })
})

it('looks back no further than it has to', () => {
  expect(lookBackMinutes(0, 2_000)).toBe(2)
  expect(lookBackMinutes(0, 59 * minute)).toBe(60)
  expect(lookBackMinutes(0, 24 * 60 * minute)).toBe(1441)
})
