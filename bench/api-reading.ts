import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer as createHttpServer, get } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../src/core/store/engine/database.ts'
import { storeFileName } from '../src/core/store/client/open-store.ts'
import { openTestStore } from '../src/core/testing/open-test-store.ts'
import { startTestCore } from '../src/core/testing/start-test-core.ts'
import { openLocalApi } from '../src/local-api/open-local-api.ts'
import { archivesDir } from './lib/archives-dir.ts'
import { figure, printTable, spread } from './lib/figures.ts'
import { fillArchive } from './lib/fill-archive.ts'
import { machineLoad } from './lib/machine-load.ts'

/**
 * How quickly a program reads a whole archive over HTTP: every chat in pages of 200 messages, by cursor, several chats
 * side by side; the whole journal as JSON Lines, a thousand events at a time; and what a webhook that was away gets of
 * it a second, beside which the window reads its list of chats as without. Beside the time on the clock stands what
 * core's process took of the processor, as if it ran alone; the parsing of the program is not among it, although it
 * runs in the same process.
 */
const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '1000000' },
    chats: { type: 'string', default: '1000' },
    beside: { type: 'string', default: '2' },
    events: { type: 'string', default: '1000000' },
    folder: { type: 'string', default: path.join(archivesDir, 'archive') },
  },
})
const messages = Number(values.messages)
const size = {
  ...{ messages, chats: Number(values.chats), largest: Math.floor(messages / 10) },
  ...{ ownEvery: 10, observationsPerOwn: 1 },
}
/** Of issue 37, messages a second. */
const goal = 20_000

const probe = createServer().listen(0, '127.0.0.1')
await new Promise((resolve) => probe.once('listening', resolve))
const { port } = probe.address() as AddressInfo
await new Promise((resolve) => probe.close(resolve))

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'switchboard-bench-'))
cpSync(fillArchive(values.folder, size), dataDir, { recursive: true })
await (await openTestStore(dataDir)).close()
fillJournal(path.join(dataDir, storeFileName), Number(values.events))
const core = await startTestCore({ services: ['programs'], openLocalApi, random: Math.random, dataDir })
await core.call('settings.update', { programs: true, programsPort: port })
await core.until('programs.list', {}, ({ listener }) => listener.kind === 'listening')
const { key, program } = await core.call('programs.add', {
  ...{ name: 'bench', purpose: 'script', protocol: 'jsonl', from: null, keyExpiresAt: null, webhook: null },
  scope: { instances: null, kinds: null, labels: null, groups: true },
  ...{ readWhenWritten: false, authorization: '' },
})

/** So many events of one instance, of 700 bytes each, which are applied and deleted at the service. */
function fillJournal(file: string, count: number): void {
  const db = openDatabase(file)
  const body = JSON.stringify({
    ...{ typeWebhook: 'incomingMessageReceived', idMessage: 'N', timestamp: 1_795_176_000 },
    instanceData: { idInstance: 1_101_000_001, wid: '79000000001@c.us', typeInstance: 'whatsapp' },
    senderData: { chatId: '79990001122@c.us', sender: '79990001122@c.us', senderName: 'Anna' },
    messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: 'Is it ready? '.repeat(28) } },
  })
  db.exec('pragma synchronous = off')
  db.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < :count)
     insert into journal (key, instance, receipt_id, type_webhook, state, received_at, applied_at, deleted_at,
       delete_result, raw, raw_hash, bytes, tried_version)
     select i, (select min(key) from instance), i, 'incomingMessageReceived', 'applied', :at + i, :at + i, :at + i, 'done',
       replace(:body, '"N"', '"N' || i || '"'), 'hash' || i, length(:body), '1' from n`,
  ).run({ count, at: Date.now() - 86_400_000, body })
  db.exec('pragma synchronous = full; pragma wal_checkpoint(truncate)')
  db.close()
}

const agent = new Agent({ keepAlive: true })
const ask = (address: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` }
    get({ agent, headers, host: '127.0.0.1', port, path: address }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks)))
    }).on('error', reject)
  })
interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}
async function* pages<Item>(address: string): AsyncGenerator<readonly Item[]> {
  for (let cursor: string | null = ''; cursor !== null;) {
    const from = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = JSON.parse((await ask(`${address}?limit=200${from}`)).toString()) as Page<Item>
    yield page.items
    cursor = page.nextCursor
  }
}

const chats: string[] = []
for await (const items of pages<{ readonly instanceId: string; readonly chatId: string }>('/v1/chats'))
  chats.push(...items.map(({ instanceId, chatId }) => `/v1/chats/${instanceId}/${encodeURIComponent(chatId)}/messages`))

const seen = new Set<string>()
let read = 0
let next = 0
const [started, before] = [performance.now(), process.cpuUsage()]
const memory = process.memoryUsage().rss
let most = memory
await Promise.all(
  Array.from({ length: Number(values.beside) }, async () => {
    while (next < chats.length) {
      for await (const items of pages<{ readonly id: string }>(chats[next++] ?? '')) {
        read += items.length
        if (read % 100_000 < 200) most = Math.max(most, process.memoryUsage().rss)
        for (const { id } of items) seen.add(id)
      }
    }
  }),
)
const seconds = (performance.now() - started) / 1000
const { user, system } = process.cpuUsage(before)

const events = Number(values.events)
await core.call('programs.replayFrom', { program, from: 0 })
const ids = new Set<string>()
let lines = 0
const [begun, cpu, rest] = [performance.now(), process.cpuUsage(), process.memoryUsage().rss]
let peak = rest
for (let position = ''; lines < events;) {
  const after = position === '' ? '' : `&after=${position}`
  const page = (await ask(`/v1/events?limit=1000${after}`)).toString().split('\n')
  for (const line of page) {
    if (line === '') continue
    lines += 1
    ids.add(line.slice(7, line.indexOf('"', 7)))
  }
  position = (JSON.parse(page.at(-2) ?? '{}') as { readonly position: string }).position
  if (lines % 100_000 < 1000) peak = Math.max(peak, process.memoryUsage().rss)
}
const took = (performance.now() - begun) / 1000
const worked = process.cpuUsage(cpu)

const windowReads = async (until: () => boolean): Promise<readonly number[]> => {
  const ms: number[] = []
  while (!until()) {
    const asked = performance.now()
    await core.call('chats.list', { scope: null, filter: 'all', offset: 0, limit: 50 })
    ms.push(performance.now() - asked)
    await pause(20)
  }
  return ms
}
let reads = 0
const quiet = await windowReads(() => (reads += 1) > 150)
let posted = 0
const receiver = createHttpServer((request, response) => {
  posted += 1
  request.resume().on('end', () => response.writeHead(204).end())
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
const wanted = Math.min(events, 20_000)
const away = performance.now()
await core.call('programs.add', {
  ...{ name: 'away', purpose: 'webhook', protocol: 'webhook', from: 0, keyExpiresAt: null },
  webhook: { url: hook, allowPrivate: false, inFlight: 8, timeoutMs: 30_000 },
  scope: { instances: null, kinds: null, labels: null, groups: true },
  ...{ readWhenWritten: false, authorization: '' },
})
const beside = await windowReads(() => posted >= wanted)
const caughtUp = wanted / ((performance.now() - away) / 1000)
await core.stop()
receiver.closeAllConnections()
receiver.close()
rmSync(dataDir, { recursive: true, force: true })
process.stdout.write(`${machineLoad()}\n`)
printTable([
  ['messages', 'chats', 'read twice', 'a second', 'a second of the processor', 'MB more than at the start'],
  [
    ...[String(read), String(chats.length), String(read - seen.size), figure(read / seconds)],
    figure(read / ((user + system) / 1e6)),
    figure((most - memory) / 1e6),
  ],
])
printTable([
  ['events', 'twice', 'a second', 'a second of the processor', 'MB more than at the start'],
  [
    ...[String(lines), String(lines - ids.size), figure(lines / took)],
    ...[figure(lines / ((worked.user + worked.system) / 1e6)), figure((peak - rest) / 1e6)],
  ],
])
printTable([
  ['a webhook that was away, events a second', 'the list of chats without it', 'beside it'],
  [figure(caughtUp), spread(quiet), spread(beside)],
])
process.exitCode = caughtUp >= 500 && lines / took >= goal && read === messages && read / seconds >= goal ? 0 : 1
