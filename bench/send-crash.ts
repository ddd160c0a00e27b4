import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import type { StoreFault } from '../src/core/store/store-faults.ts'
import { optionalOperations } from '../src/emulator/world/behaviour.ts'
import { storeFileName } from '../src/core/store/client/open-store.ts'
import { printTable } from './lib/figures.ts'
import { machineLoad } from './lib/machine-load.ts'
import { sendingFaults } from './lib/sending-faults.ts'
import { startEmulator } from './lib/start-emulator.ts'

/**
 * Kill and fault loops on the sending side (docs/adr: no automatic resend). A person sends texts, places, people,
 * polls, pictures, documents and forwards, many of them twice in one chat on purpose. Meanwhile connections break
 * before and after the service took a message, answers go missing, the disk is full or refuses, the store's worker
 * ends, the computer's clock jumps a day ahead and a day back, and the program is killed at random. Then: what the
 * person sent once is in the world at most once, and every message is sent, failed with a reason, or uncertain; none is
 * missing and none is there that nobody sent.
 */
const { values } = parseArgs({
  options: {
    sends: { type: 'string', default: '2000' },
    chats: { type: 'string', default: '500' },
    /** Mean time between two kills, ms. */
    kills: { type: 'string', default: '4000' },
    /** Mean time between two faults of disk and clock, ms. */
    troubles: { type: 'string', default: '1000' },
    /** The service takes files only together with their messages. */
    direct: { type: 'boolean', default: false },
    /** So often the program is killed at least. */
    'at-least': { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
})
const sends = Number(values.sends)
const chatCount = Number(values.chats)
const killEveryMs = Number(values.kills)
const troubleEveryMs = Number(values.troubles)
const token = 'bench0000000000000000000000000000000000000000000000'
const idInstance = '1102000001'
const sourcePhone = '79991999999'
/** Orders that the program has not confirmed yet, at most. */
const openOrders = 40

/** mulberry32: the same seed, the same faults, texts and moments. */
let state = Number(values.seed)
const random = (): number => {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

/** The operations that are spoiled: those that send, and the upload before one of them. */
const operations = [
  'sendMessage',
  'sendLocation',
  'sendContact',
  'sendPoll',
  'uploadFile',
  'sendFileByUrl',
  'sendFileByUpload',
  'forwardMessages',
] as const

interface Send {
  readonly chatId: string
  readonly what: 'text' | 'location' | 'contact' | 'poll' | 'image' | 'document' | 'forward'
  readonly text: string
}
/** A document goes without a caption, so nothing but its kind is told of it. */
const nameOf = ({ chatId, what, text }: Send): string =>
  `${chatId.replace('@c.us', '')}\n${what}\n${what === 'document' ? '' : text.trim()}`
/** The service calls a text by two names, and everything else by its kind; what is forwarded keeps its own. */
const whatOf = (typeMessage: string, isForwarded: boolean): Send['what'] =>
  isForwarded
    ? 'forward'
    : typeMessage === 'extendedTextMessage'
      ? 'text'
      : (typeMessage.replace('Message', '') as Send['what'])
const texts = ['ok', 'Yes, tomorrow', 'On its way\r\nto you ', 'Спасибо! 🙏', '  5 pieces left', 'Call me']
const others = ['Second gate', 'Parcel 17', 'Shelf 4']
const kinds = ['text', 'text', 'text', 'text', 'location', 'contact', 'poll', 'image', 'document', 'forward'] as const
const plan: readonly Send[] = Array.from({ length: sends }, () => {
  const what = kinds[Math.floor(random() * kinds.length)] ?? 'text'
  const words = what === 'text' ? texts : others
  return {
    chatId: `7999${String(1_000_000 + Math.floor(random() * chatCount))}@c.us`,
    what,
    text: words[Math.floor(random() * words.length)] ?? 'ok',
  }
})

const count = (names: Iterable<string>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

interface Row extends Send {
  readonly key: number
  readonly state: string
  readonly idMessage: string | null
  readonly replyId: string | null
  readonly reason: string | null
  readonly status: string
  readonly sendId: string | null
  readonly parked: number
}

/** What is on the disk, as another program sees it. */
function readOutbox(dataDir: string): readonly Row[] {
  const db = new DatabaseSync(path.join(dataDir, storeFileName), { readOnly: true, timeout: 5_000 })
  try {
    const rows = db
      .prepare(
        `select m.key, c.chat_id as chatId, m.type_message as typeMessage, m.forwarded_score as score, m.text, o.state, m.id_message as idMessage, o.reply_id as replyId, o.reason, m.status, o.send_id as sendId, o.parked
         from outbox o join message m on m.key = o.message join chat c on c.key = o.chat order by m.key`,
      )
      .all()
    return (rows as unknown as readonly (Row & { readonly typeMessage: string; readonly score: number | null })[]).map(
      (row) => ({ ...row, what: whatOf(row.typeMessage, row.score !== null) }),
    )
  } finally {
    db.close()
  }
}

const emulator = await startEmulator()
await emulator.control.do('instance.add', {
  idInstance,
  token,
  family: 'whatsapp',
  settings: { delaySendMessagesMilliseconds: 0 },
  behaviour: {
    ...(values.direct ? { optionalOperations: optionalOperations.filter((name) => name !== 'uploadFile') } : {}),
    autoStatus: { sent: 0, delivered: 300, read: null },
  },
})
// What is forwarded was said by somebody before.
await emulator.control.do('person.add', { idInstance, phone: sourcePhone, name: 'Source' })
for (const text of others) await emulator.control.do('says', { idInstance, by: { person: sourcePhone }, text })
for (const { fault, probability, count: times } of sendingFaults) {
  for (const operation of operations) {
    await emulator.control.do('fault.add', {
      fault,
      probability,
      operation,
      idInstance,
      ...(times === undefined ? {} : { count: times }),
    })
  }
}
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-bench-'))

const dayMs = 86_400_000
const clocks = [dayMs, 0, -dayMs, 0]
const storeFaults: readonly StoreFault[] = ['full', 'full', 'failing', 'readOnly', 'dying']
/** How far the computer's clock is from the right time, ms: it outlives a program that is killed. */
let clockMs = 0
const troubles = new Map<string, number>()
const recordTrouble = (name: string): void => void troubles.set(name, (troubles.get(name) ?? 0) + 1)

interface Report {
  readonly ready?: true
  readonly n?: number
  readonly checked?: true
  readonly error?: string
}

/**
 * Starts Switchboard; `answered` is called for each message: with null once it is on the disk, else with why it was
 * refused.
 */
async function startPerson(answered: (n: number, refusal: string | null) => void) {
  const checked = Promise.withResolvers<void>()
  const file = path.join(import.meta.dirname, 'lib/sending-person.ts')
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      file,
      dataDir,
      emulator.url,
      idInstance,
      token,
      sourcePhone,
      String(clockMs),
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  child.stdin.on('error', () => undefined)
  const ended = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`Switchboard ended by itself with code ${code}.`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const report: Report = JSON.parse(line)
      if (report.ready) resolve()
      if (report.n !== undefined) answered(report.n, report.error ?? null)
      if (report.checked) checked.resolve()
      if (report.n === undefined && report.error !== undefined) process.stderr.write(`${report.error}\n`)
    })
  })
  const order = (given: object) => void child.stdin.write(`${JSON.stringify(given)}\n`)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  let calm = false
  const trouble = async () => {
    for (;;) {
      await pause(troubleEveryMs * (0.2 + 1.6 * random()))
      if (calm || !isRunning()) return
      if (random() < 0.4) {
        const next = clocks[(clocks.indexOf(clockMs) + 1) % clocks.length] ?? 0
        recordTrouble(next > clockMs ? 'clock a day ahead' : 'clock a day back')
        clockMs = next
        order({ clock: clockMs })
        continue
      }
      const store = storeFaults[Math.floor(random() * storeFaults.length)] ?? 'full'
      recordTrouble(`store ${store}`)
      order({ store })
      await pause(50 + 400 * random())
      order({ store: null })
    }
  }
  void trouble()
  return {
    order,
    send(n: number) {
      order({ n, ...plan[n] })
    },
    /** No more trouble with disk and clock, which is right from now on. */
    calm() {
      calm = true
      clockMs = 0
      order({ store: null, clock: clockMs })
    },
    /** What was asked for last is known, as far as it can be. */
    checked: checked.promise,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async end() {
      child.stdin.end()
      await ended
    },
  }
}

/** Messages that one order retries. */
const retriesPerOrder = 100
/** For the questions about everything that is uncertain, one after the other at the service's limits, ms. */
const checkWithinMs = 1_200_000

const started = performance.now()
let kills = 0
let refusals = 0
const confirmed = new Set<number>()
let person: Awaited<ReturnType<typeof startPerson>>
for (;;) {
  const queue = [...plan.keys()].filter((n) => !confirmed.has(n))
  let ordered = 0
  person = await startPerson((n, refusal) => {
    ordered -= 1
    if (refusal === null) {
      confirmed.add(n)
      return
    }
    // The window still has it, and tries it again under the same number.
    refusals += 1
    queue.push(n)
  })
  const killAt = performance.now() + killEveryMs * (0.2 + 1.6 * random())
  while (performance.now() < killAt && confirmed.size < plan.length) {
    while (ordered < openOrders) {
      const n = queue.shift()
      if (n === undefined) break
      person.send(n)
      ordered += 1
    }
    await pause(5)
  }
  if (confirmed.size === plan.length) break
  await person.kill()
  kills += 1
  // A file and a forward of a send have a number of their own in it.
  const stored = new Set(readOutbox(dataDir).map(({ sendId }) => Number(/^send number (\d+)/.exec(sendId ?? '')?.[1])))
  const lost = [...confirmed].filter((n) => !stored.has(n))
  if (lost.length > 0) throw new Error(`${lost.length} messages were confirmed and are not on the disk.`)
}

// Everything is written. More deaths while the lanes empty, then the faults end and the rest is looked for.
const open = () => readOutbox(dataDir).filter(({ state: now }) => now === 'queued' || now === 'sending')
/** A person sees what waits for a person, as what was queued a day ago by a clock that jumped, and sends it. */
const release = () => {
  const parked = open().flatMap((row) => (row.parked === 1 ? [row.key] : []))
  for (let from = 0; from < parked.length; from += retriesPerOrder)
    person.order({ retry: parked.slice(from, from + retriesPerOrder) })
}
for (let n = 0; (n < 20 && open().length > sends / 20) || kills < Number(values['at-least']); n += 1) {
  release()
  await pause(killEveryMs * (0.2 + random()))
  await person.kill()
  kills += 1
  if (kills % 10 === 0)
    process.stderr.write(`${kills} kills, at least ${values['at-least']}; ${open().length} to be sent\n`)
  person = await startPerson(() => undefined)
}
person.calm()
while (open().length > 0) {
  release()
  await pause(250)
}
await emulator.control.do('fault.clear')
person.order({ check: readOutbox(dataDir).flatMap((row) => (row.state === 'uncertain' ? [row.key] : [])) })
const isChecked = await Promise.race([
  person.checked.then(() => true),
  pause(checkWithinMs, undefined, { ref: false }).then(() => false),
])
await person.end()
const seconds = (performance.now() - started) / 1000

const rows = readOutbox(dataDir)
const snapshot = await emulator.control.do('snapshot')
const [world] = snapshot.instances.filter((instance) => instance.idInstance === idInstance)
const there = (world?.chats ?? []).flatMap(({ chatId, messages }) =>
  messages
    .filter(({ sendByApi }) => sendByApi)
    .map((message) => ({ chatId, what: whatOf(message.typeMessage, message.isForwarded), ...message })),
)
await emulator.stop()
await rm(dataDir, { recursive: true, force: true })

const failures: string[] = []
const check = (holds: boolean, words: string): void => {
  if (!holds) failures.push(words)
}
const ordered = count(plan.map(nameOf))
const inWorld = count(there.map(nameOf))
const byState = count(rows.map((row) => row.state))
const accepted = rows.filter((row) => row.state === 'accepted')
const uncertain = rows.filter((row) => row.state === 'uncertain')
check(rows.length === sends, `${rows.length} messages are on the disk, ${sends} were sent by the person.`)
for (const [name, times] of inWorld) {
  const wanted = ordered.get(name) ?? 0
  check(times <= wanted, `Sent ${wanted} times by the person, ${times} times in the world: ${JSON.stringify(name)}`)
}
const idOf = (chatId: string, id: string | null): string => `${chatId.replace('@c.us', '')} ${id ?? ''}`
const worldIds = new Set(there.map(({ chatId, idMessage }) => idOf(chatId, idMessage)))
const ownIds = accepted.map((row) => idOf(row.chatId, row.idMessage))
const known = new Set(ownIds)
check(new Set(ownIds).size === ownIds.length, 'One service message stands for two of ours.')
for (const id of ownIds) check(worldIds.has(id), `Said to be sent, but not in the world: ${id}`)
for (const message of there) {
  const { chatId, idMessage, what, text } = message
  const states = rows.flatMap((row) => (nameOf(row) === nameOf(message) ? [row.state] : []))
  check(
    known.has(idOf(chatId, idMessage)),
    `In the world, and known as none of ours: ${chatId} ${what} ${text} (ours are ${states.join(', ')})`,
  )
}
check(isChecked, 'Not every uncertain message could be asked for in time.')
check(accepted.length === there.length, `${there.length} are in the world, ${accepted.length} are known to be.`)
check(
  rows.every((row) => ['accepted', 'failed', 'uncertain'].includes(row.state)),
  'Something is left in between.',
)
check(
  rows.every((row) => row.state !== 'failed' || row.reason !== null),
  'Something failed without a reason.',
)

process.stdout.write(
  `${machineLoad()}; ${sends} sends in ${chatCount} chats, ${plan.length - ordered.size} of them repeated, ${kills} kills, ${refusals} refused and ordered again, ${Math.round(seconds)} s\n`,
)
printTable([['trouble', 'times'], ...[...troubles].map(([name, times]) => [name, String(times)])])
printTable([
  ['outcome', 'messages'],
  ...[...byState].map(([name, number]) => [name, String(number)]),
  ['in the world', String(there.length)],
  ...[...count(there.map(({ what }) => what))].map(([what, number]) => [`of them ${what}`, String(number)]),
])
process.stdout.write(
  uncertain.length === 0
    ? 'Nothing is uncertain.\n'
    : `The ${uncertain.length} uncertain ones never reached the service, which nobody here can know: the person decides.\n`,
)
for (const failure of failures.slice(0, 20)) process.stderr.write(`${failure}\n`)
if (failures.length > 0) process.exitCode = 1
else
  process.stdout.write('Everything is in the world as often as it was sent, at most; every message is accounted for.\n')
