import type { ProgramConnection, ProgramDesk } from '../../src/core/programs/desk/program-desk.ts'
import type { Machine } from '../machine/machine.ts'
import type { Computer } from './computer.ts'

/** An event as the program got it first. */
interface Served {
  readonly key: number
  readonly body: string
}

export interface ProgramFacts {
  /** Keys of the events that it was given at least once, since it was to read again if it was. */
  readonly served: ReadonlySet<number>
  /** Those of them whose keys are still the archive's: a store that was repaired gives keys anew. */
  readonly servedSinceRepair: ReadonlySet<number>
  /** Events with smaller keys are from before the program; Infinity: there is none. */
  readonly since: number
  readonly unanswered: readonly string[]
  /** Chats to which it sent. */
  readonly chatIds: readonly string[]
}

const programSendId = (send: number): string => `program-send-${send}`
/** Nothing that a program writes answers a customer. */
export const isProgramText = (text: string): boolean => text.startsWith('of the program ')

const epochOf = (id: string): string => id.split('-')[1] ?? ''

const shortestRestMs = 4_000
const longestRestMs = 60_000

/**
 * A program of the customer beside the desk: it reads events, sends under ids of its own, and repeats what was not
 * answered, as docs/programs.md says. The desk may die under it at any moment; it remembers.
 */
export function createProgram(machine: Machine, computer: Computer) {
  const random = machine.random('program')
  const served = new Map<string, Served>()
  /** Keys of the events that came since it was to read again, for each time that somebody asked for that. */
  const replays: Set<number>[] = []
  /** Of them the last one that is certain. */
  let replayed: { readonly keys: ReadonlySet<number>; readonly salvages: number } | null = null
  const sends = new Map<number, { readonly chatId: string; readonly text: string; isAnswered: boolean }>()
  let desk: ProgramDesk | null = null
  let key: string | null = null
  let since = 0
  /** Repairs of the store that the key outlived. */
  let salvagesBefore = 0
  /** A store that was repaired numbers its events anew, under another epoch (docs/programs.md). */
  let newest = { epoch: '', key: 0 }
  /** Up to where it read last. */
  let lastPlace = { round: 0, key: 0 }
  /** While nothing comes, it asks more and more rarely. */
  let restMs = shortestRestMs
  let isPolling = false
  /** When it was added, epoch ms; Infinity: it was not. */
  let addedAt = Infinity
  const inCall = (label: string, run: (connection: ProgramConnection, idInstance: string) => Promise<void>) =>
    computer.inProcess(`program ${label}`, (app) => {
      const admission = desk === null || key === null ? null : desk.admit(key)
      if (admission === null) return
      if (admission.kind === 'refused') return renewKey(admission.reason)
      const idInstance = app.instances.get(app.firstKey())?.row().idInstance ?? ''
      run(admission.connection, idInstance).catch((error: unknown) => machine.noteRefusal(`program ${label}`, error))
    })
  /** After a repair no key works until a person makes another one (docs/programs.md). */
  const renewKey = (reason: string) => {
    const { salvages } = computer.counts()
    if (salvages === salvagesBefore) return machine.fail(`the program's key is refused: ${reason}`)
    computer.inProcess('renews the key of the program', (app) => {
      const renewed = async () => {
        const [program] = (await app.call('programs.list', {})).rows
        if (program === undefined) return
        key = (await app.call('programs.renewKey', { program: program.key })).key
        salvagesBefore = salvages
      }
      renewed().catch((error: unknown) => machine.noteRefusal('renewing a key', error))
    })
  }
  const take = (id: string, event: Served) => {
    for (const keys of replays) keys.add(event.key)
    const known = served.get(id)
    if (known === undefined) {
      const epoch = epochOf(id)
      // Who reads again gets older ones.
      if (epoch === newest.epoch && event.key < newest.key && replays.length === 0)
        machine.fail(`event ${id} comes to the program after later ones`)
      newest = { epoch, key: event.key }
      served.set(id, event)
    } else if (known.body !== event.body) machine.fail(`event ${id} changed between two deliveries`)
  }
  const read = () =>
    inCall('reads', async (connection) => {
      const page = await connection.read({ after: null, instance: null, limit: 20 })
      restMs = page.events.length === 0 ? Math.min(restMs * 2, longestRestMs) : shortestRestMs
      for (const { id, key: at, body } of page.events) take(id, { key: at, body })
      // It may die itself, after what it did and before it says so: the events come again.
      if (random.chance(0.1) || page.scannedTo <= page.cursor) return
      lastPlace = { round: page.round, key: page.scannedTo }
      await connection.acknowledge(null, lastPlace)
    })
  const submit = (send: number) =>
    inCall(`sends ${send}`, async (connection, idInstance) => {
      const of = sends.get(send)
      if (of === undefined || of.isAnswered) return
      const input = { sendId: programSendId(send), instanceId: idInstance, chatId: of.chatId, text: of.text }
      await connection.call('sendMessage', input, new AbortController().signal)
      of.isAnswered = true
    })
  const poll = () =>
    void machine.schedule(random.between(restMs / 8, restMs), machine.script, 'the program goes on', () => {
      poll()
      // It runs beside the desk, and sleeps with it.
      if (computer.isAsleep()) return
      read()
      for (const [send, { isAnswered }] of sends) if (!isAnswered && random.chance(0.3)) submit(send)
    })
  return {
    /** Where the desk lets programs connect. */
    connectTo(open: ProgramDesk) {
      desk = open
    },
    /** A person adds the program, once. */
    add: () =>
      computer.inProcess('adds a program', (app) => {
        if (key !== null) return
        if (!isPolling) poll()
        isPolling = true
        const added = async () => {
          await app.call('settings.update', { programs: true })
          const of = await app.call('programs.add', {
            ...{ name: `Bot ${machine.now.toFixed(0)}`, purpose: 'script', protocol: 'jsonl' },
            scope: { instances: null, kinds: null, labels: null, groups: true },
            ...{ rights: ['see', 'send'], sendLimits: { minute: 600, hour: 6000, day: 60_000 }, writesFirst: true },
            ...{ from: null, keyExpiresAt: null, readWhenWritten: false, webhook: null, authorization: '' },
          })
          if (of.key === null || key !== null) return
          key = of.key
          addedAt = machine.epoch + machine.now
          salvagesBefore = computer.counts().salvages
          since = await app.store.read('programs.cursor', { program: of.program, instance: null })
          // Nobody got the key of one that a try before added: it would never read, and what is unread is kept.
          for (const { key: program } of (await app.call('programs.list', {})).rows)
            if (program !== of.program) await app.call('programs.remove', { program })
        }
        added().catch((error: unknown) => machine.noteRefusal('adding a program', error))
      }),
    sends(send: number, chatId: string, text: string) {
      sends.set(send, { chatId, text, isAnswered: false })
      submit(send)
    },
    replays: () =>
      computer.inProcess('the program is to read again', (app) => {
        const replay = async () => {
          const [program] = (await app.call('programs.list', {})).rows
          if (program === undefined) return
          const keys = new Set<number>()
          replays.push(keys)
          await app.call('programs.replayFrom', { program: program.key, from: 0 })
          replayed = { keys, salvages: computer.counts().salvages }
          // What it said of its last page was late.
          const late = lastPlace
          inCall('acknowledges late', async (connection) => void (await connection.acknowledge(null, late)))
        }
        replay().catch((error: unknown) => machine.noteRefusal('reading again', error))
      }),
    /** A message that came after the program and that it was not given. */
    misses: (idMessage: string, at: number): boolean =>
      at > addedAt && ![...served.values()].some(({ body }) => body.includes(idMessage)),
    /** What it was given, and what it is still owed an answer to. */
    facts: (): ProgramFacts => ({
      served:
        replayed?.salvages === computer.counts().salvages
          ? replayed.keys
          : new Set([...served.values()].map(({ key: at }) => at)),
      servedSinceRepair: new Set(
        [...served].flatMap(([id, { key: at }]) => (epochOf(id) === newest.epoch ? [at] : [])),
      ),
      since: key === null ? Infinity : since,
      unanswered: [...sends].filter(([, { isAnswered }]) => !isAnswered).map(([send]) => programSendId(send)),
      chatIds: [...sends.values()].map(({ chatId }) => chatId),
    }),
  }
}
