import { expect, it } from 'vitest'
import { createManualClock } from '../../api/testing/manual-clock.ts'
import { createOfflineGate } from './offline-gate.ts'
import { retryPolicy } from './rules/retry-policy.ts'

it('tries with growing pauses while there is no connection, and with the first one again in the next outage', async () => {
  const clock = createManualClock(0)
  const triedAt: number[] = []
  const gate = createOfflineGate(clock, () => {
    triedAt.push(clock.monotonic())
    gate.trying()
  })
  const { baseMs, capMs } = retryPolicy.offline
  const outage = async (): Promise<number> => {
    const beganAt = clock.monotonic()
    const tries = triedAt.length
    gate.failed()
    expect(gate.lets).toBe('none')
    await clock.advance(capMs)
    return (triedAt[tries] ?? Infinity) - beganAt
  }
  const pauses = [await outage(), await outage(), await outage()]
  expect(pauses).toEqual([baseMs, 2 * baseMs, 4 * baseMs])
  gate.open()
  expect(gate.lets).toBe('all')
  expect(await outage()).toBe(baseMs)
})
