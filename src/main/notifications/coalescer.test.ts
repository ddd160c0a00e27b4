import { expect, onTestFinished, test, vi } from 'vitest'
import { createCoalescer } from './coalescer.ts'

test('a burst runs the job once, requests while it runs once more, and never two at a time', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const runs: (() => void)[] = []
  const request = createCoalescer(() => new Promise<void>((resolve) => runs.push(resolve)), 200)
  const end = async (index: number) => {
    runs[index]?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  for (let count = 0; count < 1000; count++) request()
  await vi.advanceTimersByTimeAsync(200)
  expect(runs).toHaveLength(1)
  request()
  request()
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs, 'while the first runs').toHaveLength(1)
  await end(0)
  await vi.advanceTimersByTimeAsync(200)
  expect(runs, 'after the first').toHaveLength(2)
  await end(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs, 'without another request').toHaveLength(2)
  request()
  await vi.advanceTimersByTimeAsync(200)
  expect(runs, 'at a later request').toHaveLength(3)
})
