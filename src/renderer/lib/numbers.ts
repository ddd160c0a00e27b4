import { useLocale } from './translations.ts'

/** Numbers in words, exact as long as they can be. */
export interface Numbers {
  /** 12,345 */
  count(value: number): string
  /** 284 KB, 1.2 MB: powers of 1000, as file managers show them. */
  bytes(value: number): string
  /** 127 ms, 2.4 s, 3 min 5 s, 2 h 10 min, 3 d 4 h. */
  duration(ms: number): string
  /**
   * Part of a duration, in the unit of the whole: 127 ms of 400 ms, 0.127 s of 2.400 s. Whole ms that add up do so
   * here.
   */
  part(ms: number, wholeMs: number): string
  /** 3.2 % */
  percent(share: number): string
}

/** The signs of the units; the locale data has words for some ("secs", "byte"). */
const englishUnits = {
  byte: 'B',
  kilobyte: 'kB',
  megabyte: 'MB',
  gigabyte: 'GB',
  terabyte: 'TB',
  millisecond: 'ms',
  second: 's',
  minute: 'min',
  hour: 'h',
  day: 'd',
} as const
type UnitName = keyof typeof englishUnits

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

export function createNumbers(locale: string): Numbers {
  const plain = new Intl.NumberFormat(locale)
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const short = locale.split('-')[0] === 'en' ? englishUnits : undefined
  // Making one takes longer than a row of a table may take.
  const formats = new Map<string, Intl.NumberFormat>()
  const formatOf = (name: UnitName | null, digits: number, least: number): Intl.NumberFormat => {
    const key = `${name} ${digits} ${least}`
    const made =
      formats.get(key) ??
      new Intl.NumberFormat(locale, {
        minimumFractionDigits: least,
        maximumFractionDigits: digits,
        ...(name === null ? {} : { style: 'unit', unit: name, unitDisplay: 'short' }),
      })
    formats.set(key, made)
    return made
  }
  const unit = (value: number, name: UnitName, digits = 0, least = 0): string => {
    const shortUnit = short?.[name]
    return shortUnit === undefined
      ? formatOf(name, digits, least).format(value)
      : `${formatOf(null, digits, least).format(value)} ${shortUnit}`
  }
  const pair = (large: number, largeUnit: UnitName, small: number, smallUnit: UnitName): string =>
    small === 0 ? unit(large, largeUnit) : `${unit(large, largeUnit)} ${unit(small, smallUnit)}`
  return {
    count: (value) => plain.format(value),
    percent: (value) => share.format(value),
    bytes(value) {
      let scaled = value
      let power = 0
      // 999.5 would round to 1000 of the smaller unit.
      while (scaled >= 999.5 && power < sizes.length - 1) {
        scaled /= 1000
        power += 1
      }
      return unit(scaled, sizes[power] ?? 'byte', power === 0 || scaled >= 99.95 ? 0 : 1)
    },
    part: (ms, wholeMs) => (wholeMs < 1000 ? unit(ms, 'millisecond') : unit(ms / 1000, 'second', 3, 3)),
    duration(ms) {
      // What would round to the next unit is shown in that unit.
      if (ms < 999.5) return unit(Math.round(ms), 'millisecond')
      if (ms < 59_950) return unit(ms / 1000, 'second', 1)
      const seconds = Math.round(ms / 1000)
      if (seconds < 3600) return pair(Math.floor(seconds / 60), 'minute', seconds % 60, 'second')
      const minutes = Math.round(seconds / 60)
      if (minutes < 1440) return pair(Math.floor(minutes / 60), 'hour', minutes % 60, 'minute')
      const hours = Math.round(minutes / 60)
      return pair(Math.floor(hours / 24), 'day', hours % 24, 'hour')
    },
  }
}

const made = new Map<string, Numbers>()
function numbersOf(locale: string): Numbers {
  const numbers = made.get(locale) ?? createNumbers(locale)
  made.set(locale, numbers)
  return numbers
}

/** Numbers in the reader's language. */
export const useNumbers = (): Numbers => numbersOf(useLocale())

/** The steps of a choice, in their order, with the value that is set: one that no step has is offered as it is. */
export const withValue = (steps: readonly number[], value: number): readonly number[] =>
  [...new Set([...steps, value])].toSorted((one, other) => one - other)
