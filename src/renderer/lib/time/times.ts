import { useMemo } from 'react'
import { useLocale, useTranslations, type Translate } from '../translations.ts'

/**
 * Times in words, by one clock: 12 or 24 hours, as the locale has it. All take epoch milliseconds; `now` comes from
 * useNow(), so that they move on.
 */
export interface Times {
  /** Whether the clock has AM and PM, which take room in tables. */
  readonly hasDayPeriods: boolean
  /** 14:20, 2:20 PM */
  clock(at: number): string
  /** 14:20:03, 2:20:03 PM */
  seconds(at: number): string
  /** 14:20:03.1, 2:20:03.1 PM */
  tenths(at: number): string
  /** 14:20:03.127 */
  exact(at: number): string
  /** 3 Mar, 14:20, and without its time in another year: rows that are older than a day. */
  row(at: number, now: number): string
  /** 14:20, or 3 Mar, 14:20 on another day: when something is due. */
  due(at: number, now: number): string
  /** The clock in another time zone. Throws RangeError where nobody knows it. */
  clockIn(at: number, zone: string): string
  /** 3 Mar 2025 */
  date(at: number): string
  /** 3 Mar 2025, 14:20 */
  dateTime(at: number): string
  /** Today, Yesterday, Thursday, 12 November, 12 November 2024: day separators. */
  day(at: number, now: number): string
  /** 14:20, Thu, 12 Nov, 12.11.24: lists. */
  list(at: number, now: number): string
  /** "14:20", "yesterday, 14:20", "12 Nov, 14:20": inside a sentence. */
  sentence(at: number, now: number): string
  /** "18:40", "tomorrow, 14:20", "27 Nov": until when something is valid, the day alone where it is far. */
  until(at: number, now: number): string
  /** just now, 5 min ago, 3 h ago, then the list's form. */
  ago(at: number, now: number): string
  /** 52 min, 2 h 14 min, 3 d 4 h: how long something lasts that began at a time; a minute at least. */
  span(since: number, now: number): string
}

const dayMs = 86_400_000
const startOfDay = (at: number): number => new Date(at).setHours(0, 0, 0, 0)
/** Whole local days between two times; robust against the hour that summer time takes. */
const daysBetween = (at: number, now: number): number => Math.round((startOfDay(now) - startOfDay(at)) / dayMs)
const sameYear = (at: number, now: number): boolean => new Date(at).getFullYear() === new Date(now).getFullYear()

/** Formats are made once for a language and zone: making them takes longer than drawing a row. */
const madeFormats = new Map<string, ReturnType<typeof createFormats>>()

function formatsOf(locale: string): ReturnType<typeof createFormats> {
  // The formats are made again when the time zone of the computer changes, or its offset with the season.
  const key = `${locale} ${new Date().getTimezoneOffset()}`
  const formats = madeFormats.get(key) ?? createFormats(locale)
  madeFormats.set(key, formats)
  return formats
}

function createFormats(locale: string) {
  // A window shows times in three or four of these forms, and each takes a quarter of a millisecond to make.
  const format = (options: Intl.DateTimeFormatOptions) => {
    let formatter: Intl.DateTimeFormat | undefined
    return (at: number): string => (formatter ??= new Intl.DateTimeFormat(locale, options)).format(at)
  }
  const hasDayPeriods = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true
  const minutes = { hour: hasDayPeriods ? 'numeric' : '2-digit', minute: '2-digit' } as const
  return {
    hasDayPeriods,
    clock: format({ timeStyle: 'short' }),
    seconds: format({ timeStyle: 'medium' }),
    tenths: format({ ...minutes, second: '2-digit', fractionalSecondDigits: 1 }),
    exact: format({ ...minutes, second: '2-digit', fractionalSecondDigits: 3 }),
    dayMinute: format({ day: 'numeric', month: 'short', ...minutes }),
    date: format({ day: 'numeric', month: 'short', year: 'numeric' }),
    dateTime: format({ dateStyle: 'medium', timeStyle: 'short' }),
    weekday: format({ weekday: 'short' }),
    weekdayLong: format({ weekday: 'long' }),
    dayMonth: format({ day: 'numeric', month: 'short' }),
    dayMonthLong: format({ day: 'numeric', month: 'long' }),
    dayYearLong: format({ day: 'numeric', month: 'long', year: 'numeric' }),
    short: format({ day: '2-digit', month: '2-digit', year: '2-digit' }),
  }
}

export function createTimes(locale: string, t: Translate): Times {
  const formats = formatsOf(locale)
  const { clock, date, dateTime, weekday, weekdayLong, dayMonth, dayMonthLong, dayYearLong, short } = formats
  const capital = (text: string): string => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
  const list = (at: number, now: number): string => {
    const days = daysBetween(at, now)
    if (days <= 0) return clock(at)
    if (days < 7) return capital(weekday(at))
    return sameYear(at, now) ? dayMonth(at) : short(at)
  }
  return {
    clock,
    seconds: formats.seconds,
    hasDayPeriods: formats.hasDayPeriods,
    tenths: formats.tenths,
    exact: formats.exact,
    row: (at, now) => (sameYear(at, now) ? formats.dayMinute(at) : date(at)),
    due: (at, now) => (daysBetween(at, now) === 0 ? clock(at) : formats.dayMinute(at)),
    clockIn: (at, zone) => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: zone }).format(at),
    date,
    dateTime,
    list,
    day(at, now) {
      const days = daysBetween(at, now)
      if (days === 0) return t('time.today')
      if (days === 1) return t('time.yesterday')
      if (days > 0 && days < 7) return capital(weekdayLong(at))
      return sameYear(at, now) ? dayMonthLong(at) : dayYearLong(at)
    },
    sentence(at, now) {
      const days = daysBetween(at, now)
      if (days === 0) return clock(at)
      if (days === 1) return t('time.yesterdayAt', { time: clock(at) })
      if (days === -1) return t('time.tomorrowAt', { time: clock(at) })
      return sameYear(at, now) ? t('time.dateAt', { date: dayMonth(at), time: clock(at) }) : dateTime(at)
    },
    until(at, now) {
      const days = daysBetween(at, now)
      if (days >= 0) return clock(at)
      if (days === -1) return t('time.tomorrowAt', { time: clock(at) })
      return sameYear(at, now) ? dayMonth(at) : date(at)
    },
    ago(at, now) {
      const minutes = Math.floor((now - at) / 60_000)
      if (minutes < 1) return t('time.justNow')
      if (minutes < 60) return t('time.minutesAgo', { count: minutes })
      if (minutes < 24 * 60) return t('time.hoursAgo', { count: Math.floor(minutes / 60) })
      return list(at, now)
    },
    span(since, now) {
      const minutes = Math.max(1, Math.floor((now - since) / 60_000))
      const hours = Math.floor(minutes / 60)
      if (hours < 1) return t('time.spanMinutes', { minutes })
      if (hours < 24) return t('time.spanHours', { hours, minutes: minutes % 60 })
      return t('time.spanDays', { days: Math.floor(hours / 24), hours: hours % 24 })
    },
  }
}

/** Times in the reader's language and habits (24 hours where the locale has them). */
export function useTimes(): Times {
  const locale = useLocale()
  const t = useTranslations()
  return useMemo(() => createTimes(locale, t), [locale, t])
}
