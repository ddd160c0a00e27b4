import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { EventSource } from 'eventsource'
import { Webhook } from 'standardwebhooks'
import { createSeededRandom } from '../src/core/testing/mutate.ts'
import { createCurrentClient, createOldClient } from '../src/local-api/testing/vendor-clients.ts'
import { figure, median, printTable, spread } from './lib/figures.ts'
import { startEmulator } from './lib/start-emulator.ts'
import type { EmulatorProcess } from './lib/start-emulator.ts'

/**
 * What the customer's programs get. `kills`: three programs (queue, webhook with 8 in flight, JSON Lines) read while
 * Switchboard is killed (SIGKILL) at random moments, the receiver breaks off answers and the reader forgets its place;
 * nothing may be lost, nothing out of order within a chat, and each repeat comes under its first id. `delay`: from the
 * emulator's notification to each program at 50 a second, beside the time to the journal. `drain`: the queue's drain
 * with three programs reading, against the drain without, each in a process of its own. `clients`: what others wrote,
 * unmodified, reads everything: the vendor's two clients for Node, its client for Python where Python has it, the usual
 * client of server-sent events, and the usual library that verifies webhooks.
 */
const { values } = parseArgs({
  options: {
    part: { type: 'string', default: '' },
    count: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
  },
})
const count = Number(values.count)
const kills = Number(values.kills)
const random = createSeededRandom(Number(values.seed))
/**
 * How often a clumsy receiver breaks off an answer, before it took the event and after. By the schedule, the chat of
 * that event waits 5 s, which for many events would be all that is measured.
 */
const breakOffs = Math.min(0.01, 100 / count)
const token = 'bench0000000000000000000000000000000000000000000000'
const chats = 20
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
let nextInstance = 1_102_000_501

interface Seen {
  /** Texts in the order of their first arrival. */
  readonly texts: string[]
  /** The id under which each text came first. */
  readonly ids: Map<string, string>
  /** When it came first, epoch ms. */
  readonly at: Map<string, number>
  /** When Switchboard received it, epoch ms, where the protocol says so. */
  readonly receivedAt: Map<string, number>
  repeats: number
  otherIds: number
}
const createSeen = (): Seen => ({
  texts: [],
  ids: new Map(),
  at: new Map(),
  receivedAt: new Map(),
  repeats: 0,
  otherIds: 0,
})

interface Body {
  readonly messageData?: { readonly textMessageData?: { readonly textMessage?: string } }
}

const textOf = (body: Body): string | undefined => body.messageData?.textMessageData?.textMessage

function take(seen: Seen, id: string, body: Body): void {
  const text = textOf(body)
  if (text === undefined) return
  const known = seen.ids.get(text)
  if (known === undefined) {
    seen.ids.set(text, id)
    seen.at.set(text, Date.now())
    seen.texts.push(text)
  } else if (known === id) seen.repeats += 1
  else seen.otherIds += 1
}

interface Readers {
  readonly seen: Readonly<Record<'queue' | 'webhook' | 'jsonl', Seen>>
  readonly webhook: string
  begin(port: number, keys: Readonly<Record<string, string>>, idInstance: string): void
  stop(): Promise<void>
}

/** The other side: programs that read as long as they may. `clumsy`: they break off and forget. */
async function startReaders(clumsy: boolean): Promise<Readers> {
  const seen = { queue: createSeen(), webhook: createSeen(), jsonl: createSeen() }
  const end = new AbortController()
  const work: Promise<void>[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const draw = clumsy ? random() : 1
      if (draw < breakOffs) return void request.socket.destroy()
      take(seen.webhook, String(request.headers['webhook-id']), JSON.parse(Buffer.concat(chunks).toString()) as Body)
      if (draw < 2 * breakOffs) return void request.socket.destroy()
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const ask = async (url: string, init: RequestInit = {}): Promise<string | null> => {
    try {
      const response = await fetch(url, { ...init, signal: end.signal })
      const text = await response.text()
      return response.ok ? text : null
    } catch {
      await pause(10)
      return null
    }
  }
  const readQueue = async (base: string) => {
    while (!end.signal.aborted) {
      const text = await ask(base.replace('{method}', 'receiveNotification'))
      if (text === null || text === 'null') continue
      const { receiptId, body } = JSON.parse(text) as { readonly receiptId: number; readonly body: Body }
      take(seen.queue, String(receiptId), body)
      await ask(`${base.replace('{method}', 'deleteNotification')}/${receiptId}`, { method: 'DELETE' })
    }
  }
  const readLines = async (port: number, key: string) => {
    let after = ''
    while (!end.signal.aborted) {
      const place = after === '' ? '' : `&after=${after}`
      const text = await ask(`http://127.0.0.1:${port}/v1/events?limit=200&wait=5${place}`, {
        headers: { authorization: `Bearer ${key}` },
      })
      for (const line of (text ?? '').split('\n')) {
        if (line === '') continue
        const event = JSON.parse(line) as {
          readonly id: string
          readonly position: string
          readonly receivedAt: string
          readonly body: Body
        }
        take(seen.jsonl, event.id, event.body)
        seen.jsonl.receivedAt.set(textOf(event.body) ?? '', Date.parse(event.receivedAt))
        after = event.position
      }
      if (clumsy && random() < 0.05) after = ''
    }
  }
  return {
    seen,
    webhook: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    begin(port, keys, idInstance) {
      work.push(readQueue(`http://127.0.0.1:${port}/waInstance${idInstance}/{method}/${keys['queue'] ?? ''}`))
      work.push(readLines(port, keys['jsonl'] ?? ''))
    },
    async stop() {
      end.abort()
      await Promise.all(work)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts the receiving program; the first line it prints holds the keys of the programs that it added. */
async function start(args: readonly string[]) {
  const program = path.join(import.meta.dirname, 'lib/programs-program.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.on('error', () => undefined)
  const ended = once(child, 'exit')
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { child, ended, keys: JSON.parse(line) as Record<string, string> }
}

const says = (emulator: EmulatorProcess, idInstance: string, index: number) =>
  emulator.control.do('says', {
    idInstance,
    by: { person: `7999000${String(index % chats).padStart(4, '0')}` },
    text: `message ${index}`,
  })

/** At once one message of each chat: calls on several connections arrive in any order. */
async function fill(emulator: EmulatorProcess, idInstance: string, from: number, to: number): Promise<void> {
  for (let begin = from; begin < to; begin += chats) {
    await Promise.all(
      Array.from({ length: Math.min(chats, to - begin) }, (_, index) => says(emulator, idInstance, begin + index)),
    )
  }
}

/** Texts of a chat that came after a later one of the same chat. */
function outOfOrder({ texts }: Seen): number {
  const last = new Map<number, number>()
  let wrong = 0
  for (const text of texts) {
    const index = Number(text.split(' ')[1])
    if (index < (last.get(index % chats) ?? -1)) wrong += 1
    last.set(index % chats, Math.max(index, last.get(index % chats) ?? -1))
  }
  return wrong
}

const pythonProgram = `
import sys
from whatsapp_api_client_python import API
base, id_instance, key, count = sys.argv[1:]
client = API.GreenAPI(id_instance, key, host=base, media=base)
read = 0
while read < int(count):
    data = client.receiving.receiveNotification().data
    if data is None:
        continue
    text = data["body"].get("messageData", {}).get("textMessageData", {}).get("textMessage")
    if text is not None:
        print(text)
        read += 1
    client.receiving.deleteNotification(data["receiptId"])
`

/** The texts that the vendor's client for Python reads; null where it is not installed. */
async function drainWithPython(base: string, idInstance: string, key: string): Promise<readonly string[] | null> {
  const python = (...args: readonly string[]) => {
    const child = spawn('python3', args, { stdio: ['ignore', 'pipe', 'ignore'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    return new Promise<string | null>((resolve) => {
      child.on('error', () => resolve(null))
      child.on('close', (code) => resolve(code === 0 ? output : null))
    })
  }
  if ((await python('-c', 'import whatsapp_api_client_python')) === null) return null
  return (await python('-c', pythonProgram, base, idInstance, key, String(count)))?.trim().split('\n') ?? []
}

async function runKills(): Promise<boolean> {
  const emulator = await startEmulator()
  const idInstance = String(nextInstance++)
  await emulator.control.do('instance.add', { idInstance, token })
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-programs-'))
  const port = String(await freePort())
  const readers = await startReaders(true)
  const args = [dataDir, emulator.url, idInstance, token, port]
  let running = await start([...args, readers.webhook, 'queue,webhook,jsonl'])
  readers.begin(Number(port), running.keys, idInstance)
  const filling = (async () => {
    for (let from = 0; from < count; from += 500) {
      await fill(emulator, idInstance, from, Math.min(count, from + 500))
      while (count - from > 500 && Math.min(...Object.values(readers.seen).map(({ ids }) => ids.size)) < from - 1000)
        await pause(50)
    }
  })()
  for (let kill = 0; kill < kills; kill++) {
    await pause(200 + random() * 1500)
    running.child.kill('SIGKILL')
    await running.ended
    running = await start(args)
    if (kill % 10 === 9) process.stdout.write(`${kill + 1} kills, ${readers.seen.jsonl.ids.size} of ${count} read\n`)
  }
  await filling
  const until = performance.now() + 600_000
  const all = () => Object.values(readers.seen).every(({ ids }) => ids.size === count)
  const begun = performance.now()
  for (let rounds = 0; !all() && performance.now() < until; rounds++) {
    if (rounds % 100 === 99) {
      const sizes = Object.entries(readers.seen).map(([name, { ids }]) => `${name} ${ids.size}`)
      process.stdout.write(`waiting for ${Math.round((performance.now() - begun) / 1000)} s: ${sizes.join(', ')}\n`)
    }
    await pause(100)
  }
  await readers.stop()
  running.child.stdin.end()
  await running.ended
  await emulator.stop()
  const rows = [['program', 'lost', 'out of order in a chat', 'repeats', 'under another id']]
  for (const [name, seen] of Object.entries(readers.seen)) {
    rows.push([name, ...[count - seen.ids.size, outOfOrder(seen), seen.repeats, seen.otherIds].map(String)])
  }
  process.stdout.write(`${count} notifications, ${kills} kills:\n`)
  printTable(rows)
  await rm(dataDir, { recursive: true, force: true })
  return all() && Object.values(readers.seen).every((seen) => outOfOrder(seen) === 0 && seen.otherIds === 0)
}

async function runDelay(): Promise<void> {
  const emulator = await startEmulator()
  const idInstance = String(nextInstance++)
  await emulator.control.do('instance.add', { idInstance, token })
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-programs-'))
  const port = await freePort()
  const readers = await startReaders(false)
  const running = await start([
    dataDir,
    emulator.url,
    idInstance,
    token,
    String(port),
    readers.webhook,
    'queue,webhook,jsonl',
  ])
  readers.begin(port, running.keys, idInstance)
  const sent = new Map<string, number>()
  const total = 1050
  /** What comes while everything still starts is not measured. */
  const first = 50
  for (let index = 0; index < total; index++) {
    if (index === first) while (Object.values(readers.seen).some(({ ids }) => ids.size < first)) await pause(20)
    const next = performance.now() + 20
    sent.set(`message ${index}`, Date.now())
    await says(emulator, idInstance, index)
    await pause(Math.max(0, next - performance.now()))
  }
  while (Object.values(readers.seen).some(({ ids }) => ids.size < total)) await pause(20)
  await readers.stop()
  running.child.stdin.end()
  await running.ended
  await emulator.stop()
  await rm(dataDir, { recursive: true, force: true })
  const { receivedAt } = readers.seen.jsonl
  for (const [name, { at }] of Object.entries(readers.seen)) {
    const measured = [...at].filter(([text]) => Number(text.split(' ')[1]) >= first)
    const since = (from: ReadonlyMap<string, number>) =>
      spread(measured.map(([text, arrived]) => arrived - (from.get(text) ?? arrived)))
    process.stdout.write(`${name}, at 50 a second: from the receipt ${since(receivedAt)}, aim 5 and 30\n`)
    process.stdout.write(`  from the service ${since(sent)}\n`)
  }
}

async function runDrain(): Promise<void> {
  const emulator = await startEmulator()
  const rates = { without: [] as number[], with: [] as number[] }
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const kind of ['without', 'with'] as const) {
      const idInstance = String(nextInstance++)
      await emulator.control.do('instance.add', { idInstance, token })
      await fill(emulator, idInstance, 0, count)
      const dataDir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-programs-'))
      const port = await freePort()
      const readers = await startReaders(false)
      const mark = await emulator.control.do('effects.mark')
      const started = performance.now()
      const hook = kind === 'with' ? [readers.webhook, 'queue,webhook,jsonl'] : []
      const running = await start([dataDir, emulator.url, idInstance, token, String(port), ...hook])
      if (kind === 'with') readers.begin(port, running.keys, idInstance)
      const effect = { kind: 'deleted', idInstance } as const
      await emulator.control.do('until', { effect, count, after: mark, withinMs: 300_000 })
      rates[kind].push(count / ((performance.now() - started) / 1000))
      running.child.kill('SIGKILL')
      await running.ended
      await readers.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  }
  await emulator.stop()
  const [without, reading] = [median(rates.without), median(rates.with)]
  process.stdout.write(
    `drain of ${count}, start included: ${figure(without)}/s without programs, ${figure(reading)}/s with three: ${figure(reading / without)}, aim 0.9\n`,
  )
}

/** The clients that others wrote, each with a program of its own. */
async function runClients(): Promise<boolean> {
  const emulator = await startEmulator()
  const idInstance = String(nextInstance++)
  await emulator.control.do('instance.add', { idInstance, token })
  await fill(emulator, idInstance, 0, count)
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-programs-'))
  const port = await freePort()
  const requests: { readonly headers: Record<string, string>; readonly body: string }[] = []
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      requests.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const names = 'queue-v1,queue-v2,queue-python,webhook,stream'
  const running = await start([dataDir, emulator.url, idInstance, token, String(port), hook, names])
  const { keys } = running
  const base = `http://127.0.0.1:${port}`
  const bodies = { 'queue-v1': [] as Body[], 'queue-v2': [] as Body[], stream: [] as Body[], webhook: [] as Body[] }
  const drain = async (
    into: Body[],
    receive: () => Promise<unknown>,
    remove: (receipt: number) => Promise<unknown>,
  ) => {
    while (into.length < count) {
      const found = (await receive()) as { readonly receiptId: number; readonly body: Body } | null
      if (found === null) continue
      if (textOf(found.body) !== undefined) into.push(found.body)
      await remove(found.receiptId)
    }
  }
  const times: string[] = []
  const timed = async (name: string, work: Promise<unknown>) => {
    const started = performance.now()
    if ((await work) === null) return
    times.push(`${name} ${figure(count / ((performance.now() - started) / 1000))}/s`)
  }
  const old = createOldClient(base, idInstance, keys['queue-v1'] ?? '').webhookService
  const current = createCurrentClient(base, idInstance, keys['queue-v2'] ?? '')
  const stream = new EventSource(`${base}/v1/events/stream`, {
    fetch: (url, init) =>
      fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${keys['stream']}` } }),
  })
  const streamed = new Promise<void>((resolve) => {
    stream.addEventListener('message', ({ data }) => {
      const { body } = JSON.parse(String(data)) as { readonly body: Body }
      if (textOf(body) !== undefined) bodies.stream.push(body)
      if (bodies.stream.length === count) resolve()
    })
  })
  const python = drainWithPython(base, idInstance, keys['queue-python'] ?? '')
  await Promise.all([
    timed(
      'vendor v1',
      drain(
        bodies['queue-v1'],
        () => old.receiveNotification(),
        (receipt) => old.deleteNotification(receipt),
      ),
    ),
    timed(
      'vendor js-v2',
      drain(
        bodies['queue-v2'],
        () => current.receiveNotification(5),
        (receipt) => current.deleteNotification(receipt),
      ),
    ),
    timed('eventsource', streamed),
    timed(
      'webhook',
      (async () => {
        while (requests.filter(({ body }) => body.includes('"message ')).length < count) await pause(100)
      })(),
    ),
    timed('vendor python', python),
  ])
  stream.close()
  const library = new Webhook(keys['webhook'] ?? '')
  let verified = 0
  for (const { headers, body } of requests) {
    library.verify(body, headers)
    verified += 1
    const parsed = JSON.parse(body) as Body
    if (textOf(parsed) !== undefined) bodies.webhook.push(parsed)
  }
  running.child.stdin.end()
  await running.ended
  receiver.closeAllConnections()
  receiver.close()
  await emulator.stop()
  await rm(dataDir, { recursive: true, force: true })
  const read = {
    ...Object.fromEntries(Object.entries(bodies).map(([name, list]) => [name, list.map(textOf)])),
    python: await python,
  }
  const rows = [['client', 'read', 'out of order in a chat', 'twice']]
  let isGood = verified === requests.length
  for (const [name, texts] of Object.entries(read)) {
    if (texts === null) continue
    const seen = texts.filter((text) => text !== undefined)
    const wrong = outOfOrder({ ...createSeen(), texts: seen })
    rows.push([name, ...[seen.length, wrong, seen.length - new Set(seen).size].map(String)])
    isGood &&= seen.length === count && wrong === 0 && new Set(seen).size === count
  }
  process.stdout.write(
    `${count} notifications; ${times.join(', ')}; ${verified} of ${requests.length} signatures verified\n`,
  )
  if ((await python) === null) process.stdout.write("Python's client is not installed, and was left out\n")
  printTable(rows)
  return isGood
}

const wanted = (part: string): boolean => values.part === '' || values.part === part
if (wanted('delay')) await runDelay()
if (wanted('drain')) await runDrain()
if (wanted('clients') && !(await runClients())) process.exitCode = 1
if (wanted('kills') && !(await runKills())) process.exitCode = 1
