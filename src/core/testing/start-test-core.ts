import type { Family } from '../../api/operations.ts'
import { isContractError } from '../../contract/errors.ts'
import type { ContractEvent, NoticeEvent } from '../../contract/events.ts'
import type { ChatKey, InstanceKey } from '../../contract/ids.ts'
import type { CallContext, CoreCallName, Input, Output } from '../../contract/index.ts'
import type { ConnectionState, InstanceMode } from '../../contract/instances.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { composeCore, type Core, type CoreOptions, type CoreParts } from '../create-core.ts'
import { storeFileName } from '../store/client/open-store.ts'
import { createMemoryVault } from '../vault/memory-vault.ts'
import { sized } from './marathon.ts'
import { writeMigrated } from './open-migrated.ts'
import { plainHost } from './plain-host.ts'
import { createTempDir } from './temp-dir.ts'
import { watchedEntries } from './watched-entries.ts'

export interface TestInstance {
  /** Base address without version segment. */
  readonly apiUrl: string
  readonly idInstance: string
  /** null: without a token until one is set. */
  readonly token: string | null
  readonly family?: Family
  readonly mode?: InstanceMode
}

export interface TestCoreOptions extends Partial<CoreOptions> {
  /** Default: a fresh one, which `stop` removes. A directory without a store gets an empty one of the newest schema. */
  readonly dataDir?: string
  /** There before core starts. */
  readonly instances?: readonly TestInstance[]
  /** False: everything is put together, and the test calls `core.start()`. */
  readonly started?: boolean
  /** What the port `ids` gives as random numbers. Default: always 0.5. */
  readonly random?: () => number
}

/** The whole of core on real files and real workers, as a host runs it, and what tests do with it. */
export interface TestCore extends CoreParts {
  readonly core: Core
  readonly dataDir: string
  /** Of the option `instances`, in its order. */
  readonly keys: readonly InstanceKey[]
  /** The first of them; throws when there is none. */
  firstKey(): InstanceKey
  readonly events: readonly ContractEvent[]
  readonly notices: readonly NoticeEvent[]
  call<Name extends CoreCallName>(name: Name, input: Input<Name>, signal?: AbortSignal): Promise<Output<Name>>
  /** Asks a query again at every event until the answer fits. Rejects after `withinMs` real ms with the last one. */
  until<Name extends CoreCallName>(
    name: Name,
    input: Input<Name>,
    fits: (output: Output<Name>) => boolean,
    withinMs?: number,
  ): Promise<Output<Name>>
  /**
   * Resolves with what `holds` gives once that is something; looks after events and a few times a second. Rejects after
   * `withinMs` real ms.
   */
  waitFor<Value>(
    what: string,
    holds: () => Promise<Value | false | null | undefined> | Value | false | null | undefined,
    withinMs?: number,
  ): Promise<Value>
  /** Resolves when everything that was kept is applied. */
  untilApplied(): Promise<void>
  untilConnection(instance: InstanceKey, kind: ConnectionState['kind'], withinMs?: number): Promise<ConnectionState>
  /** Adds an instance, or takes up the one that is there, with its token and without asking the service. */
  addInstance(instance: TestInstance): Promise<InstanceKey>
  /** Takes over the rows of instances, after a test wrote to them. */
  refresh(): Promise<void>
  /** A chat that is there. */
  chat(instance: InstanceKey, chatId: string): Promise<ChatKey>
  /** Ends it in order. */
  stop(): Promise<void>
}

/** Less than a test may take (vitest.config.ts), so that a failure says what it waited for. */
const longestMs = sized(120_000, 2_400_000)

/** For tests in which the pace is not what matters: limiters that let everything through. */
export const unlimited: CoreOptions['limitClasses'] = {
  queue: Infinity,
  send: Infinity,
  lookup: Infinity,
  read: Infinity,
}

/** For tests of what queue and histories bring: nobody else asks the service, and no limiter is in the way. */
export const receivingAlone = {
  services: ['receiving', 'history'],
  limitClasses: unlimited,
} as const satisfies TestCoreOptions

export async function startTestCore(options: TestCoreOptions = {}): Promise<TestCore> {
  const { instances: wanted = [], started = true, random = () => 0.5, ...given } = options
  const ownDir = given.dataDir === undefined ? createTempDir() : null
  const dataDir = given.dataDir ?? ownDir?.path ?? ''
  const storeFile = join(dataDir, storeFileName)
  if (existsSync(dataDir) && !existsSync(storeFile)) writeMigrated(storeFile)
  const { core, parts } = await composeCore({
    vault: createMemoryVault(),
    entries: watchedEntries(),
    ids: { uuid: () => crypto.randomUUID(), random },
    host: plainHost,
    ...given,
    dataDir,
  })
  const { store, instances } = parts
  const events: ContractEvent[] = []
  const notices: NoticeEvent[] = []
  core.subscribe((event) => {
    events.push(event)
    if (event.type === 'notice') notices.push(event.notice)
  })

  const call: TestCore['call'] = (name, input, signal = new AbortController().signal) => {
    const handler = core.handlers[name] as (given: unknown, context: CallContext) => Promise<never>
    return handler(input, { signal }).catch((error: unknown) => {
      throw legible(error)
    })
  }
  const refresh = async () => void (await call('instances.list', {}))
  const addInstance: TestCore['addInstance'] = async ({ apiUrl, idInstance, token, family = 'v3', mode = 'full' }) => {
    const prefix = family === 'v3' ? '/v3' : ''
    const row = { apiUrl, idInstance, family, prefix, name: 'Shop', colour: 'teal', mode } as const
    const added = await store.write('accounts.add', row)
    await refresh()
    const key = added.kind === 'exists' ? added.key : added.instance.key
    if (token !== null) instances.setToken(key, token)
    return key
  }
  const keys: InstanceKey[] = []
  for (const instance of wanted) keys.push(await addInstance(instance))
  if (started) core.start()

  /** Resolves at the next event, but not before 20 ms, or after `ms`. */
  const eventOrPause = async (ms: number) => {
    const happened = Promise.withResolvers<void>()
    const stop = core.subscribe(() => happened.resolve())
    await new Promise((resolve) => setTimeout(resolve, 20))
    const timer = setTimeout(happened.resolve, ms - 20)
    await happened.promise
    clearTimeout(timer)
    stop()
  }
  const waitFor: TestCore['waitFor'] = async (what, holds, withinMs = longestMs) => {
    const deadline = performance.now() + withinMs
    // Asking costs the processor, and what is asked for mostly comes with an event.
    let pauseMs = 20
    for (;;) {
      const askedAt = given.clock?.now() ?? 0
      const value = await holds()
      if (value !== false && value !== null && value !== undefined) return value
      if (performance.now() > deadline) throw new Error(`Waited ${withinMs} ms: ${what}.`)
      await eventOrPause(pauseMs)
      // A question that moves the clock is what makes things happen.
      const movesClock = (given.clock?.now() ?? 0) - askedAt > pauseMs + 50
      if (!movesClock) pauseMs = Math.min(pauseMs * 2, 160)
    }
  }
  const until: TestCore['until'] = (name, input, fits, withinMs = longestMs) =>
    new Promise((resolve, reject) => {
      let last: unknown
      let asking = false
      let again = false
      const end = () => {
        stop()
        clearTimeout(timer)
      }
      // One question at a time, and one more for all that was told meanwhile.
      const check = () => {
        again = asking
        if (asking) return
        asking = true
        call(name, input).then((output) => {
          asking = false
          last = output
          if (fits(output)) {
            end()
            resolve(output)
          } else if (again) check()
        }, reject)
      }
      const stop = core.subscribe(check)
      const timer = setTimeout(() => {
        end()
        reject(new Error(`Waited ${withinMs} ms for ${name}; the last answer was ${JSON.stringify(last)}.`))
      }, withinMs)
      check()
    })

  return {
    ...parts,
    core,
    dataDir,
    keys,
    firstKey() {
      const [first] = keys
      if (first === undefined) throw new Error('There is no instance.')
      return first
    },
    events,
    notices,
    call,
    until,
    waitFor,
    async untilApplied() {
      await waitFor(
        'everything is applied',
        async () => (await store.read('receiving.waiting', undefined)).length === 0,
      )
    },
    untilConnection: (instance, kind, withinMs) =>
      waitFor(
        `connection ${kind}, is ${instances.get(instance)?.connection.state().kind}`,
        () => {
          const state = instances.get(instance)?.connection.state()
          return state?.kind === kind ? state : null
        },
        withinMs,
      ),
    addInstance,
    refresh,
    async chat(instance, chatId) {
      const found = await store.read('chats.find', { instance, chatId })
      if (found === null) throw new Error(`There is no chat ${chatId}.`)
      return found.chat
    },
    async stop() {
      await core.stop()
      ownDir?.[Symbol.dispose]()
    },
  }
}

/** The message of a failure is all that a run of tests keeps of it, so it says the details too. */
function legible(error: unknown): unknown {
  if (isContractError(error) && error.data.details !== undefined)
    error.message = `${error.code} ${JSON.stringify(error.data.details)}`
  return error
}
