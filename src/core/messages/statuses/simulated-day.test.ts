import { expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../../emulator/create-emulator.ts'
import { manualStatus } from '../../../emulator/world/behaviour.ts'
import { createUndiciHttp } from '../../http/undici-http.ts'
import { createLockstep } from '../../testing/lockstep.ts'
import { takeIntoStore } from '../../testing/take-notification.ts'
import { startTestCore } from '../../testing/start-test-core.ts'

const token = 'secret-token-of-the-test-instance'
const minute = 60_000
const hour = 60 * minute
const startAt = Date.UTC(2026, 10, 20, 6)

interface Day {
  /** Messages, one each `everyMs`. */
  readonly messages: number
  readonly everyMs: number
  /** The service tells statuses as notifications, and they are received. */
  readonly notifies: boolean
  /** The service answers these with 500, the whole day. */
  readonly broken?: readonly string[]
  /** Nothing leaves the service's queue by itself. */
  readonly stuck?: boolean
}

/** A day and an hour at the service's own clock and with its limits: going over them is a violation. */
async function live({ messages, everyMs, notifies, broken = [], stuck = false }: Day) {
  const emulator = createEmulator({ clock: { mode: 'manual', startAt } })
  const apiUrl = await emulator.start()
  const account = emulator.addInstance({
    idInstance: '1101000001',
    token,
    behaviour: {
      limits: 'field',
      autoStatus: stuck ? manualStatus : { sent: 500, delivered: 30_000, read: null },
    },
  })
  for (const operation of broken) emulator.fault({ kind: 'refuse', status: 500 }, { operation })
  const http = createUndiciHttp()
  const calls = new Map<string, number[]>()
  let longestLookBack = 0
  const time = createLockstep({
    startAt,
    http: {
      request(request) {
        const operation = /waInstance\d+\/(\w+)/.exec(request.url)?.[1] ?? ''
        calls.set(operation, [...(calls.get(operation) ?? []), time.clock.now()])
        longestLookBack = Math.max(longestLookBack, Number(/minutes=(\d+)/.exec(request.url)?.[1] ?? 0))
        return http.request(request)
      },
    },
    moveWorld: (ms) => emulator.clock.advance(ms),
  })
  const app = await startTestCore({
    services: ['sending'],
    clock: time.clock,
    http: time.http,
    watchStore: time.watch,
  })
  onTestFinished(async () => {
    await app.stop()
    await http.close()
    await emulator.stop()
  })
  const instance = await app.addInstance({ apiUrl, idInstance: '1101000001', token })

  /** What the receive loop and the follower do: keep, apply, delete. */
  const receive = async () => {
    for (const { receiptId, body } of account.notifications.list()) {
      await takeIntoStore(app.store, {
        instance,
        raw: JSON.stringify(body),
        isJson: true,
        receiptId: String(receiptId),
        receivedAt: time.clock.now(),
        version: 'test',
        isQueueComplete: true,
      })
      account.notifications.delete(receiptId)
    }
  }
  const pass = async (ms: number, stepMs: number) => {
    for (let left = ms; left > 0; left -= stepMs) {
      await time.advance(Math.min(stepMs, left), stepMs)
      if (notifies) await receive()
    }
  }
  for (let n = 1; n <= messages; n++) {
    const { chat } = await app.call('chats.open', { instance, chatId: `7999000${1_000 + n}@c.us` })
    await app.call('messages.send', { chat, text: `Message ${n}` })
    await time.settle()
    await pass(30_000, 2_500)
    await pass(everyMs - 30_000, 15_000)
  }
  await pass(25 * hour - messages * everyMs, minute)
  const times = (operation: string) => calls.get(operation) ?? []
  return {
    count: (operation: string) => times(operation).length,
    /** The most calls of an operation within any second. */
    rate: (operation: string) =>
      Math.max(
        0,
        ...times(operation).map((at) => times(operation).filter((other) => other >= at && other < at + 1_000).length),
      ),
    longestLookBack,
    sent: account.sends.length,
    violations: emulator.violations(),
  }
}

it('asks for one message as often as its schedule says, and no more after a day', async () => {
  const day = await live({ messages: 1, everyMs: 30_000, notifies: false })
  // 4 in the first 20 s, 60 in the first hour, 138 in the rest of the day; the steps of the test's clock cost a few.
  expect(day.count('lastOutgoingMessages')).toBeGreaterThan(170)
  expect(day.count('lastOutgoingMessages')).toBeLessThanOrEqual(203)
  expect(day.longestLookBack).toBeLessThanOrEqual(1442)
  expect(day.count('getChatHistory') + day.count('getMessage')).toBe(0)
  expect(day.violations).toEqual([])
})

it('asks once for all that is followed, well within the limits, however many are sent', async () => {
  const day = await live({ messages: 12, everyMs: 10 * minute, notifies: false })
  expect(day.sent).toBe(12)
  // Five looks of its own for each, and one a minute for all of them while the youngest is no older than an hour.
  expect(day.count('lastOutgoingMessages')).toBeLessThan(12 * 5 + 4 * 60 + 24 * 6)
  expect(day.rate('lastOutgoingMessages')).toBe(1)
  expect(day.rate('showMessagesQueue')).toBeLessThanOrEqual(1)
  expect(day.violations).toEqual([])
})

it('keeps to its schedule where the service does not manage to show its queue', async () => {
  const day = await live({ messages: 1, everyMs: 30_000, notifies: false, stuck: true, broken: ['showMessagesQueue'] })
  expect(day.count('lastOutgoingMessages')).toBeGreaterThan(170)
  expect(day.count('lastOutgoingMessages')).toBeLessThanOrEqual(203)
  expect(day.count('showMessagesQueue')).toBeLessThanOrEqual(203)
  expect(day.violations).toEqual([])
})

it('asks ever more rarely where nothing is answered', async () => {
  const day = await live({
    messages: 1,
    everyMs: 30_000,
    notifies: false,
    stuck: true,
    broken: ['lastOutgoingMessages'],
  })
  // Within ten minutes the pause is as long as it gets: six times an hour.
  expect(day.count('lastOutgoingMessages')).toBeLessThanOrEqual(25 * 6 + 8)
  expect(day.violations).toEqual([])
})

it('leaves off asking where notifications tell', async () => {
  const day = await live({ messages: 12, everyMs: 10 * minute, notifies: true })
  expect(day.count('lastOutgoingMessages')).toBeLessThan(40)
  expect(day.violations).toEqual([])
})
