import { expect, test } from 'vitest'
import type { ApiError } from '../../api/answers/api-error.ts'
import { createManualClock, type ManualClock } from '../../api/testing/manual-clock.ts'
import { createSilentLogger } from '../testing/silent-logger.ts'
import { createOtherReader } from './other-reader.ts'
import { createQueueMeter } from './queue-meter.ts'
import { receiveLoop } from './receive-loop.ts'

type Answer = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: Partial<ApiError> }
type Receive = (clock: ManualClock) => Answer | Promise<Answer>

const startedAt = Date.UTC(2026, 10, 20, 12)
const hourMs = 3_600_000
const empty: Answer = { ok: true, value: { kind: 'empty', form: 'null', instant: false } }
const unreachable: Answer = { ok: false, error: { kind: 'network', reason: 'refused', mayHaveLeft: false } }

/** A notification that was written at this moment by the service's clock, epoch ms. */
const notification = (receiptId: string, at: number): Answer => {
  const raw = { typeWebhook: 'incomingMessageReceived', timestamp: at / 1000, idMessage: receiptId }
  return { ok: true, value: { kind: 'notification', receiptId, raw, text: JSON.stringify(raw), isJson: true } }
}

/** The loop of a queue that gives these answers to receives, one after another, until it has none left. */
async function receiveAll(receives: readonly Receive[], options: Partial<Options> = {}) {
  const { offsetMs = 0, wasThere = true, state = 'live', onPause = 'elapsed' } = options
  const clock = createManualClock(startedAt)
  const left = [...receives]
  const ended = new AbortController()
  const seen = { deletes: 0, flushes: 0, pauses: [] as number[], asksForSettings: 0 }
  const call = async (name: string): Promise<Answer> => {
    if (name === 'deleteNotification') return { ok: true, value: { result: wasThere } }
    const next = left.shift()
    if (next !== undefined) return await next(clock)
    ended.abort()
    return empty
  }
  const sink = {
    isOpen: () => true,
    persist: async () => ({ deleted: () => (seen.deletes += 1) }),
    alive: async () => undefined,
    hasMarks: () => seen.deletes > 0,
    flush: async () => void (seen.flushes += 1),
  }
  const meter = createQueueMeter(clock)
  const otherReader = createOtherReader()
  const run = {
    key: 1,
    instance: {
      row: () => ({ apiUrl: 'https://api.example', clockOffsetMs: offsetMs }),
      connection: { report: () => undefined, state: () => ({ kind: state }) },
      recordReceived: () => undefined,
    },
    api: { call },
    signal: ended.signal,
    async pause(ms: number) {
      seen.pauses.push(ms)
      return seen.pauses.length === 2 ? onPause : 'elapsed'
    },
  }
  await receiveLoop(
    run as never,
    {
      ...{ clock, meter, otherReader, ids: { random: () => 0 }, logger: createSilentLogger(), sink: () => sink },
      ...{ pipelining: { allows: () => false }, isQueueComplete: () => true, hasRoom: () => true },
      ...{ untilRoom: async () => undefined, onShared: () => undefined, onWebhookSet: () => undefined },
      onSettingsInDoubt: () => void (seen.asksForSettings += 1),
    } as never,
  )
  return { ...seen, meter: meter.read(), otherReader }
}

interface Options {
  /** By how much the service's clock is ahead. */
  readonly offsetMs: number
  /** False: what is deleted was gone before. */
  readonly wasThere: boolean
  readonly state: string
  /** What ends the second pause. */
  readonly onPause: 'elapsed' | 'nudged'
}

test('a notification that is gone after a day expired, and a newer one was taken by another program', async () => {
  const goneAfter = async (ageMs: number) => {
    const offsetMs = 2 * hourMs
    const written = startedAt + offsetMs - ageMs
    const { otherReader } = await receiveAll([() => notification('1', written)], { offsetMs, wasThere: false })
    return otherReader.suspected()
  }
  expect([await goneAfter(24 * hourMs), await goneAfter(23 * hourMs)]).toEqual([false, true])
})

test('how late notifications come is measured by the service’s clock', async () => {
  const offsetMs = hourMs
  const { meter } = await receiveAll([() => notification('1', startedAt + offsetMs - 5_000)], { offsetMs })
  expect(meter.lagMedianMs).toBe(5_000)
})

test('answered deletes are stored while the next receive is held', async () => {
  const held: Receive = async (clock) => {
    await clock.advance(1_000)
    return empty
  }
  // One at the end of the loop, too.
  expect((await receiveAll([() => notification('1', startedAt), held])).flushes).toBe(2)
  expect((await receiveAll([() => notification('1', startedAt), () => empty])).flushes).toBe(1)
})

test('pauses grow with each failure, and from the first one again after an answer or a person who tried now', async () => {
  const failures = [() => unreachable, () => unreachable, () => unreachable]
  expect((await receiveAll(failures)).pauses).toEqual([500, 1000, 2000])
  expect((await receiveAll(failures, { onPause: 'nudged' })).pauses).toEqual([500, 1000, 500])
  const answered = [...failures, () => notification('1', startedAt), () => unreachable]
  expect((await receiveAll(answered)).pauses).toEqual([500, 1000, 2000, 500])
})

test('while notifications are off, settings are read again after each wait', async () => {
  expect((await receiveAll([() => empty], { state: 'notificationsOff' })).asksForSettings).toBe(1)
  expect((await receiveAll([() => empty])).asksForSettings).toBe(0)
})
