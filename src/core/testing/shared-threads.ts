import { MessageChannel, Worker, parentPort, type MessagePort } from 'node:worker_threads'
import type { StoreThread } from '../base/ports.ts'
import type { FromWorker, WorkerSetup } from '../store/store-protocol.ts'

/** Threads without a store by the address of their program. */
const idle = new Map<string, Worker[]>()

/**
 * Starts a worker of the store in a thread that another test's store had before, or in a new one. Starting a thread and
 * loading its program costs the processor more than most tests do. A thread has one store at a time, and one that fails
 * is not used again.
 */
export function startSharedThread(entry: URL, setup: unknown): StoreThread {
  const threads = idle.get(entry.href) ?? []
  idle.set(entry.href, threads)
  const thread = threads.pop() ?? new Worker(entry)
  const { port1: port, port2 } = new MessageChannel()
  thread.postMessage({ setup, port: port2 }, [port2])
  thread.unref()

  let hasEnded = false
  const ends = Promise.withResolvers<void>()
  thread.once('exit', ends.resolve)
  port.on('message', ({ kind }: FromWorker) => {
    hasEnded ||= kind === 'closed' || kind === 'failed'
  })
  port.once('close', () => {
    if (!hasEnded) return
    thread.removeAllListeners()
    threads.push(thread)
    ends.resolve()
  })
  return {
    postMessage: (message) => port.postMessage(message),
    on<Value>(event: 'message' | 'error' | 'exit', listener: (value: Value) => void) {
      if (event === 'message') port.on('message', listener)
      else if (event === 'error') thread.on('error', listener)
      else void ends.promise.then(listener as () => void)
    },
    ref: () => port.ref(),
    unref: () => port.unref(),
  }
}

/** The thread's side: runs one worker of a store after another. */
export function serveStores(run: (port: MessagePort, setup: WorkerSetup) => unknown): void {
  parentPort?.on('message', ({ port, setup }: { readonly port: MessagePort; readonly setup: WorkerSetup }) =>
    run(port, setup),
  )
}
