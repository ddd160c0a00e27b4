import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { figure, median, spread } from './lib/figures.ts'
import { startEmulator } from './lib/start-emulator.ts'
import type { EmulatorProcess } from './lib/start-emulator.ts'

/**
 * What the customer's programs get, by a queue, a webhook with 8 in flight and JSON Lines. `delay`: from the emulator's
 * notification to each program at 50 a second, beside the time to the journal. `drain`: the queue's drain with three
 * programs reading, against the drain without, each in a process of its own.
 */
const { values } = parseArgs({
  options: {
    part: { type: 'string', default: '' },
    count: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
  },
})
const count = Number(values.count)
const token = 'bench0000000000000000000000000000000000000000000000'
const chats = 20
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
let nextInstance = 1_102_000_501

interface Seen {
  /** When each text came first, epoch ms. */
  readonly at: Map<string, number>
  /** When Switchboard received it, epoch ms, where the protocol says so. */
  readonly receivedAt: Map<string, number>
}
const createSeen = (): Seen => ({ at: new Map(), receivedAt: new Map() })

interface Body {
  readonly messageData?: { readonly textMessageData?: { readonly textMessage?: string } }
}

const textOf = (body: Body): string | undefined => body.messageData?.textMessageData?.textMessage

function take({ at }: Seen, body: Body): void {
  const text = textOf(body)
  if (text !== undefined && !at.has(text)) at.set(text, Date.now())
}

interface Readers {
  readonly seen: Readonly<Record<'queue' | 'webhook' | 'jsonl', Seen>>
  readonly webhook: string
  begin(port: number, keys: Readonly<Record<string, string>>, idInstance: string): void
  stop(): Promise<void>
}

/** The other side: programs that read as long as they may. */
async function startReaders(): Promise<Readers> {
  const seen = { queue: createSeen(), webhook: createSeen(), jsonl: createSeen() }
  const end = new AbortController()
  const work: Promise<void>[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      take(seen.webhook, JSON.parse(Buffer.concat(chunks).toString()) as Body)
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
      take(seen.queue, body)
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
          readonly position: string
          readonly receivedAt: string
          readonly body: Body
        }
        take(seen.jsonl, event.body)
        seen.jsonl.receivedAt.set(textOf(event.body) ?? '', Date.parse(event.receivedAt))
        after = event.position
      }
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

async function runDelay(): Promise<void> {
  const emulator = await startEmulator()
  const idInstance = String(nextInstance++)
  await emulator.control.do('instance.add', { idInstance, token })
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-programs-'))
  const port = await freePort()
  const readers = await startReaders()
  const running = await start([dataDir, emulator.url, idInstance, token, String(port), readers.webhook])
  readers.begin(port, running.keys, idInstance)
  const sent = new Map<string, number>()
  const total = 1050
  /** What comes while everything still starts is not measured. */
  const first = 50
  for (let index = 0; index < total; index++) {
    if (index === first) while (Object.values(readers.seen).some(({ at }) => at.size < first)) await pause(20)
    const next = performance.now() + 20
    sent.set(`message ${index}`, Date.now())
    await says(emulator, idInstance, index)
    await pause(Math.max(0, next - performance.now()))
  }
  while (Object.values(readers.seen).some(({ at }) => at.size < total)) await pause(20)
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
      const readers = await startReaders()
      const mark = await emulator.control.do('effects.mark')
      const started = performance.now()
      const hook = kind === 'with' ? readers.webhook : ''
      const running = await start([dataDir, emulator.url, idInstance, token, String(port), hook])
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
