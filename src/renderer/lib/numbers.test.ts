import { describe, expect, it } from 'vitest'
import { createNumbers } from './numbers.ts'

const numbers = createNumbers('en-GB')

describe('numbers', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [284_000, '284 kB'],
    [999_600, '1 MB'],
    [1_240_000, '1.2 MB'],
    [1_800_000_000, '1.8 GB'],
  ])('%d bytes read %s', (value, wording) => {
    expect(numbers.bytes(value)).toBe(wording)
  })

  it.each([
    [127, '127 ms'],
    [2400, '2.4 s'],
    [185_000, '3 min 5 s'],
    [7_800_000, '2 h 10 min'],
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
