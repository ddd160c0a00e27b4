import type { ContractEvent } from '../../contract/events.ts'
import { ContractError, isContractError } from '../../contract/errors.ts'
import { createClient, type RpcClient } from '../client.ts'
import type { ClientLink, HostLink, Unsubscribe } from '../link.ts'
import { serve, type PipeCall, type PipeFault, type PipeHost } from '../server.ts'

/**
 * The conformance suite of transports, as cases for any test runner: memory link, WebSocket and Electron's IPC must
 * pass it. The host side runs where the transport's host runs; cases inspect it through the connection.
 */
interface ConformanceSetup {
  readonly link: ClientLink
  /** Breaks the connection so that the transport opens it again by itself or through this function. */
  reconnect(): Promise<void>
}

export interface ConformanceCase {
  readonly name: string
  run(setup: ConformanceSetup): Promise<void>
}

/** The host half: serves the calls below on one connection after another. */
export function createConformanceHost(): {
  accept(link: HostLink): Unsubscribe
  readonly faults: readonly PipeFault[]
} {
  const listeners = new Set<(event: ContractEvent) => void>()
  const faults: PipeFault[] = []
  const aborted: string[] = []
  const emit = (change: 'requests' | 'settings'): void =>
    listeners.forEach((listener) => listener({ type: 'changed', change: { kind: change } }))

  const calls = new Map<string, PipeCall['run']>(
    Object.entries<PipeCall['run']>({
      echo: async (input) => input,
      nothing: async () => undefined,
      refuse: async () => {
        throw new ContractError('rateLimited', { retryAfterMs: 1500, details: { limit: 10 } })
      },
      crash: async () => {
        throw new Error('a sentence with a secret')
      },
      unsendable: async () => 1n,
      unsendableError: async () => {
        throw new ContractError('internal', { details: { count: 1n } })
      },
      /** Answers only when it is cancelled or its client goes away. */
      hang: (input, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted.push(String(input))
            reject(new Error('aborted'))
          })
        }),
      aborted: async () => [...aborted],
      faults: async () => faults.map(({ kind }) => kind),
      emit: async () => (emit('requests'), emit('settings')),
    }),
  )
  const input = {
    safeParse: (data: unknown) => {
      if (data === 'too deep') throw new RangeError('Maximum call stack size exceeded')
      return data === 'bad'
        ? ({ success: false, error: { issues: [{ code: 'custom', path: ['text'] }] } } as const)
        : ({ success: true, data } as const)
    },
  }
  const host: PipeHost = {
    find(name) {
      const run = calls.get(name)
      return run && { isQuery: true, input, run }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onFault: (fault) => void faults.push(fault),
  }
  return { accept: (link) => serve(link, host), faults }
}

type AnyCall = (name: string, input?: unknown, signal?: AbortSignal) => Promise<unknown>

/** The calls above are not in the contract. */
const untyped = (client: RpcClient): AnyCall => {
  const call = client.call as (name: string, input: unknown, options: { signal?: AbortSignal }) => Promise<unknown>
  return (name, input = null, signal) => call(name, input, signal ? { signal } : {})
}

const define = (name: string, body: (call: AnyCall, client: RpcClient, setup: ConformanceSetup) => Promise<void>) => ({
  name,
  async run(setup: ConformanceSetup) {
    const client = createClient(setup.link)
    try {
      await body(untyped(client), client, setup)
    } finally {
      client.close()
    }
  },
})

export const conformanceCases: readonly ConformanceCase[] = [
  define('a call is answered with what the handler gave, text of every script included', async (call) => {
    const input = { text: 'Привет, 世界 👩‍👩‍👧 \u2028 "quoted" \\', list: [1, null, true], nested: { empty: {} } }
    same(await call('echo', input), input)
  }),
  define('an answer without a value is undefined', async (call) => {
    same(await call('nothing'), undefined)
  }),
  define('a large text crosses in both directions', async (call) => {
    const large = 'я'.repeat(1_000_000)
    same(await call('echo', large), large)
  }),
  define('many calls at once each get their own answer', async (call) => {
    const numbers = Array.from({ length: 200 }, (_, index) => index)
    same(await Promise.all(numbers.map((number) => call('echo', number))), numbers)
  }),
  define('an expected error arrives with code, delay and details', async (call) => {
    same((await failure(call('refuse'))).data, { code: 'rateLimited', retryAfterMs: 1500, details: { limit: 10 } })
  }),
  define('an unexpected error arrives as internal, without its words', async (call) => {
    same((await failure(call('crash'))).data, { code: 'internal' })
    same((await failure(call('unsendable'))).data, { code: 'internal' })
  }),
  define('an input that does not fit is refused by name and place, not by value', async (call) => {
    const { data } = await failure(call('echo', 'bad'))
    same(data, { code: 'badInput', details: { name: 'echo', issues: [{ code: 'custom', path: 'text' }] } })
  }),
  define('an input whose check throws is refused, and an error that can not be sent harms nothing', async (call) => {
    same((await failure(call('echo', 'too deep'))).data, { code: 'internal' })
    call('unsendableError').catch(() => undefined)
    same(await call('echo', 'still here'), 'still here')
  }),
  define('a call that does not exist is refused', async (call) => {
    same((await failure(call('toString'))).code, 'badInput')
  }),
  define('malformed text is noted and harms nothing', async (call, _client, { link }) => {
    await call('nothing')
    for (const text of ['', '{', '[]', 'null', '{"kind":"call"}', '{"kind":"call","id":-1,"name":"echo"}'])
      link.send(text)
    same(await call('echo', 'still here'), 'still here')
    same(new Set((await call('faults')) as string[]).has('malformed'), true)
  }),
  define('a cancelled call rejects at once and is aborted at the host', async (call) => {
    const controller = new AbortController()
    const hanging = failure(call('hang', 'cancelled', controller.signal))
    await call('nothing')
    controller.abort()
    same((await hanging).code, 'cancelled')
    same(((await call('aborted')) as string[]).includes('cancelled'), true)
  }),
  define('events arrive in order', async (call, client) => {
    const seen: unknown[] = []
    client.onEvent((event) => seen.push(event))
    await call('emit')
    same(seen, [
      { type: 'changed', change: { kind: 'requests' } },
      { type: 'changed', change: { kind: 'settings' } },
    ])
  }),
  define(
    'a break rejects what was under way, aborts it at the host, and ends in a resync',
    async (call, client, setup) => {
      const states: string[] = []
      let resyncs = 0
      const resynced = new Promise<void>((resolve) => client.onResync(() => resolve(void (resyncs += 1))))
      await call('nothing')
      same(resyncs, 0)
      /** A call that begins while the connection is down waits for it. */
      let waiting: Promise<unknown> = Promise.resolve('no call')
      client.onState((state) => {
        states.push(state)
        if (state === 'connecting') waiting = call('echo', { text: 'waited' })
      })
      const hanging = failure(call('hang', 'broken'))
      await call('nothing')
      await setup.reconnect()
      same((await hanging).code, 'disconnected')
      await resynced
      same(states, ['connecting', 'open'])
      same(resyncs, 1)
      same(await waiting, { text: 'waited' })
      same(((await call('aborted')) as string[]).includes('broken'), true)
      const seen: unknown[] = []
      client.onEvent((event) => seen.push(event))
      await call('emit')
      same(seen.length, 2)
    },
  ),
  define('closing rejects what waits and what comes', async (call, client) => {
    await call('nothing')
    const hanging = failure(call('hang', 'closed'))
    client.close()
    same((await hanging).code, 'disconnected')
    same((await failure(call('nothing'))).code, 'disconnected')
  }),
]

async function failure(promise: Promise<unknown>): Promise<ContractError> {
  try {
    await promise
  } catch (error) {
    if (isContractError(error)) return error
    throw error
  }
  throw new Error('the call was expected to fail')
}

function same(actual: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (a !== b) throw new Error(`expected ${String(b).slice(0, 200)}, got ${String(a).slice(0, 200)}`)
}
