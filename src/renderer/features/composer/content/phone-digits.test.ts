import { expect, it } from 'vitest'
import { phoneDigits } from './phone-digits.ts'

it.each([
  ['+7 (999) 000-11-22', '79990001122'],
  ['4915112345678', '4915112345678'],
  ['1234567', '1234567'],
  ['123456', ''],
  ['123456789012345', '123456789012345'],
  [`${' '.repeat(33)}1234567`, '1234567'],
  [`${' '.repeat(34)}1234567`, ''],
  ['1234567890123456', ''],
  ['Boris', ''],
  ['79990001122@c.us', ''],
])('reads %s as %j', (typed, digits) => expect(phoneDigits(typed)).toBe(digits))
