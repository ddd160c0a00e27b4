import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { MessageKey } from '../src/contract/ids.ts'
import { startTestCore, unlimited } from '../src/core/testing/start-test-core.ts'
import { createEmulator } from '../src/emulator/create-emulator.ts'
import { openLocalApi } from '../src/local-api/open-local-api.ts'
import { percentile, printTable, spread } from './lib/figures.ts'
import { machineLoad } from './lib/machine-load.ts'

/**
 * A clerk's answers beside a program that sends: how long each takes until the service has accepted it, and whether it
 * passed all that the program had waiting. `--per-minute` is what the program hands over; 0: as much as it may, with
 * twenty messages waiting all the time. The service sends one message in each `--interval`, ms.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '40' },
    interval: { type: 'string', default: '3000' },
    'per-minute': { type: 'string', default: '20' },
  },
})
const count = Number(values.count)
const interval = Number(values.interval)
const perMinute = Number(values['per-minute'])
const idInstance = '1101000001'
const token = 'bench0000000000000000000000000000000000000000000000'
const programsWaiting = 20

const probe = createServer().listen(0, '127.0.0.1')
await new Promise((resolve) => probe.once('listening', resolve))
const { port } = probe.address() as AddressInfo
await new Promise((resolve) => probe.close(resolve))

const emulator = createEmulator({ limits: 'off' })
const apiUrl = await emulator.start()
const account = emulator.addInstance({ idInstance, token })
account.set({ delaySendMessagesMilliseconds: interval })
account.behave({ autoStatus: { sent: 0, delivered: null, read: null } })
const core = await startTestCore({
  services: ['receiving', 'sending', 'programs'],
  limitClasses: unlimited,
  openLocalApi,
  random: Math.random,
  instances: [{ apiUrl, idInstance, token }],
})
await core.call('settings.update', { programs: true, programsPort: port })
await core.until('programs.list', {}, ({ listener }) => listener.kind === 'listening')
const { key } = await core.call('programs.add', {
  ...{ name: 'bench', purpose: 'script', protocol: 'jsonl', from: null, keyExpiresAt: null, webhook: null },
  ...{ readWhenWritten: false, authorization: '', rights: ['see', 'send'], writesFirst: true },
  scope: { instances: null, kinds: null, labels: null, groups: true },
  sendLimits: { minute: 1000, hour: 10_000, day: 100_000 },
})

/** Texts that the program has handed over, in their order. */
const offered: string[] = []
/** In the order in which the service took them. */
const taken = () => account.sends.map(({ content }) => ('text' in content ? content.text : ''))
const waiting = () => {
  const there = new Set(taken())
  return offered.filter((text) => !there.has(text))
}
/** Those that are still here: one that is on its way to the service can not be passed. */
const queuedHere = async () => {
  const { rows } = await core.call('outgoing.list', {
    filter: {
      ...{ scope: null, statuses: ['queued'], kinds: [], chats: [], text: '', minutes: null, sentByApi: null },
      ...{ quickReplies: [], olderThanMs: null, stuckLongerThanMs: null, lookBackBy: 'sent' },
    },
    ...{ sort: { by: 'time', direction: 'asc' }, offset: 0, limit: 200 },
  })
  return rows.flatMap(({ text, program }) => (program === null ? [] : [text]))
}

let isOver = false
async function offer(): Promise<void> {
  for (let n = 0; !isOver; n++) {
    const text = `offer ${n}`
    const response = await fetch(`http://127.0.0.1:${port}/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ sendId: `offer-number-${n}`, instanceId: idInstance, text },
        chatId: `7999${String(1_000_000 + (n % 500))}@c.us`,
      }),
    })
    if (response.status !== 202) throw new Error(`The program was refused: ${await response.text()}`)
    offered.push(text)
    if (perMinute > 0) await pause(60_000 / perMinute)
    else while (waiting().length >= programsWaiting && !isOver) await pause(10)
  }
}
const offering = offer()
await pause(2 * interval)

const ms: number[] = []
const passed: { readonly text: string; readonly before: readonly string[] }[] = []
for (let n = 0; n < count; n++) {
  // At any moment of the service's interval.
  await pause(Math.random() * 2 * interval)
  const { chat } = await core.call('chats.open', {
    instance: core.firstKey(),
    chatId: `7998${String(1_000_000 + n)}@c.us`,
  })
  const text = `answer ${n}`
  const started = performance.now()
  const { message } = (await core.call('messages.send', { chat, text })) as { readonly message: MessageKey }
  passed.push({ text, before: await queuedHere() })
  await core.until('messages.window', { chat, anchor: { kind: 'newest' }, before: 5, after: 0 }, ({ rows }) =>
    rows.some((row) => row.key === message && row.status !== null && !['queued', 'sending'].includes(row.status.kind)),
  )
  ms.push(performance.now() - started)
}
isOver = true
await offering
const order = new Map(taken().map((text, place) => [text, place]))
/** Of the program's, those that waited here when the clerk answered and left before the answer. */
const overtook = passed.map(({ text, before }) => {
  const place = order.get(text) ?? Infinity
  return before.filter((one) => (order.get(one) ?? Infinity) < place).length
})
await core.stop()
await emulator.stop()
const first = overtook.filter((one) => one === 0).length
process.stdout.write(
  `${machineLoad()}; the service sends one message in ${interval} ms; the program ${perMinute > 0 ? `${perMinute} a minute` : 'as many as it may'}\n`,
)
printTable([
  ['answers', 'from Enter until the service has accepted it', 'before all that the program had waiting'],
  [String(count), spread(ms), `${first} of ${count}`],
])
const isWithin = percentile(ms, 0.95) <= interval
process.stdout.write(`${isWithin ? 'within' : 'beyond'} one sending interval at p95\n`)
process.exitCode = isWithin && first === count ? 0 : 1
process.exit()
