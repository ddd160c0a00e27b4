import { expect, test } from 'vitest'
import type { ContractEvent, NavigateEvent } from '../../contract/events.ts'
import { createCoalescer } from '../notifications/coalescer.ts'
import { createNavigator } from './navigator.ts'

const settings: NavigateEvent = { kind: 'action', action: 'settings' }
const palette: NavigateEvent = { kind: 'action', action: 'palette' }

test('where to go is held back until a page listens, and shows the window at once', () => {
  let shown = 0
  const emitted: ContractEvent[] = []
  const navigator = createNavigator(() => shown++)
  navigator.subscribe((event) => emitted.push(event))
  navigator.go(settings)
  navigator.go(palette)
  expect([shown, emitted]).toEqual([2, []])
  navigator.arrive()
  navigator.arrive()
  expect(emitted).toEqual([{ type: 'navigate', navigate: palette }])
  navigator.go(settings)
  expect(emitted).toHaveLength(2)
  navigator.leave()
  navigator.go(settings)
  expect(emitted).toHaveLength(2)
})

test('a burst of requests becomes a few runs, never two at a time, and the last request is heard', async () => {
  let running = 0
  let runs = 0
  const finished: (() => void)[] = []
  const ask = createCoalescer(async () => {
    runs++
    running++
    expect(running).toBe(1)
    await new Promise<void>((resolve) => finished.push(resolve))
    running--
  }, 0)
  const nextMacrotask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))
  for (let index = 0; index < 100; index++) ask()
  await expect.poll(() => runs).toBe(1)
  for (let index = 0; index < 100; index++) ask()
  await nextMacrotask()
  expect(runs).toBe(1)
  finished.shift()?.()
  await expect.poll(() => runs).toBe(2)
  finished.shift()?.()
  await nextMacrotask()
  expect(runs).toBe(2)
})
