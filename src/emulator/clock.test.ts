import { expect, test } from 'vitest'
import { createClock } from './clock.ts'

test('timers run at their own moment and in order, also those that timers set', () => {
  const clock = createClock({ mode: 'manual', startAt: 1000 })
  const seen: string[] = []
  clock.after(300, () => seen.push(`c ${clock.now()}`))
  clock.after(100, () => {
    seen.push(`a ${clock.now()}`)
    clock.after(100, () => seen.push(`b ${clock.now()}`))
  })
  const cancel = clock.after(150, () => seen.push('never'))
  cancel()
  clock.advance(250)
  expect(seen).toEqual(['a 1100', 'b 1200'])
  expect(clock.now()).toBe(1250)
  clock.advance(50)
  expect(seen).toEqual(['a 1100', 'b 1200', 'c 1300'])
  expect(clock.pending()).toBe(0)
})

test('in real mode time passes by itself, and still jumps', async () => {
  const clock = createClock({ startAt: 0 })
  await new Promise<void>((resolve) => clock.after(5, resolve))
  expect(clock.now()).toBeGreaterThanOrEqual(5)
  let rang = false
  clock.after(3_600_000, () => (rang = true))
  clock.advance(3_600_000)
  expect(rang).toBe(true)
  clock.stop()
})

test('real time stands still in manual mode and goes on from there', async () => {
  const clock = createClock({ mode: 'manual', startAt: 0 })
  let rang = false
  clock.after(1, () => (rang = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect({ now: clock.now(), rang }).toEqual({ now: 0, rang: false })
  clock.setMode('real')
  await new Promise<void>((resolve) => clock.after(2, resolve))
  expect(rang).toBe(true)
  clock.stop()
})
