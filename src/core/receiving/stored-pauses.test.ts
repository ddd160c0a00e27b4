import { expect, test } from 'vitest'
import { createManualClock } from '../../api/testing/manual-clock.ts'
import { createSilentLogger } from '../testing/silent-logger.ts'
import { createPipelining } from './pipelining.ts'

const day = 86_400_000
const host = 'https://api.example'

test('a host that can not be asked ahead is tried again a month later, also over restarts', async () => {
  const clock = createManualClock(100 * day)
  const stored: Record<string, number> = {}
  const store = {
    read: () => Promise.resolve(stored),
    async write(_name: string, { origin, at }: { origin: string; at: number }) {
      stored[origin] = at
    },
  }
  const http = { request: () => Promise.reject(new Error('Nothing is asked.')), openPipeline: async () => null }
  const start = async () => {
    const pipelining = createPipelining({ clock, http, store: store as never, logger: createSilentLogger() })
    expect(pipelining.allows(host)).toBe(false)
    pipelining.start()
    await new Promise((resolve) => setImmediate(resolve))
    return pipelining
  }
  const first = await start()
  expect(first.allows(host)).toBe(true)
  first.cameAgain(host)
  expect(first.allows(host)).toBe(false)
  expect(first.allows('https://other.example')).toBe(true)
  clock.setNow(clock.now() + 29 * day)
  expect((await start()).allows(host)).toBe(false)
  clock.setNow(clock.now() + day)
  expect((await start()).allows(host)).toBe(true)
})
