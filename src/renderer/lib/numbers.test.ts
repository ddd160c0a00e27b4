import { describe, expect, it } from 'vitest'
import { createNumbers, withValue } from './numbers.ts'

const numbers = createNumbers('en-GB')

describe('numbers', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [99_900, '99.9 kB'],
    [284_400, '284 kB'],
    [999_600, '1 MB'],
    [1_240_000, '1.2 MB'],
    [1_800_000_000, '1.8 GB'],
    [5e15, '5,000 TB'],
  ])('%d bytes read %s', (value, wording) => {
    expect(numbers.bytes(value)).toBe(wording)
  })

  it.each([
    [127, '127 ms'],
    [999.6, '1 s'],
    [2400, '2.4 s'],
    [59_940, '59.9 s'],
    [59_960, '1 min'],
    [185_000, '3 min 5 s'],
    [3_599_600, '1 h'],
    [7_800_000, '2 h 10 min'],
    [86_380_000, '1 d'],
    [273_600_000, '3 d 4 h'],
  ])('%d ms read %s', (value, wording) => {
    expect(numbers.duration(value)).toBe(wording)
  })
})

it('speak Russian', () => {
  const russian = createNumbers('ru')
  expect(russian.bytes(1_240_000)).toMatch(/^1,2\sМБ$/)
  expect(russian.duration(2400)).toMatch(/^2,4\sс$/)
})

it('show parts of a duration in the unit of the whole', () => {
  expect(numbers.part(12, 400)).toBe('12 ms')
  expect(numbers.part(12, 2400)).toBe('0.012 s')
  expect(numbers.part(2400, 2400)).toBe('2.400 s')
})

it('write counts and shares', () => {
  expect(numbers.count(12_345)).toBe('12,345')
  expect([numbers.percent(0.0318), numbers.percent(1)]).toEqual(['3.2%', '100%'])
})

it('offer the value that is set among the steps of a choice, once and in its place', () => {
  expect(withValue([1, 5, 10], 7)).toEqual([1, 5, 7, 10])
  expect(withValue([1, 5, 10], 5)).toEqual([1, 5, 10])
})
