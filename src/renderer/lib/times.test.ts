import { describe, expect, it } from 'vitest'
import { createTimes } from './times.ts'
import type { Words } from './words.ts'

const t: Words = (id, values) => `${id}${values ? JSON.stringify(values) : ''}`
const times = createTimes('en-GB', t)
const at = (text: string): number => new Date(text).getTime()
const now = at('2026-11-20T14:20:00')

describe('times', () => {
  it('in lists shorten with age', () => {
    expect(times.list(at('2026-11-20T09:05:00'), now)).toBe('09:05')
    expect(times.list(at('2026-11-19T23:59:00'), now)).toBe('Thu')
    expect(times.list(at('2026-11-14T10:00:00'), now)).toBe('Sat')
    expect(times.list(at('2026-11-13T10:00:00'), now)).toBe('13 Nov')
    expect(times.list(at('2024-11-13T10:00:00'), now)).toBe('13/11/24')
    // A clock that is a little ahead must not show a date.
    expect(times.list(at('2026-11-20T14:21:00'), now)).toBe('14:21')
  })

  it('of days say today and yesterday', () => {
    expect(times.day(now, now)).toBe('time.today')
    expect(times.day(at('2026-11-19T00:00:00'), now)).toBe('time.yesterday')
    expect(times.day(at('2026-11-17T12:00:00'), now)).toBe('Tuesday')
    expect(times.day(at('2026-03-01T12:00:00'), now)).toBe('1 March')
    expect(times.day(at('2025-03-01T12:00:00'), now)).toBe('1 March 2025')
  })

  it('in sentences name the day when it is not today', () => {
    expect(times.sentence(at('2026-11-20T09:05:00'), now)).toBe('09:05')
    expect(times.sentence(at('2026-11-21T09:05:00'), now)).toBe('time.tomorrowAt{"time":"09:05"}')
  })

  it('show milliseconds where they count', () => {
    expect(times.exact(at('2026-11-20T14:20:03.127'))).toBe('14:20:03.127')
  })
})
