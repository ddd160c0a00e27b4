import { createTimes } from './times.ts'
import { afterEach, expect, test } from 'vitest'
import { isNoTime, localClock, localDay, minuteNamed, readLocalTime, timeInZone } from './local-time.ts'

const home = process.env['TZ']
afterEach(() => {
  if (home === undefined) delete process.env['TZ']
  else process.env['TZ'] = home
})

test('says which hour summer time leaves out, and which comes twice', () => {
  process.env['TZ'] = 'Europe/Berlin'
  expect(readLocalTime('2027-03-28', '02:30')).toEqual({ at: Date.UTC(2027, 2, 28, 1, 30), kind: 'skipped' })
  expect(localClock(Date.UTC(2027, 2, 28, 1, 30))).toBe('03:30')
  expect(readLocalTime('2027-10-31', '02:30')).toEqual({ at: Date.UTC(2027, 9, 31, 0, 30), kind: 'twice' })
  expect(readLocalTime('2027-10-31', '03:30')?.kind).toBe('plain')
  expect(readLocalTime('2026-11-23', '09:00')).toEqual({ at: Date.UTC(2026, 10, 23, 8), kind: 'plain' })
  expect(readLocalTime('', '09:00')).toBeNull()
  expect(readLocalTime('2026-11-23', '')).toBeNull()
})

test('keeps the moment when the time zone changes, and tells the clock of the zone it was chosen in', () => {
  process.env['TZ'] = 'Europe/Berlin'
  const at = readLocalTime('2026-11-23', '09:00')?.at ?? 0
  const times = createTimes('en-GB', () => '')
  expect(timeInZone(at, 'Europe/Berlin', times)).toBeNull()
  process.env['TZ'] = 'Asia/Tokyo'
  expect(`${localDay(at)} ${localClock(at)}`).toBe('2026-11-23 17:00')
  expect(timeInZone(at, 'Europe/Berlin', times)).toBe('09:00')
  expect(timeInZone(at, 'Nowhere/Atlantis', times)).toBeNull()
})

test('finds the newest minute of a time as people type it, and none in another text', () => {
  process.env['TZ'] = 'Europe/Berlin'
  const now = new Date(2026, 10, 23, 14, 3, 30).getTime()
  const begin = (text: string) => {
    const minute = minuteNamed(text, now)
    return minute && `${localDay(minute.from)} ${localClock(minute.from)} ${(minute.to - minute.from + 1) / 1000} s`
  }
  expect(['14:03', ' 2:03 pm', '14:04', '9:05', '12:00am'].map(begin)).toEqual([
    '2026-11-23 14:03 60 s',
    '2026-11-23 14:03 60 s',
    '2026-11-22 14:04 60 s',
    '2026-11-23 09:05 60 s',
    '2026-11-23 00:00 60 s',
  ])
  expect(['25:99', '24:00', '14:60', '13:00 pm', '14:0', '14:03:20', 'at 14:03', ''].map(begin)).toEqual(
    Array.from({ length: 8 }, () => null),
  )
  expect(
    ['25:99', '24:00', '14:60', '13:00 pm', '14:03', '2:03 pm', '14:03:20', 'order 25:99', ''].map(isNoTime),
  ).toEqual([...[true, true, true, true], ...[false, false, false, false, false]])
})
