import { expect, it } from 'vitest'
import { minutesOf } from './minutes-of.ts'

it.each([
  [0, '0:00'],
  [42.9, '0:42'],
  [61, '1:01'],
  [3661, '1:01:01'],
  [Number.NaN, '0:00'],
  [Number.POSITIVE_INFINITY, '0:00'],
])('writes %d seconds as %s', (seconds, wording) => expect(minutesOf(seconds)).toBe(wording))
