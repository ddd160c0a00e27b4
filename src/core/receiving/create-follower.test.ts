import { expect, test } from 'vitest'
import { createManualClock } from '../../api/testing/manual-clock.ts'
import { createSilentLogger } from '../testing/silent-logger.ts'
import { createFollower, largestBacklog } from './follower.ts'

/** A follower whose store applies a thousand notifications at a time, each when it is asked to. */
function follow(onApplied: (event: number) => void = () => undefined) {
  let left = 0
  let isEnding = false
  const calls: (() => void)[] = []
  const store = {
    async write(name: string) {
      if (name === 'receiving.recordTrial') return { count: 0, newest: null }
      if (!isEnding) await new Promise<void>((resolve) => calls.push(resolve))
      const applied = Array.from({ length: Math.min(1000, left) }, (_, event) => ({ event }))
      left -= applied.length
      return { applied, more: left > 0 }
    },
  }
  const follower = createFollower({
    clock: createManualClock(),
    store: store as never,
    logger: createSilentLogger(),
    version: '1',
    onApplied: ({ event }) => onApplied(event),
  })
  return {
    follower,
    async stop() {
      isEnding = true
      const ended = follower.stop()
      for (const go of calls.splice(0)) go()
      await ended
    },
    persist(count: number) {
      left += count
      follower.countPersisted(count)
    },
    async apply() {
      await expect.poll(() => calls.length).toBe(1)
      calls.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('receiving goes on when half of the largest backlog is applied', async () => {
  const { follower, persist, apply, stop } = follow()
  persist(largestBacklog)
  const room: boolean[] = []
  for (let applied = 0; applied < 3; applied++) {
    await apply()
    room.push(follower.hasRoom())
  }
  expect(room).toEqual([false, false, true])
  await stop()
})

test('a listener that fails keeps no notification from what follows', async () => {
  const reported: number[] = []
  const { persist, apply, stop } = follow((event) => {
    reported.push(event)
    if (event === 0) throw new Error('It can not be shown.')
  })
  persist(2)
  await apply()
  expect(reported).toEqual([0, 1])
  await stop()
})
