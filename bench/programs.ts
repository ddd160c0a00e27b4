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
import { machineLoad } from './lib/machine-load.ts'
import { startEmulator, type EmulatorProcess } from './lib/start-emulator.ts'

/**
 * What the customer's programs get, by a queue, a webhook with 8 in flight and JSON Lines. `delay`: from the emulator's
 * notification to each program at 50 a second, beside the time to the journal. `drain`: the queue's drain with three
 * programs reading, against the drain without, each in a process of its own. `kills`, only where it is named: the desk
 * is killed again and again while notifications come; each program has to get each of them, those of a chat in order,
 * and what is repeated under its first id.
 */
const { values } = parseArgs({
  options: {
    part: { type: 'string', default: '' },
    count: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    kills: { type: 'string', default: '500' },
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
  /** The id under which each text came first; empty in the service's own queue, which has none that lasts. */
  readonly ids: Map<string, string>
  repeats: number
  otherIds: number
}
const createSeen = (): Seen => ({ at: new Map(), receivedAt: new Map(), ids: new Map(), repeats: 0, otherIds: 0 })

interface Body {
  readonly messageData?: { readonly textMessageData?: { readonly textMessage?: string } }
}

const textOf = (body: Body): string | undefined => body.messageData?.textMessageData?.textMessage

function take(seen: Seen, body: Body, id: string): void {
  const text = textOf(body)
  if (text === undefined) return
  if (!seen.at.has(text)) {
    seen.at.set(text, Date.now())
    seen.ids.set(text, id)
    return
  }
  seen.repeats += 1
  if (seen.ids.get(text) !== id) seen.otherIds += 1
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
      take(seen.webhook, JSON.parse(Buffer.concat(chunks).toString()) as Body, String(request.headers['webhook-id']))
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
      take(seen.queue, body, '')
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
        take(seen.jsonl, event.body, event.id)
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

/** A desk that receives one instance, with a program of each protocol. `args` start it again. */
async function startDesk() {
  const emulator = await startEmulator()
  const idInstance = String(nextInstance++)
  await emulator.control.do('instance.add', { idInstance, token })
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-programs-'))
  const port = await freePort()
  const readers = await startReaders()
  const args = [dataDir, emulator.url, idInstance, token, String(port)]
  const running = await start([...args, readers.webhook])
  readers.begin(port, running.keys, idInstance)
  return {
    ...{ emulator, idInstance, readers, args, running },
    /** Ends the process that runs now, and all round it. */
    async end(last: Awaited<ReturnType<typeof start>>) {
      await readers.stop()
      last.child.stdin.end()
      await last.ended
      await emulator.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function runDelay(): Promise<void> {
  const { emulator, idInstance, readers, running, end } = await startDesk()
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
  await end(running)
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

/** What came first in its chat although an earlier one had not come yet. */
function outOfOrder({ at }: Seen): number {
  const newest = new Map<number, number>()
  let count = 0
  for (const text of at.keys()) {
    const index = Number(text.split(' ')[1])
    const chat = index % chats
    if (index < (newest.get(chat) ?? -1)) count += 1
    else newest.set(chat, index)
  }
  return count
}

async function runKills(): Promise<void> {
  const wantedKills = Number(values.kills)
  const { emulator, idInstance, readers, args, running: first, end } = await startDesk()
  let running = first
  for (let kill = 0; kill < wantedKills; kill++) {
    const feeding = fill(emulator, idInstance, ...shareOf(kill, wantedKills))
    await pause(Math.random() * 600)
    running.child.kill('SIGKILL')
    await running.ended
    await feeding
    running = await start(args)
    if (kill % 20 === 19) process.stderr.write(`${kill + 1} kills, ${machineLoad()}\n`)
  }
  const longest = performance.now() + 120_000
  const seen = Object.entries(readers.seen)
  while (performance.now() < longest && seen.some(([, { at }]) => at.size < count)) await pause(50)
  await end(running)
  for (const [name, one] of seen) {
    const wrong = [count - one.at.size, outOfOrder(one), one.otherIds]
    process.stdout.write(
      `${name}, ${count} notifications, ${wantedKills} kills: lost ${wrong[0]}, out of order in a chat ${wrong[1]}, repeats ${one.repeats}, of them under another id ${wrong[2]}\n`,
    )
    if (wrong.some((number) => number > 0)) process.exitCode = 1
  }
}

/** Which notifications come before the kill, as evenly as it goes. */
const shareOf = (kill: number, all: number): [from: number, to: number] => [
  Math.floor((kill * count) / all),
  Math.floor(((kill + 1) * count) / all),
]

const wanted = (part: string): boolean => values.part === '' || values.part === part
if (wanted('delay')) await runDelay()
if (wanted('drain')) await runDrain()
if (values.part === 'kills') await runKills()
