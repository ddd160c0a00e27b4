import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ContractError } from '../contract/errors.ts'
import type { ContractEvent, CoreHandlers } from '../contract/index.ts'
import { createAccountService } from './accounts/account-service.ts'
import type { AccountService } from './accounts/account-service.ts'
import { createInstanceRegistry } from './accounts/instance-registry.ts'
import type { InstanceRegistry, RegistryOptions } from './accounts/instance-registry.ts'
import { traceInstances } from './accounts/trace-instances.ts'
import type { CoreDeps } from './core-deps.ts'
import { CoreStartError } from './core-start-error.ts'
import type { CoreStartFailure } from './core-start-error.ts'
import { createSignal } from './create-signal.ts'
import { guardHandlers } from './guard-handlers.ts'
import type { WindowOriginSources } from './hosting/window-origin.ts'
import { createUndiciHttp } from './http/undici-http.ts'
import type { UndiciHttpOptions } from './http/undici-http.ts'
import { requestLogFileName } from './inspection/request-log.ts'
import { lockDataDirectory } from './lock/data-directory-lock.ts'
import { createLogger } from './logging/create-logger.ts'
import type { LogLevel } from './logging/log-level.ts'
import { createScrubber } from './logging/scrubber.ts'
import { createTokens } from './accounts/tokens.ts'
import { createFeatures } from './create-features.ts'
import type { FeatureServices } from './create-features.ts'
import { makeDirectory } from './make-directory.ts'
import { createNodeChildren } from './node-children.ts'
import type { ChildRunner, Clock, CoreEntries, CoreHttp, Ids, Logger, Vault } from './ports.ts'
import { createSettingsHandlers } from './settings/settings-handlers.ts'
import { createStorageHandlers } from './storage/storage-handlers.ts'
import type { HostInfo } from './storage/storage-handlers.ts'
import { openStore, storeFileName } from './store/open-store.ts'
import { engineIntents } from './engine-intents.ts'
import type { Reads, Store, Writes } from './intents.ts'
import { StoreError, troubleOfSqliteError } from './store/store-error.ts'
import type { StoreFaults } from './store/store-faults.ts'
import { createSystemClock } from './system-clock.ts'
import { createSystemIds } from './system-ids.ts'
import type { OpenTeam } from './team/shared-team.ts'

export interface CoreOptions {
  /** Absolute. Made when it is not there. */
  readonly dataDir: string
  readonly host: HostInfo
  readonly vault: Vault
  readonly entries: CoreEntries
  /** How much the log tells. Default: info. */
  readonly logLevel?: LogLevel | undefined
  /** Proxy and certificates, where the host knows them. */
  readonly network?: UndiciHttpOptions
  /** Default: this machine's network, as `network` describes it. Whoever hands one in ends it. */
  readonly http?: CoreHttp
  /** Default: this machine's. */
  readonly clock?: Clock
  readonly ids?: Ids
  /** Default: Node again as a child process. */
  readonly children?: ChildRunner
  /** Loads what knows a team's database. Without it no team can be joined. */
  readonly openTeam?: OpenTeam
  /** Gives up the start, which may be long where a damaged store is salvaged; then it rejects. */
  readonly signal?: AbortSignal
  /** Only for tests and benches. */
  readonly faults?: StoreFaults
  /** Only for tests and benches: requests per second of each class of operations. Infinity switches a limit off. */
  readonly limitClasses?: RegistryOptions['limitClasses']
  /** Only for tests: who does something by itself after `start`. The others answer what they are asked. Default: all. */
  readonly services?: readonly (keyof CoreServices)[]
  /** Only for tests: puts something between core and its store. */
  readonly watchStore?: (store: Store) => Store
}

/** The application while it is open: calls, events, files, and the ends of its life. */
export interface Core extends Pick<WindowOriginSources, 'openMedia' | 'openFile' | 'takeSlice'> {
  readonly handlers: CoreHandlers
  subscribe(listener: (event: ContractEvent) => void): () => void
  /** Begins to receive and send. Until then, and after `suspend`, everything is answered from disk. */
  start(): void
  /** The computer goes to sleep: connections are let go. */
  suspend(): void
  resume(): void
  /** Another network, proxy or address: loops begin anew at once, over new connections. */
  networkChanged(): void
  /** Resolves when everything is on disk and let go. */
  stop(): Promise<void>
  /** For what the host has to note; scrubbed like everything else. */
  readonly logger: Logger
}

interface CoreServices extends FeatureServices {
  readonly accounts: AccountService
}

/** What a core is made of, for tests that look inside. */
export interface CoreParts {
  readonly store: Store
  readonly instances: InstanceRegistry
  readonly services: CoreServices
}

/**
 * Puts the application together. Resolves when the store is open and every call can be answered; nothing touches the
 * network before `start`. Rejects with CoreStartError, and then nothing is held.
 */
export async function createCore(options: CoreOptions): Promise<Core> {
  return (await composeCore(options)).core
}

/** The same, with what it is made of: for tests. */
export async function composeCore(options: CoreOptions): Promise<{ readonly core: Core; readonly parts: CoreParts }> {
  const { dataDir, vault } = options
  const clock = options.clock ?? createSystemClock()
  const ids = options.ids ?? createSystemIds()
  const lock = takeLock(dataDir, options.host.host, clock.now())
  const scrubber = createScrubber()
  const log = createLogger({ dataDir, scrubber, level: options.logLevel })
  const { logger } = log
  if (lock.takenOver !== null) logger.warn({ holder: lock.takenOver }, 'the last run ended without letting go')

  let store: Store
  try {
    const opened = await openStore<Writes, Reads>({
      intents: engineIntents,
      dataDir,
      entries: options.entries,
      clock,
      logger,
      children: options.children ?? createNodeChildren(),
      ...(options.faults === undefined ? {} : { faults: options.faults }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
    store = options.watchStore?.(opened) ?? opened
  } catch (error) {
    logger.error({ error }, 'the store was not opened')
    log.close()
    lock.release()
    throw new CoreStartError(startFailure(error, dataDir), { cause: error })
  }

  const events = createSignal<[ContractEvent]>((error) => logger.error({ error }, 'a listener failed'))
  store.onChanges((changes) => {
    for (const change of changes) if (change.kind !== 'lane') events.tell({ type: 'changed', change })
  })
  const http: CoreHttp = options.http ?? createUndiciHttp(options.network)
  const stopping = new AbortController()
  const instances = createInstanceRegistry({
    clock,
    http,
    ids,
    logger,
    store,
    ...(options.limitClasses === undefined ? {} : { limitClasses: options.limitClasses }),
  })
  if (options.logLevel === 'debug') traceInstances(instances, logger)
  const deps: CoreDeps = {
    dataDir,
    clock,
    http,
    ids,
    logger,
    vault,
    store,
    instances,
    emit: events.tell,
    stopping: stopping.signal,
  }
  const tokens = createTokens({ ...deps, scrubber })
  const accounts = createAccountService({ ...deps, scrubber, tokens })
  const features = createFeatures(deps, {
    ...options,
    scrubber,
    tokens,
    refreshInstances: accounts.refresh,
    openTeam: options.openTeam ?? (() => Promise.reject(new ContractError('notSupportedHere'))),
  })
  const services: CoreServices = { accounts, ...features.services }

  let started = false
  let stopped: Promise<void> | null = null
  const stop = (): Promise<void> => {
    stopped ??= (async () => {
      // Timers of the clock keep no process alive. Until all is written down, this one does.
      const alive = setInterval(() => undefined, 60_000)
      stopping.abort()
      instances.stop()
      await Promise.all(Object.values(services).map((service) => service.stop()))
      if (options.http === undefined) await http.close?.()
      await store.close()
      logger.info({}, 'stopped')
      log.close()
      lock.release()
      clearInterval(alive)
    })()
    return stopped
  }
  const deleteEverything = async () => {
    for (const { key } of instances.list()) await vault.delete(`instance:${key}`)
    await vault.delete('team')
    await stop()
    // Damaged stores that were set aside hold messages too.
    const setAside = readdirSync(dataDir).filter((name) => name.startsWith(`${storeFileName}.`))
    for (const name of [...ownNames, ...setAside]) rmSync(join(dataDir, name), { recursive: true, force: true })
  }

  const handlers: CoreHandlers = {
    ...accounts.handlers,
    ...createSettingsHandlers(deps),
    ...createStorageHandlers({ ...deps, host: options.host, clear: features.clear, deleteEverything }),
    ...features.handlers,
  }
  try {
    await Promise.all([accounts.load(), features.services.team.load()])
  } catch (error) {
    logger.error({ error }, 'the instances were not read')
    await stop()
    throw new CoreStartError(startFailure(error, dataDir), { cause: error })
  }

  const core: Core = {
    logger,
    handlers: guardHandlers(handlers, logger),
    subscribe: events.listen,
    ...features.origin,
    start() {
      if (started || stopped !== null) return
      started = true
      for (const [name, service] of Object.entries(services)) {
        if (options.services?.some((wanted) => wanted === name) !== false) service.start()
      }
      instances.start()
      logger.info({ instances: instances.list().length }, 'started')
    },
    suspend() {
      if (started) instances.stop()
    },
    resume() {
      if (!started || stopped !== null) return
      http.refresh?.()
      instances.start()
    },
    networkChanged() {
      if (!started || stopped !== null) return
      http.refresh?.()
      instances.restart()
    },
    stop,
  }
  return { core, parts: { store, instances, services } }
}

/** What `deleteEverything` removes: our files and no others, whatever else lies in the directory. */
const ownNames = [
  ...['', '-wal', '-shm', '.open'].map((suffix) => storeFileName + suffix),
  ...['', '-wal', '-shm'].map((suffix) => requestLogFileName + suffix),
  'media',
  'spool',
  'exports',
  'logs',
  'vault.json',
  'vault.json.new',
  'desktop-vault.json',
  'window.json',
  'opened',
]

function takeLock(dataDir: string, program: string, now: number) {
  try {
    makeDirectory(dataDir)
    const lock = lockDataDirectory(dataDir, { program, now })
    if (lock.kind === 'held') return lock
    throw new CoreStartError({ kind: 'locked', dataDir, holder: lock.holder })
  } catch (error) {
    if (error instanceof CoreStartError) throw error
    throw new CoreStartError(startFailure(error, dataDir), { cause: error })
  }
}

/** What went wrong, from what the file system or the store threw. */
function startFailure(error: unknown, dataDir: string): CoreStartFailure {
  if (error instanceof StoreError) {
    switch (error.kind) {
      case 'tooNew':
        return { kind: 'tooNew', dataDir, message: error.message }
      case 'tooOldSqlite':
        return { kind: 'tooOldSqlite', message: error.message }
      case 'notOurs':
        return { kind: 'notOurs', dataDir }
      case 'full':
        return { kind: 'full', dataDir }
      case 'readOnly':
        return { kind: 'notWritable', dataDir, code: 'EROFS' }
      default:
        return { kind: 'storeFailed', dataDir, message: error.message }
    }
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'EUNKNOWN'
  if (code === 'ENOSPC' || troubleOfSqliteError(error) === 'full') return { kind: 'full', dataDir }
  return { kind: 'notWritable', dataDir, code: code === 'ERR_SQLITE_ERROR' ? 'EACCES' : code }
}
