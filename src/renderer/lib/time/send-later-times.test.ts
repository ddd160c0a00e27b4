import { expect, test } from 'vitest'
import { localClock, localDay } from './local-time.ts'
import { sendLaterTimes } from './send-later-times.ts'

const at = (text: string): number => new Date(text).getTime()
const offered = (from: string) =>
  sendLaterTimes(at(from)).map(({ name, at: time }) => `${name} ${localDay(time)} ${localClock(time)}`)

test.each([
  ['2026-11-20T14:20:00', 'inAnHour 2026-11-20 15:20', 'tomorrow 2026-11-21 09:00', 'monday 2026-11-23 09:00'],
  ['2026-11-20T14:20:31', 'inAnHour 2026-11-20 15:21', 'tomorrow 2026-11-21 09:00', 'monday 2026-11-23 09:00'],
  ['2026-11-22T23:30:00', 'inAnHour 2026-11-23 00:30', 'tomorrow 2026-11-23 09:00'],
  ['2026-11-23T08:00:00', 'inAnHour 2026-11-23 09:00', 'tomorrow 2026-11-24 09:00', 'monday 2026-11-30 09:00'],
] as const)('at %s: %s, %s', (from, ...times) => {
  expect(offered(from)).toEqual(times)
})
