import { afterEach, expect, test } from 'vitest'
import { localClock, localDay } from './local-time.ts'
import { sendLaterTimes } from './send-later-times.ts'

const at = (text: string): number => new Date(text).getTime()
const offered = (from: string) =>
  sendLaterTimes(at(from)).map(({ name, at: time }) => `${name} ${localDay(time)} ${localClock(time)}`)

const home = process.env['TZ']
afterEach(() => {
  if (home === undefined) delete process.env['TZ']
  else process.env['TZ'] = home
})

test.each([
  ['2026-11-20T14:20:00', 'inAnHour 2026-11-20 15:20', 'tomorrow 2026-11-21 09:00', 'monday 2026-11-23 09:00'],
  ['2026-11-20T14:20:31', 'inAnHour 2026-11-20 15:21', 'tomorrow 2026-11-21 09:00', 'monday 2026-11-23 09:00'],
  ['2026-11-22T23:30:00', 'inAnHour 2026-11-23 00:30', 'tomorrow 2026-11-23 09:00'],
  ['2026-11-23T08:00:00', 'inAnHour 2026-11-23 09:00', 'tomorrow 2026-11-24 09:00', 'monday 2026-11-30 09:00'],
] as const)('at %s: %s, %s', (from, ...times) => {
  expect(offered(from)).toEqual(times)
})

test.each([
  ['2027-03-27T14:20:00', 'inAnHour 2027-03-27 15:20', 'tomorrow 2027-03-28 09:00', 'monday 2027-03-29 09:00'],
  ['2027-03-28T01:30:00', 'inAnHour 2027-03-28 03:30', 'tomorrow 2027-03-29 09:00'],
  ['2027-10-30T14:20:00', 'inAnHour 2027-10-30 15:20', 'tomorrow 2027-10-31 09:00', 'monday 2027-11-01 09:00'],
] as const)('where summer time begins or ends, at %s: %s, %s', (from, ...times) => {
  process.env['TZ'] = 'Europe/Berlin'
  expect(offered(from)).toEqual(times)
})
