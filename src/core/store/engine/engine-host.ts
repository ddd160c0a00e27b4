import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads'
import type { FromWorker, ToWorker } from '../store-protocol.ts'

/** A worker's access to its thread: the port to core, and time. A simulation passes its own. */
export interface EngineHost {
  /** Throws for a value that can't be cloned. */
  post(message: FromWorker): void
  onMessage(listener: (message: ToWorker) => void): void
  /** A message that has arrived and whose listener was not called yet. */
  take(): ToWorker | undefined
  close(): void
  /** Ends the thread at once, as a crash does. */
  die(): never
  /** Milliseconds since an arbitrary start; never goes back. */
  monotonic(): number
  /** Calls `run` in a later turn of the event loop, after the messages that have arrived. */
  later(run: () => void): void
  /** Calls `run` after `ms` milliseconds. Returns what cancels it. */
  after(ms: number, run: () => void): () => void
}

/** The host of a worker that runs in a thread of its own. */
export const threadHost = (port: MessagePort): EngineHost => ({
  post: (message) => port.postMessage(message),
  onMessage: (listener) => void port.on('message', listener),
  take: () => receiveMessageOnPort(port)?.message,
  close: () => port.close(),
  die: () => process.exit(1),
  monotonic: () => performance.now(),
  later: (run) => void setImmediate(run),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
})
