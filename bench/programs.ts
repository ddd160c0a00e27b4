import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createSeededRandom } from '../src/core/testing/mutate.ts'
import { figure, median, printTable, spread } from './lib/figures.ts'
import { startEmulator } from './lib/start-emulator.ts'
import type { EmulatorProcess } from './lib/start-emulator.ts'

/**
 * What the customer's programs get. `kills`: three programs (queue, webhook with 8 in flight, JSON Lines) read while
 * Switchboard is killed (SIGKILL) at random moments, the receiver breaks off answers and the reader forgets its place;
 * nothing may be lost, nothing out of order within a chat, and each repeat comes under its first id. `delay`: from the
 * emulator's notification to each program at 50 a second, beside the time to the journal. `drain`: the queue's drain
 * with three programs reading, against the drain without, each in a process of its own.
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
  repeats: number
  otherIds: number
}
const createSeen = (): Seen => ({ texts: [], ids: new Map(), at: new Map(), repeats: 0, otherIds: 0 })

interface Body {
  readonly messageData?: { readonly textMessageData?: { readonly textMessage?: string } }
}

function take(seen: Seen, id: string, body: Body): void {
  const text = body.messageData?.textMessageData?.textMessage
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
      if (draw < 0.01) return void request.socket.destroy()
      take(seen.webhook, String(request.headers['webhook-id']), JSON.parse(Buffer.concat(chunks).toString()) as Body)
      if (draw < 0.02) return void request.socket.destroy()
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
        const event = JSON.parse(line) as { readonly id: string; readonly position: string; readonly body: Body }
        take(seen.jsonl, event.id, event.body)
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

async function fill(emulator: EmulatorProcess, idInstance: string, from: number, to: number): Promise<void> {
  for (let begin = from; begin < to; begin += 50) {
    await Promise.all(
      Array.from({ length: Math.min(50, to - begin) }, (_, index) => says(emulator, idInstance, begin + index)),
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

async function runKills(): Promise<boolean> {
  const emulator = await startEmulator()
  const idInstance = String(nextInstance++)
  await emulator.control.do('instance.add', { idInstance, token })
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-programs-'))
  const port = String(await freePort())
  const readers = await startReaders(true)
  const args = [dataDir, emulator.url, idInstance, token, port]
  let running = await start([...args, readers.webhook])
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
  const running = await start([dataDir, emulator.url, idInstance, token, String(port), readers.webhook])
  readers.begin(port, running.keys, idInstance)
  const sent = new Map<string, number>()
  const total = 1000
  for (let index = 0; index < total; index++) {
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
  for (const [name, { at }] of Object.entries(readers.seen)) {
    const times = [...at].map(([text, arrived]) => arrived - (sent.get(text) ?? arrived))
    process.stdout.write(`from the service to ${name}, at 50 a second: ${spread(times)}\n`)
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
      const hook = kind === 'with' ? [readers.webhook] : []
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

const wanted = (part: string): boolean => values.part === '' || values.part === part
if (wanted('delay')) await runDelay()
if (wanted('drain')) await runDrain()
if (wanted('kills') && !(await runKills())) process.exitCode = 1
