import module from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { StoreChange } from '../tx.ts'
import type { Clock, CoreEntries } from '../../base/ports.ts'
import { StoreError } from '../store-error.ts'
import type { Call, FromWorker, Reply, ToWorker, Priority, WorkerSetup } from '../store-protocol.ts'
import type { StoreState } from '../store.ts'
import { fromWireError, toWireError } from '../wire-error.ts'

export interface WorkerChannelOptions {
  readonly entry: URL
  readonly startThread?: CoreEntries['startThread']
  readonly setup: WorkerSetup
  readonly clock: Clock
  readonly onChanges?: (changes: readonly StoreChange[]) => void
  readonly onState?: (state: StoreState) => void
  /** The worker ended although it was open and nobody closed it. */
  readonly onExit?: () => void
}

interface CallOptions {
  /** Default: `ordinary`. */
  readonly priority?: Priority
  /** Stops waiting; a call already running in the worker finishes. */
  readonly signal?: AbortSignal
}

/** A worker of the store, called by name. */
export interface WorkerChannel {
  /** Rejects with StoreError when the file can't be opened. */
  readonly ready: Promise<{ readonly from: number; readonly to: number }>
  call(name: string, input: unknown, options?: CallOptions): Promise<unknown>
  /** Answers earlier calls, then ends. */
  close(): Promise<void>
}

interface Pending {
  readonly name: string
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/**
 * A worker reads compiled programs from where this thread does (hosting/code-cache.ts), if it is told so by its
 * environment.
 */
function workerEnvironment(): NodeJS.ProcessEnv {
  const folder = module.getCompileCacheDir()
  // Node's own name for it is a folder of its version inside the one that was asked for.
  return folder === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(folder) }
}

/** Starts a thread of its own for a worker. */
const startWorkerThread = (entry: URL, setup: unknown): Worker =>
  new Worker(entry, {
    workerData: setup,
    env: workerEnvironment(),
    name: entry.pathname.split('/').at(-1) ?? 'store',
  })

/** Starts a worker. Calls made in one turn of the event loop are sent as one message. */
export function createWorkerChannel(options: WorkerChannelOptions): WorkerChannel {
  const { startThread = startWorkerThread } = options
  const worker = startThread(options.entry, options.setup)
  const pending = new Map<number, Pending>()
  const ready = Promise.withResolvers<{ readonly from: number; readonly to: number }>()
  ready.promise.catch(() => undefined)
  let outbox: Call[] = []
  let nextId = 1
  let ended = false
  let failed = false
  let closing: PromiseWithResolvers<void> | null = null

  const post = (message: ToWorker) => worker.postMessage(message)
  const settle = (reply: Reply) => {
    const call = pending.get(reply.id)
    if (call === undefined) return
    pending.delete(reply.id)
    if (pending.size === 0) worker.unref()
    if (reply.ok) call.resolve(reply.value)
    else call.reject(fromWireError(reply.error, call.name))
  }
  const end = (reason: string) => {
    if (ended) return
    ended = true
    const error = new StoreError('closed', reason)
    ready.reject(error)
    for (const call of pending.values()) call.reject(error)
    pending.clear()
    if (closing !== null) closing.resolve()
    else if (!failed) options.onExit?.()
  }

  worker.on('message', (message: FromWorker) => {
    switch (message.kind) {
      case 'ready':
        ready.resolve({ from: message.from, to: message.to })
        // From now on the process may end while the store idles; `close` is what makes it end well.
        if (pending.size === 0 && closing === null) worker.unref()
        return
      case 'failed':
        failed = true
        ready.reject(fromWireError(message.error, 'open'))
        return
      case 'replies':
        if (message.changes.length > 0) options.onChanges?.(message.changes)
        for (const reply of message.replies) settle(reply)
        return
      case 'state':
        options.onState?.(message.state)
        return
      case 'closed':
        return
    }
  })
  let crash = 'The store worker ended.'
  worker.on('error', (error) => {
    crash = `The store worker failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
  })
  worker.on('exit', () => end(crash))

  /** A value that can't be cloned (too deep, or no data) fails its own call only, not others of the same message. */
  const postCalls = (calls: readonly Call[]) => {
    try {
      post({ kind: 'calls', calls })
    } catch (error) {
      const [call, ...others] = calls
      if (call === undefined) return
      if (others.length > 0) for (const one of calls) postCalls([one])
      else settle({ id: call.id, ok: false, error: toWireError(error) })
    }
  }
  const flush = () => {
    const calls = outbox
    outbox = []
    if (calls.length > 0 && !ended) postCalls(calls)
  }

  return {
    ready: ready.promise,
    call(name, input, { priority = 'ordinary', signal } = {}) {
      if (ended || closing !== null) return Promise.reject(new StoreError('closed', `${name}: the store is closed.`))
      if (signal?.aborted === true) return Promise.reject(new StoreError('cancelled', name))
      const id = nextId++
      return new Promise((resolve, reject) => {
        const abandon = () => {
          if (!pending.delete(id)) return
          outbox = outbox.filter((call) => call.id !== id)
          if (!ended) post({ kind: 'cancel', id })
          reject(new StoreError('cancelled', name))
        }
        const done = () => signal?.removeEventListener('abort', abandon)
        signal?.addEventListener('abort', abandon, { once: true })
        pending.set(id, {
          name,
          resolve: (value) => {
            done()
            resolve(value)
          },
          reject: (error) => {
            done()
            reject(error)
          },
        })
        // An unanswered call keeps the process alive, so that no call is lost by an early exit.
        worker.ref()
        if (outbox.push({ id, name, input, now: options.clock.now(), priority }) === 1) queueMicrotask(flush)
      })
    },
    async close() {
      if (ended) return
      if (closing === null) {
        closing = Promise.withResolvers<void>()
        worker.ref()
        flush()
        post({ kind: 'close' })
      }
      await closing.promise
    },
  }
}
