import { ContractError } from '../contract/errors.ts'
import type { ContractEvent } from '../contract/events.ts'
import type { CallName, Input, Output } from '../contract/index.ts'
import { applyDelta } from './delta.ts'
import type { ClientLink, Unsubscribe } from './link.ts'
import { decodeHostMessage, encode, type HostMessage } from './protocol.ts'

interface CallOptions {
  /** Aborting it cancels the call: the promise rejects with `cancelled` at once. */
  readonly signal?: AbortSignal
}

type PipeState = 'connecting' | 'open' | 'closed'

/**
 * The window's end of the connection. Calls reject with ContractError. A call made while disconnected waits for the
 * connection, because it never left. A call in flight when the connection broke rejects with `disconnected`, because
 * its outcome is unknown.
 */
export interface RpcClient {
  call<Name extends CallName>(name: Name, input: Input<Name>, options?: CallOptions): Promise<Output<Name>>
  onEvent(listener: (event: ContractEvent) => void): Unsubscribe
  /** Events may have been missed (a reconnect): everything that is shown has to be read again. */
  onResync(listener: () => void): Unsubscribe
  state(): PipeState
  onState(listener: (state: PipeState) => void): Unsubscribe
  /** Closes the connection; pending calls reject with `disconnected`. */
  close(): void
}

/** An answer that the host keeps as well, and the call that it answered. */
interface Base {
  readonly id: number
  readonly output: unknown
}

/** How many bases are remembered; the one that was asked for longest ago goes first. */
const mostBases = 64

interface Pending {
  readonly text: string
  readonly id: number
  /** Name and input, as text. */
  readonly request: string
  readonly base: Base | undefined
  sent: boolean
  resolve(output: unknown): void
  reject(error: ContractError): void
}

export function createClient(link: ClientLink): RpcClient {
  const pending = new Map<number, Pending>()
  const bases = new Map<string, Base>()
  const eventListeners = new Set<(event: ContractEvent) => void>()
  const resyncListeners = new Set<() => void>()
  const stateListeners = new Set<(state: PipeState) => void>()
  let state: PipeState = 'connecting'
  let nextId = 0
  let greeted = false

  const moveTo = (next: PipeState): void => {
    if (state === next || state === 'closed') return
    state = next
    for (const listener of stateListeners) listener(state)
  }
  const settle = (id: number): Pending | undefined => {
    const call = pending.get(id)
    pending.delete(id)
    return call
  }
  const rejectWhere = (lost: (call: Pending) => boolean): void => {
    for (const call of [...pending.values()].filter(lost)) settle(call.id)?.reject(new ContractError('disconnected'))
  }
  const transmit = (call: Pending): void => {
    call.sent = true
    link.send(call.text)
  }
  const keepBase = (request: string, base: Base): void => {
    bases.delete(request)
    bases.set(request, base)
    for (const oldest of bases.keys()) {
      if (bases.size <= mostBases) break
      bases.delete(oldest)
    }
  }
  const receive = (message: HostMessage): void => {
    switch (message.kind) {
      case 'reply':
      case 'delta': {
        const { id } = message
        const answered = settle(id)
        if (!answered) return
        const output = message.kind === 'reply' ? message.output : applyDelta(answered.base?.output, message.delta)
        if (message.kind === 'delta' || message.isBase) keepBase(answered.request, { id, output })
        return answered.resolve(output)
      }
      case 'error': {
        const { code, ...extra } = message.error
        return settle(message.id)?.reject(new ContractError(code, extra))
      }
      case 'event':
        return eventListeners.forEach((listener) => listener(message.event))
      case 'resync': {
        if (greeted) resyncListeners.forEach((listener) => listener())
        greeted = true
      }
    }
  }
  const stopListening = link.listen({
    opened() {
      link.send(encode({ kind: 'hello' }))
      moveTo('open')
      for (const call of pending.values()) if (!call.sent) transmit(call)
    },
    received(text) {
      const message = decodeHostMessage(text)
      if (message) receive(message)
    },
    closed() {
      moveTo('connecting')
      rejectWhere((call) => call.sent)
    },
  })

  const call = (name: string, input: unknown, { signal }: CallOptions = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new ContractError('cancelled'))
      if (state === 'closed') return reject(new ContractError('disconnected'))
      const id = nextId++
      const cancel = (): void => {
        const dropped = settle(id)
        if (dropped?.sent && state === 'open') link.send(encode({ kind: 'cancel', id }))
        dropped?.reject(new ContractError('cancelled'))
      }
      const done = (): void => signal?.removeEventListener('abort', cancel)
      const request = JSON.stringify([name, input])
      const base = bases.get(request)
      const entry: Pending = {
        id,
        text: encode({ kind: 'call', id, name, input, ...(base && { base: base.id }) }),
        request,
        base,
        sent: false,
        resolve: (output) => (done(), resolve(output)),
        reject: (error) => (done(), reject(error)),
      }
      signal?.addEventListener('abort', cancel, { once: true })
      pending.set(id, entry)
      if (state === 'open') transmit(entry)
    })

  return {
    // The contract ties a call's name to its types; the transport carries any name.
    call: call as RpcClient['call'],
    onEvent: (listener) => subscribe(eventListeners, listener),
    onResync: (listener) => subscribe(resyncListeners, listener),
    state: () => state,
    onState: (listener) => subscribe(stateListeners, listener),
    close() {
      stopListening()
      moveTo('closed')
      rejectWhere(() => true)
    },
  }
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): Unsubscribe {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
