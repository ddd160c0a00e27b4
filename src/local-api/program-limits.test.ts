import { expect, test } from 'vitest'
import type { ProgramConnection } from '../core/programs/desk/program-desk.ts'
import { createProgramLimits } from './program-limits.ts'

/** A program that counts its connections itself. */
function program(key: number) {
  const counted = { open: 0 }
  const connect = () => {
    counted.open += 1
    return () => void (counted.open -= 1)
  }
  return { counted, connection: { key, connect } as unknown as ProgramConnection }
}

test('a program has 32 connections at once: each that ends makes room for one', () => {
  const limits = createProgramLimits(() => 0)
  const { connection, counted } = program(1)
  const ends = Array.from({ length: 32 }, () => limits.open(connection))
  expect(ends).not.toContain(undefined)
  expect(limits.open(connection)).toBeUndefined()
  ends[0]?.()
  ends[1]?.()
  expect(counted.open).toBe(30)
  expect([limits.open(connection), limits.open(connection)]).not.toContain(undefined)
  expect(limits.open(connection)).toBeUndefined()
  expect(limits.open(program(2).connection)).toBeDefined()
})

test('a program may ask 4,000 times at once and 2,000 times a second, whatever another one does', () => {
  let now = 0
  const limits = createProgramLimits(() => now)
  const { connection } = program(1)
  const granted = (times: number) =>
    Array.from({ length: times }, () => limits.take(connection)).filter((wait) => wait === 0).length
  expect(granted(5000)).toBe(4000)
  expect(limits.take(connection)).toBe(1)
  expect(limits.take(program(2).connection)).toBe(0)
  now += 500
  expect(granted(5000)).toBe(1000)
  now += 3_600_000
  expect(granted(5000)).toBe(4000)
})
