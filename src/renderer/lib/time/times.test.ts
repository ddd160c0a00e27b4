import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTimes } from './times.ts'
import type { Translate } from '../translations.ts'

const t: Translate = (id, values) => `${id}${values ? JSON.stringify(values) : ''}`
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

  it('in sentences are as the locale has them', () => {
    const evening = at('2026-11-20T21:44:03')
    const space = /\p{Space_Separator}/gu
    const forms = (locale: string) => {
      const { clock, seconds, dateTime } = createTimes(locale, t)
      return [clock(evening), seconds(evening), dateTime(evening)].map((text) => text.replace(space, ' '))
    }
    expect(forms('en-US')).toEqual(['9:44 PM', '9:44:03 PM', 'Nov 20, 2026, 9:44 PM'])
    expect(forms('en-GB')).toEqual(['21:44', '21:44:03', '20 Nov 2026, 21:44'])
    expect(createTimes('en-GB', t).clock(at('2026-11-20T09:05:00'))).toBe('09:05')
    expect(createTimes('ru-RU', t).clock(at('2026-11-20T09:05:00'))).toBe('09:05')
  })

  it.each(['en-GB', 'en-US', 'ru-RU'])('of one window go by one clock, in tables as in sentences (%s)', (locale) => {
    const one = createTimes(locale, t)
    const evening = at('2026-11-20T21:44:03.127')
    const [clock, end] = locale === 'en-US' ? ['9:44', ' PM'] : ['21:44', '']
    const point = locale === 'ru-RU' ? ',' : '.'
    const plain = (text: string): string => text.replaceAll('\u202f', ' ')
    expect(one.hasDayPeriods).toBe(locale === 'en-US')
    expect(plain(one.seconds(evening))).toBe(`${clock}:03${end}`)
    expect(plain(one.tenths(evening))).toBe(`${clock}:03${point}1${end}`)
    expect(plain(one.exact(evening))).toBe(`${clock}:03${point}127${end}`)
    expect(plain(one.clockIn(evening, Intl.DateTimeFormat().resolvedOptions().timeZone))).toBe(`${clock}${end}`)
    for (const shown of [one.clock, one.dateTime]) expect(plain(shown(evening))).toContain(`${clock}${end}`)
    for (const shown of [one.sentence, one.row, one.due])
      expect(plain(shown(at('2026-11-18T21:44:00'), now))).toContain(`${clock}${end}`)
    expect(one.row(at('2025-11-18T21:44:00'), now)).toBe(one.date(at('2025-11-18T21:44:00')))
  })

  it('until which something is valid are a time today and tomorrow, and a day later on', () => {
    const until = (text: string): string => times.until(at(text), now)
    expect(until('2026-11-20T18:40:00')).toBe(times.clock(at('2026-11-20T18:40:00')))
    expect(until('2026-11-21T14:20:00')).toContain('time.tomorrowAt')
    expect(until('2026-11-27T14:20:00')).toBe('27 Nov')
    expect(until('2027-01-02T14:20:00')).toBe('2 Jan 2027')
  })

  it('of what was done are counted in minutes, hours and then days', () => {
    const ago = (minutes: number): string => times.ago(now - minutes * 60_000, now)
    expect([ago(-5), ago(0.9)]).toEqual(['time.justNow', 'time.justNow'])
    expect([ago(1), ago(59.9)]).toEqual(['time.minutesAgo{"count":1}', 'time.minutesAgo{"count":59}'])
    expect([ago(60), ago(1439)]).toEqual(['time.hoursAgo{"count":1}', 'time.hoursAgo{"count":23}'])
    expect(ago(1440)).toBe('Thu')
  })

  it('of waiting are as long as it lasts, a minute at least', () => {
    const span = (minutes: number): string => times.span(now - minutes * 60_000, now)
    expect([span(-1), span(0.5), span(52)]).toEqual(
      [1, 1, 52].map((minutes) => `time.spanMinutes{"minutes":${minutes}}`),
    )
    expect(span(59.9)).toBe('time.spanMinutes{"minutes":59}')
    expect([span(60), span(1439)]).toEqual([
      'time.spanHours{"hours":1,"minutes":0}',
      'time.spanHours{"hours":23,"minutes":59}',
    ])
    expect(span(1440)).toBe('time.spanDays{"days":1,"hours":0}')
    expect(span(134)).toBe('time.spanHours{"hours":2,"minutes":14}')
    expect(span(4 * 1440 + 180)).toBe('time.spanDays{"days":4,"hours":3}')
  })
})

it('no other place of the window formats times', () => {
  const window = path.join(import.meta.dirname, '../..')
  const files = readdirSync(window, { recursive: true, encoding: 'utf8' }).map((file) => file.split(path.sep).join('/'))
  const formats =
    /Intl\.DateTimeFormat|toLocale(?:Date|Time)?String|Formatted(?:Date|Time)|formatTime\b|hourCycle|hour12/
  const others = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('lib/time/'))
  expect(others.filter((file) => formats.test(readFileSync(path.join(window, file), 'utf8')))).toEqual([])
})
