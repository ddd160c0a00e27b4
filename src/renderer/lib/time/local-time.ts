import type { Times } from './times.ts'

/** A day and a time of the clock, as the person's time zone has them. `at` is epoch ms. */
export interface LocalTime {
  readonly at: number
  /**
   * `skipped`: summer time leaves this hour out, and `at` is as much later. `twice`: it comes twice that night, and
   * `at` is the first of the two.
   */
  readonly kind: 'plain' | 'skipped' | 'twice'
}

const hourMs = 3_600_000
const two = (part: number): string => String(part).padStart(2, '0')

/** 2026-11-23 */
export const localDay = (at: number): string => {
  const day = new Date(at)
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** 09:05 */
export const localClock = (at: number): string => `${two(new Date(at).getHours())}:${two(new Date(at).getMinutes())}`

/** Reads what fields for a day and a time hold; null while they hold none. */
export function readLocalTime(day: string, clock: string): LocalTime | null {
  const at = new Date(`${day}T${clock}`).getTime()
  if (!Number.isFinite(at)) return null
  if (localClock(at) !== clock.slice(0, 5)) return { at, kind: 'skipped' }
  const isTwice = localClock(at + hourMs) === localClock(at) || localClock(at + hourMs / 2) === localClock(at)
  return { at, kind: isTwice ? 'twice' : 'plain' }
}

/** The minute that a text such as 14:03 or 2:03 pm names, the newest that has begun; null for any other text. */
export function minuteNamed(text: string, now: number): { readonly from: number; readonly to: number } | null {
  const [, hour = '', minute = '', half = ''] = /^(\d{1,2}):([0-5]\d) ?([ap]m)?$/i.exec(text.trim()) ?? []
  if (half !== '' && (Number(hour) < 1 || Number(hour) > 12)) return null
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  if (hour === '' || hours > 23) return null
  const today = new Date(now).setHours(hours, Number(minute), 0, 0)
  const from = today <= now ? today : new Date(today).setDate(new Date(today).getDate() - 1)
  return { from, to: from + 59_999 }
}

/** True for a text that is written as a time and names none, such as 25:99. */
export const isNoTime = (text: string): boolean =>
  /^\d{1,2}:\d{2} ?([ap]m)?$/i.test(text.trim()) && minuteNamed(text, 0) === null

/** The clock in another time zone at that time; null where it is the person's own, or nobody knows it. */
export function timeInZone(at: number, zone: string, times: Pick<Times, 'clock' | 'clockIn'>): string | null {
  if (zone === '' || zone === localZone()) return null
  try {
    const there = times.clockIn(at, zone)
    return there === times.clock(at) ? null : there
  } catch {
    return null
  }
}

/** The IANA name of the computer's time zone. */
export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
