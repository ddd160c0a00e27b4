import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { createCore } from '../src/core/create-core.ts'
import { storeEntries } from '../src/core/workers/store-entries.ts'
import { createMemoryVault } from '../src/core/vault/memory-vault.ts'
import { createSlowLink } from '../src/emulator/http/slow-link.ts'
import { plainHost } from '../src/core/testing/plain-host.ts'
import { createSteps, figure, median, startTable } from './lib/figures.ts'
import { startNginx } from './lib/nginx.ts'
import { startEmulator, type EmulatorProcess } from './lib/start-emulator.ts'

/**
 * Notifications drained per second: Switchboard against a bare keep-alive node:http loop on the same emulator in the
 * same run, and against that loop with a durable commit of every raw body: without delay, over a way of 20 ms there and
 * back (to the emulator, and with nginx in front of it where it is installed), and where the service needs 20 ms for
 * each answer. The limiter of receive and delete is off in all of them; histories, which only Switchboard asks for,
 * keep their usual one a second.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    /** For the ways on which each notification takes 40 ms. */
    few: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    /** Only the ways whose name holds this. */
    way: { type: 'string', default: '' },
  },
})
const count = Number(values.count)
const rounds = Number(values.rounds)
const off = Number.POSITIVE_INFINITY
const token = 'bench0000000000000000000000000000000000000000000000'
let nextInstance = 1102000001

/** An instance whose queue holds `notifications` messages of 20 people, one a second: as of some hours' absence. */
async function fillQueue({ control }: EmulatorProcess, notifications: number): Promise<string> {
  const idInstance = String(nextInstance++)
  await control.do('instance.add', { idInstance, token })
  const began = Date.now() - notifications * 1000
  for (let start = 0; start < notifications; start += 50) {
    await Promise.all(
      Array.from({ length: Math.min(50, notifications - start) }, (_, index) =>
        control.do('says', {
          idInstance,
          by: { person: `7999000${String((start + index) % 20).padStart(4, '0')}` },
          text: `Message ${start + index} of the backlog, as long as people write`,
          options: { at: began + (start + index) * 1000 },
        }),
      ),
    )
  }
  return idInstance
}

function call(agent: Agent, method: string, url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        body += chunk
      })
      response.on('end', () => resolve(body))
    })
    sent.on('error', reject)
    sent.end()
  })
}

/**
 * Receives and deletes until the queue is empty; `keep` gets every body before its delete. Notifications per second.
 */
async function bareLoop(base: string, notifications: number, keep?: (body: string) => void): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const start = performance.now()
  for (let done = 0; done < notifications; done++) {
    const body = await call(agent, 'GET', `${base}/receiveNotification/${token}?receiveTimeout=5`)
    const { receiptId } = JSON.parse(body) as { readonly receiptId: number }
    keep?.(body)
    await call(agent, 'DELETE', `${base}/deleteNotification/${token}/${receiptId}`)
  }
  const rate = notifications / ((performance.now() - start) / 1000)
  agent.destroy()
  return rate
}

async function durableLoop(base: string, notifications: number): Promise<number> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-bench-'))
  const db = new DatabaseSync(path.join(dir, 'raw.db'))
  db.exec('pragma journal_mode = wal; pragma synchronous = full; create table raw (key integer primary key, body text)')
  const insert = db.prepare('insert into raw (body) values (?)')
  const rate = await bareLoop(base, notifications, (body) => void insert.run(body))
  db.close()
  await rm(dir, { recursive: true, force: true })
  return rate
}

async function switchboard(
  emulator: EmulatorProcess,
  apiUrl: string,
  idInstance: string,
  notifications: number,
): Promise<number> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-bench-'))
  const core = await createCore({
    dataDir,
    vault: createMemoryVault(),
    entries: storeEntries(),
    limitClasses: { queue: off },
    host: plainHost,
  })
  core.start()
  const mark = await emulator.control.do('effects.mark')
  const start = performance.now()
  await core.handlers['instances.add'](
    {
      apiUrl,
      idInstance,
      token,
      family: 'v3',
      name: 'Bench',
      colour: 'teal',
      mode: 'full',
      storeToken: false,
    },
    { signal: new AbortController().signal },
  )
  await emulator.control.do('until', {
    effect: { kind: 'deleted', idInstance },
    count: notifications,
    after: mark,
    withinMs: 300_000,
  })
  const rate = notifications / ((performance.now() - start) / 1000)
  await core.stop()
  await rm(dataDir, { recursive: true, force: true })
  return rate
}

/** Where the queue is, as each of the three is measured at it. */
interface Way {
  readonly name: string
  readonly notifications: number
  /** Of the emulator's network, there and back. */
  readonly roundTripMs: number
  /** Gives `run` the address; does not call it where a program is missing, and returns that program's name. */
  readonly at: (emulator: EmulatorProcess, run: (url: string) => Promise<void>) => Promise<string | void>
}

const few = Math.min(count, Number(values.few))
const ways: readonly Way[] = [
  { name: 'no delay', notifications: count, roundTripMs: 0, at: (emulator, run) => run(emulator.url) },
  { name: '20 ms there and back', notifications: few, roundTripMs: 20, at: (emulator, run) => run(emulator.url) },
  {
    name: '20 ms there and back, nginx',
    notifications: few,
    roundTripMs: 0,
    at: async (emulator, run) => {
      const nginx = await startNginx(emulator.url)
      if (nginx === undefined) return 'nginx'
      const link = createSlowLink(20)
      const port = await link.listen(0, '127.0.0.1', { host: '127.0.0.1', port: nginx.port })
      try {
        await run(`http://127.0.0.1:${port}`)
      } finally {
        await link.close()
        await nginx.stop()
      }
    },
  },
  {
    name: '20 ms in the service',
    notifications: few,
    roundTripMs: 0,
    at: async (emulator, run) => {
      await emulator.control.do('fault.add', { fault: { kind: 'delay', ms: 20 } })
      await run(emulator.url)
    },
  },
]
const wanted = ways.filter(({ name }) => name.includes(values.way))

process.stdout.write(
  `Notifications drained per second, medians of ${rounds} rounds, the queue's limiter off in all of them.\n`,
)
const table = startTable(
  ['way to the service', 'bare loop /s', 'with durable commit /s', 'Switchboard /s', 'of bare', 'of durable'],
  36,
)
const step = createSteps(wanted.length * rounds * 3)
for (const { name, notifications, roundTripMs, at } of wanted) {
  const emulator = await startEmulator(['--instances', '1', '--round-trip', String(roundTripMs)])
  const bare: number[] = []
  const durable: number[] = []
  const own: number[] = []
  const filled = (): Promise<string> => fillQueue(emulator, notifications)
  try {
    const missing = await at(emulator, async (url) => {
      const base = (id: string): string => `${url}/v3/waInstance${id}`
      for (let round = 1; round <= rounds; round++) {
        step(`${name}, round ${round}: bare loop`)
        bare.push(await bareLoop(base(await filled()), notifications))
        step(`${name}, round ${round}: with a durable commit`)
        durable.push(await durableLoop(base(await filled()), notifications))
        step(`${name}, round ${round}: Switchboard`)
        own.push(await switchboard(emulator, url, await filled(), notifications))
      }
    })
    if (typeof missing === 'string') {
      process.stdout.write(`"${name}" was not measured: ${missing} is not installed.\n`)
      continue
    }
  } finally {
    await emulator.stop()
  }
  const [bareRate, durableRate, ownRate] = [median(bare), median(durable), median(own)]
  table.add([
    `${name}, ${notifications}`,
    ...[bareRate, durableRate, ownRate, ownRate / bareRate, ownRate / durableRate].map((value) => figure(value)),
  ])
}
process.stdout.write(
  'Aims: 0.8 of the durable loop without delay, 1.8 of the bare loop over 20 ms, 0.95 of it where the service needs them.\n',
)
