import type { StoreThread } from '../../src/core/base/ports.ts'
import type { EngineHost } from '../../src/core/store/engine/engine-host.ts'
import { runReader } from '../../src/core/store/engine/run-reader.ts'
import { runWriter } from '../../src/core/store/engine/run-writer.ts'
import type { FromWorker, ToWorker, WorkerSetup } from '../../src/core/store/store-protocol.ts'
import { reads, writes } from '../../src/core/intents.ts'
import { requestLogIntents } from '../../src/core/inspection/tx/request-log-intents.ts'
import { requestLogSchema } from '../../src/core/inspection/tx/request-log-schema.ts'
import { storeSchema } from '../../src/core/schema/store-schema.ts'
import { createOwner, type Machine, type Owner } from '../machine/machine.ts'
import type { Disk } from './disk.ts'

export interface SimulatedThread {
  /** Ends it as a crash of its own does. */
  die(): void
}

/** The store's workers of one process, as owners of events in this thread. */
export function createThreads(machine: Machine, process: Owner, disk: Disk, isBusy: boolean) {
  const threads = new Set<SimulatedThread>()
  let count = 0
  const start = (entry: URL, given: unknown): StoreThread => {
    const setup = given as WorkerSetup
    const kind = entry.pathname.includes('reader') ? 'reader' : setup.file === 'requests' ? 'requests' : 'writer'
    count += 1
    const owner = createOwner(`${process.name}.${kind}${count}`, process)
    const toWorker = createChannel<ToWorker>(machine, owner, isBusy)
    const toCore = createChannel<FromWorker>(machine, process, isBusy)
    const ends = { error: new Set<(error: Error) => void>(), exit: new Set<() => void>() }
    let hasEnded = false
    const end = (error: Error | null) => {
      if (hasEnded) return
      hasEnded = true
      threads.delete(thread)
      toWorker.close()
      // As with Node's threads, what it had posted arrives before its end.
      machine.scheduleInOrder(toCore, machine.random('threads').between(0.1, 3), process, 'thread ends', () => {
        toCore.deliverAll()
        toCore.close()
        if (error !== null) for (const listener of ends.error) listener(error)
        for (const listener of ends.exit) listener()
      })
    }
    const die = () => {
      owner.isDead = true
      disk.closeDead()
      end(new Error('The thread died.'))
    }
    const thread: SimulatedThread = { die }
    threads.add(thread)
    const host: EngineHost = {
      post: (message) => toCore.post(message),
      onMessage: (listener) => toWorker.listen(listener),
      take: () => toWorker.take(),
      close: () => end(null),
      die: () => {
        die()
        throw new Error('The thread died.')
      },
      monotonic: () => machine.now,
      later: (run) =>
        void machine.scheduleInOrder(owner, machine.random('threads').between(0.002, 0.05), owner, 'later', run),
      after: (ms, run) => machine.schedule(ms, owner, 'timer of the engine', run, true),
    }
    machine.schedule(machine.random('threads').between(3, 60), owner, 'thread starts', () => {
      if (kind === 'reader') runReader(host, setup, reads)
      else if (kind === 'requests') runWriter(host, setup, requestLogIntents, requestLogSchema)
      else runWriter(host, setup, writes, storeSchema)
    })
    return {
      postMessage: (message) => toWorker.post(message as ToWorker),
      on(event, listener) {
        if (event === 'message') toCore.listen(listener as (message: FromWorker) => void)
        else if (event === 'error') ends.error.add(listener as (error: Error) => void)
        else ends.exit.add(listener as () => void)
      },
      ref: () => undefined,
      unref: () => undefined,
    }
  }
  return { threads, start }
}

/** One direction of a MessagePort: in order, with delays, and keeping what comes until somebody listens. */
function createChannel<Message extends FromWorker | ToWorker>(machine: Machine, receiver: Owner, isBusy: boolean) {
  const random = machine.random('threads')
  const arrived: Message[] = []
  const listeners: ((message: Message) => void)[] = []
  let isClosed = false
  const call = (message: Message | undefined) => {
    if (message !== undefined && !isClosed) for (const listener of listeners) listener(message)
  }
  const announce = () =>
    void machine.scheduleInOrder(arrived, random.between(0.001, 0.2), receiver, 'message', () => call(arrived.shift()))
  return {
    post(message: Message): void {
      // Throws for what can't be cloned, as a real port does.
      const copy = structuredClone(message)
      if (isClosed) return
      const delay = random.chance(isBusy ? 0.4 : 0.03) ? random.between(1, 80) : random.between(0.01, 1.5)
      machine.scheduleInOrder(listeners, delay, receiver, `arrives ${labelOf(copy)}`, () => {
        arrived.push(copy)
        if (listeners.length > 0) announce()
      })
    },
    listen(listener: (message: Message) => void): void {
      listeners.push(listener)
      for (const _ of arrived) announce()
    },
    take: (): Message | undefined => arrived.shift(),
    deliverAll(): void {
      for (let next = arrived.shift(); next !== undefined; next = arrived.shift()) call(next)
    },
    close(): void {
      isClosed = true
    },
  }
}

function labelOf(message: FromWorker | ToWorker): string {
  if (message.kind === 'calls') return message.calls.map(({ name }) => name).join(' ')
  if (message.kind !== 'replies') return message.kind
  const labels = message.replies.map((reply) =>
    reply.ok ? String(reply.id) : `${reply.id} refused (${JSON.stringify(reply.error)})`,
  )
  return `replies ${labels.join(' ')}`
}
