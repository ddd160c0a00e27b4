import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { isContractError } from '../../src/contract/errors.ts'
import type { ChatKey, MessageKey } from '../../src/contract/ids.ts'
import type { OutgoingContent } from '../../src/contract/sending.ts'
import { createSystemClock } from '../../src/core/base/system-clock.ts'
import { createCore } from '../../src/core/create-core.ts'
import { createStoreFaults } from '../../src/core/store/store-faults.ts'
import type { StoreFault } from '../../src/core/store/store-faults.ts'
import { storeEntries } from '../../src/core/workers/store-entries.ts'
import { createMemoryVault } from '../../src/core/vault/memory-vault.ts'
import { plainHost } from '../../src/core/testing/plain-host.ts'

/**
 * A program of its own, made to be killed: core with one instance, and a person who sends what the lines on stdin say
 * (`{"n", "chatId", "what", "text"}`; the same `n` is the same send), asks for what became of uncertain ones
 * (`{"check": [keys]}`) or releases what waits for a person (`{"retry": [keys]}`). Answers `{"n"}` when a message is on
 * the disk, `{"n", "error"}` when it was refused, `{"checked"}` when all was asked for. `{"clock": ms}` sets the
 * computer's clock that far from the right time, `{"store": fault}` makes the disk refuse (`null`: no more).
 */
const [dataDir = '', apiUrl = '', idInstance = '', token = '', sourcePhone = '', clockMs = '0'] = process.argv.slice(2)
const context = { signal: new AbortController().signal }
const perSecond = 200

/** Timers of core keep no process alive, and before the first line is read nothing else does while a limiter waits. */
const alive = setInterval(() => undefined, 60_000)
const systemClock = createSystemClock()
let clockOffset = Number(clockMs)
const faults = createStoreFaults()
const core = await createCore({
  dataDir,
  clock: { ...systemClock, now: () => systemClock.now() + clockOffset },
  faults,
  vault: createMemoryVault(),
  entries: storeEntries(),
  limitClasses: { queue: Number.POSITIVE_INFINITY, send: perSecond, lookup: perSecond, read: 10 },
  host: plainHost,
})
core.start()

const instance = await (async () => {
  const account = {
    apiUrl,
    idInstance,
    token,
    family: 'whatsapp',
    name: 'Bench',
    colour: 'teal',
    mode: 'full',
  } as const
  try {
    return (await core.handlers['instances.add']({ ...account, storeToken: false }, context)).instance
  } catch (error) {
    if (!isContractError(error) || error.code !== 'instanceExists') throw error
    const [known] = await core.handlers['instances.list']({}, context)
    if (known === undefined) throw error
    await core.handlers['instances.setToken']({ instance: known.key, token, storeToken: false }, context)
    return known.key
  }
})()

const answer = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)
const opened = new Map<string, Promise<{ readonly chat: ChatKey }>>()

const nothing: readonly MessageKey[] = []

interface Order {
  readonly n?: number
  readonly chatId?: string
  readonly what?: string
  readonly text?: string
  readonly check?: readonly MessageKey[]
  readonly retry?: readonly MessageKey[]
  readonly clock?: number
  readonly store?: StoreFault | null
}

/** What a person puts together besides a text: the same words, the same thing. */
function contentOf(what: string, text: string): OutgoingContent {
  const number = [...text].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)
  switch (what) {
    case 'location':
      return { kind: 'location', latitude: number / 100, longitude: number / 50, name: text, address: '' }
    case 'contact':
      return {
        kind: 'contact',
        phone: `4670${1_000_000 + number}`,
        chatId: '',
        firstName: text,
        lastName: '',
        company: '',
      }
    default:
      return { kind: 'poll', question: text, options: ['yes', 'no'], multiple: false }
  }
}

/** A small file, handed over as the window does. */
async function sendFile(chat: ChatKey, name: string, caption: string, sendId: string): Promise<void> {
  const bytes = Buffer.from('GIF89a picture of the bench')
  const file = { chat, name, type: '', bytes: bytes.length }
  const { upload, address } = await core.handlers['uploads.begin'](file, context)
  const body = Readable.from([bytes], { objectMode: false })
  await core.takeSlice(address.replace('upload/', ''), 0, body)
  const files = [{ upload, caption, asFile: false }]
  try {
    await core.handlers['messages.sendFiles']({ chat, files, text: '', sendId }, context)
  } finally {
    // One that was not taken, or a second one of the same send, would wait in the composer.
    await core.handlers['uploads.discard']({ uploads: [upload] }, context)
  }
}

const source = core.handlers['chats.open']({ instance, chatId: `${sourcePhone}@c.us` }, context)

/** The message with this text in the chat that is forwarded from, as soon as it came. */
async function forward(to: ChatKey, text: string, sendId: string): Promise<void> {
  const { chat } = await source
  for (;;) {
    const around = { chat, anchor: { kind: 'newest' }, before: 50, after: 50 } as const
    const { rows } = await core.handlers['messages.window'](around, context)
    const found = rows.find(({ content }) => content.kind === 'text' && content.text === text)
    if (found !== undefined) {
      await core.handlers['messages.forward']({ messages: [found.key], chats: [to], sendId }, context)
      return
    }
    await pause(20)
  }
}

async function send(n: number, { chatId = '', what = 'text', text = '' }: Order): Promise<void> {
  const chat = opened.get(chatId) ?? core.handlers['chats.open']({ instance, chatId }, context)
  opened.set(chatId, chat)
  chat.catch(() => opened.delete(chatId))
  const to = (await chat).chat
  const sendId = `send number ${n}`
  if (what === 'text') await core.handlers['messages.send']({ chat: to, text, sendId }, context)
  else if (what === 'image') await sendFile(to, 'picture.gif', text, sendId)
  else if (what === 'document') await sendFile(to, `${text}.pdf`, '', sendId)
  else if (what === 'forward') await forward(to, text, sendId)
  else await core.handlers['messages.sendContent']({ chat: to, content: contentOf(what, text), sendId }, context)
}

async function take(order: Order): Promise<void> {
  const { n, check = nothing, retry = nothing, clock, store } = order
  if (clock !== undefined) clockOffset = clock
  if (store !== undefined) faults.failWith(store)
  if (retry.length > 0) await core.handlers['messages.retry']({ messages: [...retry] }, context)
  for (const message of check) {
    await core.handlers['messages.checkAgain']({ message }, context).catch((error: unknown) => {
      answer({ error: `${message} could not be asked for: ${String(error)}` })
    })
  }
  if (check !== nothing) answer({ checked: true })
  if (n === undefined) return
  await send(n, order).then(
    () => answer({ n }),
    (error: unknown) => answer({ n, error: String(error) }),
  )
}

answer({ ready: true })
clearInterval(alive)
for await (const line of createInterface({ input: process.stdin })) {
  const order: Order = JSON.parse(line)
  take(order).catch((error: unknown) => answer({ error: String(error) }))
}
await core.stop()
