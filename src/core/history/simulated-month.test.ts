import { expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { InstanceInit } from '../../emulator/world/instance.ts'
import type { InstanceSettings } from '../../emulator/world/settings.ts'
import { createUndiciHttp } from '../http/undici-http.ts'
import { createLockstep } from '../testing/lockstep.ts'
import { sized } from '../testing/marathon.ts'
import { startTestCore } from '../testing/start-test-core.ts'
import { takeIntoStore } from '../testing/take-notification.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { readStore } from '../testing/world-differences.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** A Thursday at midnight, UTC. */
const startAt = Date.UTC(2026, 9, 1)
/** One working day shows what asks too often: what a month allows was once used up within seventeen hours. */
const days = sized(1, 30)
/** The steps of the simulation. What is late is known to within one. */
const stepMs = 5 * minuteMs

interface Situation {
  readonly name: string
  readonly settings?: Partial<InstanceSettings> | 'new'
  readonly mode?: 'full' | 'sendOnly'
  /** Customers who write on a working day; each is answered. */
  readonly customers: number
  /** Answers of the customer's own program on a working day, which no notification tells. */
  readonly byBot?: number
  /** Chats that are there from the beginning. */
  readonly chats?: number
  /** The service records received messages nowhere, so the month lacks them. */
  readonly isBlind?: boolean
}

/** The first two run in `npm test`: the one with most reads of lists, and the one with most histories. */
const situations: readonly Situation[] = [
  { name: 'read and send only', mode: 'sendOnly', customers: 10 },
  { name: '600 chats at the first sync', customers: 10, chats: sized(320, 600) },
  { name: 'new instance, all notifications off', settings: 'new', customers: 10, isBlind: true },
  {
    name: "a bot's instance, its sends not notified",
    settings: { outgoingAPIMessageWebhook: 'no' },
    customers: 10,
    byBot: 20,
  },
  { name: 'forty customers a day', customers: 40 },
]

const isWeekend = (at: number): boolean => new Date(at).getUTCDay() % 6 === 0

/** A month of a desk that is always on, with people who work from nine to five, on a Developer plan. */
async function live(situation: Situation) {
  const { customers, byBot = 0, chats = 0, mode = 'full' } = situation
  const emulator = createEmulator({ clock: { mode: 'manual', startAt } })
  const apiUrl = await emulator.start()
  const account = { idInstance: '1101000001', token: 'secret-of-the-month', family: 'whatsapp' } as const
  const init: InstanceInit = {
    ...account,
    ...(situation.settings === undefined ? {} : { settings: situation.settings }),
    // The simulation moves in minutes: limits per second have their own tests.
    behaviour: { plan: 'developer', limits: 'off', autoStatus: { sent: 500, delivered: 30_000, read: null } },
  }
  const instance = emulator.addInstance(init)
  for (let n = 0; n < chats; n++)
    for (let of = 0; of < 3; of++) instance.person(String(79_991_000_000 + n)).says(`Old ${n}.${of}`, { notify: false })
  const http = createUndiciHttp()
  const calls = new Map<string, number>()
  const refusals = new Map<string, number>()
  const time = createLockstep({
    startAt,
    http: {
      async request(request) {
        const operation = /waInstance\d+\/(\w+)/.exec(request.url)?.[1] ?? ''
        calls.set(operation, (calls.get(operation) ?? 0) + 1)
        const result = await http.request(request)
        if (result.kind === 'response' && result.status === 466)
          refusals.set(operation, (refusals.get(operation) ?? 0) + 1)
        return result
      },
    },
    moveWorld: (ms) => emulator.clock.advance(ms),
  })
  const dir = createTempDir()
  const core = await startTestCore({
    services: ['accounts', 'history', 'sending'],
    dataDir: dir.path,
    clock: time.clock,
    http: time.http,
    watchStore: time.watch,
  })
  onTestFinished(async () => {
    await core.stop()
    await http.close()
    await emulator.stop()
    dir[Symbol.dispose]()
  })
  const key = await core.addInstance({ apiUrl, ...account, mode })
  await core.store.write('accounts.learn', { key, settings: { ...instance.settings } })
  await core.refresh()
  await time.settle()

  const settings = () => instance.settings
  const isComplete = () =>
    [settings().incomingWebhook, settings().outgoingMessageWebhook, settings().outgoingAPIMessageWebhook].every(
      (value) => value === 'yes',
    )
  /** What the receive loop and the follower do. */
  const receive = async () => {
    if (mode === 'sendOnly') return
    core.instances.get(key)?.connection.report({ kind: 'receiveAnswered' })
    for (const { receiptId, body } of instance.notifications.list()) {
      await takeIntoStore(core.store, {
        instance: key,
        raw: JSON.stringify(body),
        isJson: true,
        receiptId: String(receiptId),
        receivedAt: time.clock.now(),
        version: 'test',
        isQueueComplete: isComplete(),
      })
      instance.notifications.delete(receiptId)
    }
    const at = time.clock.now()
    await core.store.write('receiving.alive', { instance: key, at, isQueueComplete: isComplete(), deleted: [] })
  }

  /** When each text was written, and each of ours delivered. */
  const written = new Map<string, number>()
  const delivered = new Map<string, number>()
  let listLateMs = 0
  let statusLateMs = 0
  const measure = () => {
    if (written.size + delivered.size === 0) return
    const now = time.clock.now()
    const rows = readStore(dir.path, (tx) =>
      tx.all<{ text: string; status: string | null }>('select text, status from message where at > ?', [
        now - 3 * 24 * hourMs,
      ]),
    )
    for (const { text, status } of rows) {
      const at = written.get(text)
      if (at !== undefined) listLateMs = Math.max(listLateMs, now - at)
      written.delete(text)
      const deliveredAt = delivered.get(text)
      if (deliveredAt === undefined || (status !== 'delivered' && status !== 'read')) continue
      statusLateMs = Math.max(statusLateMs, now - deliveredAt)
      delivered.delete(text)
    }
  }
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= stepMs) {
      await time.advance(Math.min(stepMs, left), minuteMs)
      await receive()
      await time.settle()
      measure()
    }
  }
  const answer = async (chatId: string, text: string) => {
    const { chat } = await core.call('chats.open', { instance: key, chatId })
    const opening = core.call('history.refresh', { chat }).catch(() => undefined)
    await core.call('messages.send', { chat, text })
    delivered.set(text, time.clock.now() + 35_000)
    await time.advance(5_000, 1_000)
    await opening
  }

  for (let day = 0; day < days; day++) {
    if (isWeekend(time.clock.now())) {
      await pass(24 * hourMs)
      continue
    }
    await pass(9 * hourMs)
    const everyMs = (8 * hourMs) / Math.max(1, customers)
    for (let n = 0; n < customers; n++) {
      const person = instance.person(String(79_992_000_000 + ((day * 7 + n) % 200)))
      person.says(`Question ${day}.${n}`)
      if (situation.isBlind !== true) written.set(`Question ${day}.${n}`, time.clock.now())
      if (n < byBot) {
        const text = `Bot ${day}.${n}`
        await fetch(`${emulator.baseUrl(instance)}/waInstance${account.idInstance}/sendMessage/${account.token}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ chatId: person.chatId, message: text }),
        })
        written.set(text, time.clock.now())
      }
      await pass(Math.min(stepMs, everyMs / 2))
      await answer(person.chatId, `Answer ${day}.${n}`)
      await pass(everyMs - Math.min(stepMs, everyMs / 2))
    }
    await pass(7 * hourMs)
  }
  const perDay = (operation: string) => (calls.get(operation) ?? 0) / days
  return { perDay, refusals, listLateMs, statusLateMs, lost: written.size, unknown: delivered.size }
}

const counted = [
  'lastIncomingMessages',
  'lastOutgoingMessages',
  'getChatHistory',
  'lastIncomingCalls',
  'lastOutgoingCalls',
]
const hours = (ms: number) => (ms < 10 * minuteMs ? 'minutes' : `${(ms / hourMs).toFixed(1)} h`)

test.each(situations.slice(0, sized(2, situations.length)))('a month on a Developer plan: $name', async (situation) => {
  const month = await live(situation)
  const row = [
    situation.name,
    ...counted.map((name) => month.perDay(name).toFixed(1)),
    [...month.refusals.values()].reduce((sum, times) => sum + times, 0),
    hours(month.listLateMs),
    hours(month.statusLateMs),
    month.lost,
    month.unknown,
  ]
  if (process.env['SWITCHBOARD_TEST_LENGTH'] === 'long' || process.env['SHOW'] !== undefined)
    console.log(`| ${row.join(' | ')} |`)
  expect([...month.refusals]).toEqual([])
  expect(month.lost).toBe(0)
})
