import type { Http } from '../../api/http.ts'
import type { Family } from '../../api/operations.ts'
import type { NoticeEvent } from '../../contract/events.ts'
import type { ChatKey, InstanceKey } from '../../contract/ids.ts'
import type { ConnectionState, InstanceMode } from '../../contract/instances.ts'
import { createInstanceRegistry } from '../accounts/instance-registry.ts'
import type { InstanceRegistry } from '../accounts/instance-registry.ts'
import type { CoreDeps } from '../core-deps.ts'
import { createHistory } from '../history/create-history.ts'
import type { History } from '../history/create-history.ts'
import { createUndiciHttp } from '../http/undici-http.ts'
import type { Clock, Logger } from '../ports.ts'
import { createReceiving } from '../receiving/create-receiving.ts'
import type { Receiving } from '../receiving/create-receiving.ts'
import type { Store } from '../intents.ts'
import type { StoreFaults } from '../store/store-faults.ts'
import { createSystemClock } from '../system-clock.ts'
import { openTestStore } from './open-test-store.ts'
import { createSilentLogger } from './silent-logger.ts'

export interface TestInstance {
  /** Without version segment. */
  readonly apiUrl: string
  readonly idInstance: string
  readonly token: string
  readonly family?: Family
  readonly mode?: InstanceMode
  /** Requests per second by operation; none unless told. */
  readonly limits?: Readonly<Record<string, number>>
}

export interface StartTestCoreOptions {
  readonly dataDir: string
  readonly instances: readonly TestInstance[]
  readonly clock?: Clock
  readonly http?: Http
  readonly logger?: Logger
  readonly faults?: StoreFaults
  readonly version?: string
  /** Uniform in [0, 1). */
  readonly random?: () => number
  /** False: only the queue brings messages, no history or journal does. */
  readonly histories?: boolean
  /** Puts something between core and the store, to see what is under way. */
  readonly watchStore?: (store: Store) => Store
}

/** Receiving and histories on a real store and real HTTP, without the rest of core. */
export interface TestCore {
  readonly store: Store
  readonly instances: InstanceRegistry
  /** In the order of the options. */
  readonly keys: readonly InstanceKey[]
  readonly receiving: Receiving
  readonly history: History
  readonly notices: readonly NoticeEvent[]
  chat(instance: InstanceKey, chatId: string): Promise<ChatKey>
  /** Resolves when `holds` does; looks again at each change of the store and every 20 ms. Rejects after `withinMs`, in real time. */
  until<Value>(
    what: string,
    holds: () => Promise<Value | false | null | undefined> | Value | false | null | undefined,
    withinMs?: number,
  ): Promise<Value>
  /** Resolves when everything that was kept is applied. */
  untilApplied(): Promise<void>
  untilConnection(instance: InstanceKey, kind: ConnectionState['kind'], withinMs?: number): Promise<ConnectionState>
  /** Ends it in order. */
  stop(): Promise<void>
}

/** No limiter in the way: what is tested here is not the pace. */
const noLimits = {
  receiveNotification: 1e6,
  deleteNotification: 1e6,
  getChatHistory: 1e6,
  lastOutgoingMessages: 1e6,
  lastIncomingMessages: 1e6,
  getChats: 1e6,
  getSettings: 1e6,
}

export async function startTestCore(options: StartTestCoreOptions): Promise<TestCore> {
  const clock = options.clock ?? createSystemClock()
  const logger = options.logger ?? createSilentLogger()
  const opened = await openTestStore(options.dataDir, {
    clock,
    logger,
    ...(options.faults === undefined ? {} : { faults: options.faults }),
  })
  const store = options.watchStore?.(opened) ?? opened
  const ownHttp = options.http === undefined ? createUndiciHttp() : null
  const http = options.http ?? ownHttp
  if (http === null) throw new Error('No HTTP.')
  const ids = { uuid: () => crypto.randomUUID(), random: options.random ?? (() => 0.5) }
  const instances = createInstanceRegistry({ clock, http, ids, logger, store })
  const stopping = new AbortController()
  const notices: NoticeEvent[] = []
  const deps: CoreDeps = {
    dataDir: options.dataDir,
    clock,
    http,
    ids,
    logger,
    vault: refusedVault(),
    store,
    instances,
    emit(event) {
      if (event.type === 'notice') notices.push(event.notice)
    },
    stopping: stopping.signal,
  }
  const refresh = async () => instances.update(await store.read('accounts.list', undefined))
  let refreshing: Promise<void> | null = null
  let stale = false
  /** As the accounts feature does: what changes while the rows are read is read again, once. */
  const refreshSoon = () => {
    stale = true
    refreshing ??= (async () => {
      while (stale && !stopping.signal.aborted) {
        stale = false
        await refresh()
      }
    })()
      .catch(() => undefined)
      .finally(() => {
        refreshing = null
      })
  }
  store.onChanges((changes) => {
    if (changes.some(({ kind }) => kind === 'instances') && !stopping.signal.aborted) refreshSoon()
  })

  const keys: InstanceKey[] = []
  for (const { apiUrl, idInstance, family = 'v3', mode = 'full', limits } of options.instances) {
    const added = await store.write('accounts.add', {
      apiUrl,
      idInstance,
      family,
      prefix: family === 'v3' ? '/v3' : '',
      name: `Instance ${idInstance}`,
      colour: 'teal',
      mode,
    })
    const key = added.kind === 'exists' ? added.key : added.instance.key
    keys.push(key)
    await store.write('accounts.setLimits', { key, limits: limits ?? noLimits })
  }
  await refresh()
  const receiving = createReceiving({ ...deps, version: options.version ?? '1.0.0' })
  const history = createHistory(deps)
  receiving.onAbsence((instance) => history.noteAbsence(instance))
  for (const [index, key] of keys.entries()) instances.setToken(key, options.instances[index]?.token ?? null)
  instances.start()
  receiving.start()
  if (options.histories !== false) history.start()

  const until: TestCore['until'] = async (what, holds, withinMs = 20_000) => {
    const deadline = performance.now() + withinMs
    for (;;) {
      const value = await holds()
      if (value !== false && value !== null && value !== undefined) return value
      if (performance.now() > deadline) throw new Error(`Waited ${withinMs} ms: ${what}.`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return {
    store,
    instances,
    keys,
    receiving,
    history,
    notices,
    until,
    chat: async (instance, chatId) => {
      const found = await store.read('chats.find', { instance, chatId })
      if (found === null) throw new Error(`There is no chat ${chatId}.`)
      return found.chat
    },
    async untilApplied() {
      await until('everything is applied', async () => (await store.read('receiving.waiting', undefined)).length === 0)
    },
    untilConnection: (instance, kind, withinMs) =>
      until(
        `connection ${kind}, is ${instances.get(instance)?.connection.state().kind}`,
        () => {
          const state = instances.get(instance)?.connection.state()
          return state?.kind === kind ? state : null
        },
        withinMs,
      ),
    async stop() {
      stopping.abort()
      instances.stop()
      await Promise.all([receiving.stop(), history.stop()])
      await store.close()
      await ownHttp?.close()
    },
  }
}

/** Tokens come in by the registry here. */
function refusedVault(): CoreDeps['vault'] {
  const refuse = () => Promise.reject(new Error('There is no vault in this test.'))
  return {
    get: refuse,
    set: refuse,
    delete: refuse,
    where: refuse,
    status: () => ({ backend: 'memory', state: 'usable', persistent: false }),
    unlock: refuse,
    acceptWeak: refuse,
    onChange: () => () => undefined,
  }
}
