import { expect, onTestFinished, test, vi } from 'vitest'
import { createSystemClock } from './system-clock.ts'

test('a timer of months waits, and does not end at once', async () => {
  const clock = createSystemClock()
  const fire = vi.fn<() => void>()
  const cancel = clock.setTimer(2 ** 31, fire)
  await clock.sleep(5)
  cancel()
  expect(fire).not.toHaveBeenCalled()
})

test('a timer keeps no program alive', () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  const cancel = createSystemClock().setTimer(60_000, () => undefined)
  onTestFinished(cancel)
  expect(timers()).toBe(before)
})
