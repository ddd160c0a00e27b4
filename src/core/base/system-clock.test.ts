import { expect, test, vi } from 'vitest'
import { createSystemClock } from './system-clock.ts'

test('a timer of months waits, and does not end at once', async () => {
  const clock = createSystemClock()
  const fire = vi.fn<() => void>()
  const cancel = clock.setTimer(2 ** 31, fire)
  await clock.sleep(5)
  cancel()
  expect(fire).not.toHaveBeenCalled()
})
