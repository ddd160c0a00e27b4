import { setImmediate as nextMacrotask } from 'node:timers/promises'
import type { ContractEvent, CoreHandlers } from '../contract/index.ts'
import type { Service } from './base/core-base.ts'
import type { ErasingService } from './erasing/create-erasing.ts'
import type { AccountService } from './accounts/create-accounts.ts'
import type { InstanceRegistry, RegistryOptions } from './accounts/instance-registry.ts'
import { CoreStartError } from './hosting/core-start-error.ts'
import type { FeatureServices } from './create-features.ts'
import { engineIntents } from './workers/store-entries.ts'
import type { WindowOriginSources } from './hosting/window-origin.ts'
import type { UndiciHttpOptions } from './http/undici-http.ts'
import type { Reads, Store, Writes } from './intents.ts'
import { lockDataDirectory } from './lock/data-directory-lock.ts'
import { createLogger } from './logging/create-logger.ts'
import type { LogLevel, ChildRunner, Clock, CoreEntries, CoreHttp, Ids, Logger, Vault, HostInfo } from './base/ports.ts'
import { createScrubber } from './logging/scrubber.ts'
import { makeDirectory } from './base/make-directory.ts'
import { createNodeChildren } from './base/node-children.ts'
import { startFailure } from './hosting/start-failure.ts'
import { openStore } from './store/client/open-store.ts'
import type { StoreFaults } from './store/store-faults.ts'
import { createSystemClock } from './base/system-clock.ts'
import type { OpenWebhookPoster } from './programs/delivery/post-webhook.ts'
import type { OpenLocalApi } from './programs/desk/program-listener.ts'
import type { OpenTeam } from './sharing/shared-team.ts'
import { randomUUID } from 'node:crypto'

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
  /** Default: over this machine's network as well. */
  readonly webhookPoster?: OpenWebhookPoster
  /** Default: this machine's. */
  readonly clock?: Clock
  readonly ids?: Ids
  /** Default: Node again as a child process. */
  readonly children?: ChildRunner
  /** Loads what knows a team's database. Without it no team can be joined. */
  readonly openTeam?: OpenTeam
  /** Loads what serves programs on this computer. Without it none can connect. */
  readonly openLocalApi?: OpenLocalApi
  /**
   * The data directory is ours: what keeps a second program away from it is past. Called before anything takes time.
   */
  readonly onHeld?: () => void
  /** Gives up the start, which may be long where a damaged store is salvaged; then it rejects. */
  readonly signal?: AbortSignal
  /**
   * Asked where nothing of a damaged archive can be read: whether to set it aside and begin with an empty one. Default:
   * no.
   */
  readonly mayBeginEmpty?: (() => Promise<boolean>) | undefined
  /** Only for tests and benches. */
  readonly faults?: StoreFaults
  /** Only for tests and benches: requests per second of each class of operations. Infinity switches a limit off. */
  readonly limitClasses?: RegistryOptions['limitClasses']
  /**
   * Only for tests: who does something by itself after `start`. The others answer what they are asked. Default: all.
   */
  readonly services?: readonly (keyof CoreServices)[]
  /** Only for tests: puts something between core and its store. */
  readonly watchStore?: (store: Store) => Store
}

/** The open application: calls, events, files, and its life cycle. */
export interface Core extends Pick<WindowOriginSources, 'openMedia' | 'openFile' | 'takeSlice'> {
  readonly handlers: CoreHandlers
  subscribe(listener: (event: ContractEvent) => void): () => void
  /** Starts receiving and sending. Before that, and after `suspend`, all calls are answered from disk. */
  start(): void
  /** The computer goes to sleep: closes connections. */
  suspend(): void
  resume(): void
  /** Another network, proxy or address: loops begin again at once, over new connections. */
  networkChanged(): void
  /** Resolves when everything is on disk and released. */
  stop(): Promise<void>
  /** It was stopped, or stopped itself in a call that ends it. */
  hasEnded(): boolean
  /** For what the host has to note; scrubbed like everything else. */
  readonly logger: Logger
}

export interface CoreServices extends FeatureServices {
  readonly accounts: AccountService
  readonly erasing: ErasingService
  readonly retention: Service
}

/** Parts of a core, for tests that need its insides. */
export interface CoreParts {
  readonly store: Store
  readonly instances: InstanceRegistry
  readonly services: CoreServices
}

/**
 * Creates the application. Resolves when the store is open and every call can be answered; nothing uses the network
 * before `start`. If it rejects, with CoreStartError, nothing stays open.
 */
export async function createCore(options: CoreOptions): Promise<Core> {
  return (await composeCore(options)).core
}

/** The same, with what it is made of: for tests. */
export async function composeCore(options: CoreOptions): Promise<{ readonly core: Core; readonly parts: CoreParts }> {
  const { dataDir } = options
  const clock = options.clock ?? createSystemClock()
  const ids = options.ids ?? createSystemIds()
  const lock = takeLock(dataDir, options.host.host, clock.now())
  options.onHeld?.()
  const scrubber = createScrubber()
  const log = createLogger({ dataDir, scrubber, level: options.logLevel })
  const { logger } = log
  if (lock.takenOver !== null) logger.warn({ holder: lock.takenOver }, 'the last run ended without letting go')

  let opened: Store | undefined
  try {
    const opening = openStore<Writes, Reads>({
      intents: engineIntents,
      dataDir,
      entries: options.entries,
      clock,
      logger,
      children: options.children ?? createNodeChildren(),
      mayBeginEmpty: options.mayBeginEmpty,
      ...(options.faults === undefined ? {} : { faults: options.faults }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
    // Most of the program, loaded on this thread while the store's workers load theirs, and a turn later: the host may
    // have something to say before.
    const assembling = nextMacrotask().then(() => import('./assemble-core.ts'))
    assembling.catch(() => undefined)
    opened = await opening
    const { assembleCore } = await assembling
    const store = options.watchStore?.(opened) ?? opened
    return await assembleCore(options, {
      clock,
      ids,
      scrubber,
      log,
      store,
      hasCrashed: lock.takenOver !== null,
      release: lock.release,
    })
  } catch (error) {
    if (error instanceof CoreStartError) throw error
    logger.error({ error }, 'the store was not opened')
    await opened?.close()
    log.close()
    lock.release()
    throw new CoreStartError(startFailure(error, dataDir), { cause: error })
  }
}

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

/** The machine's own randomness. */
function createSystemIds(): Ids {
  return { uuid: () => randomUUID(), random: () => Math.random() }
}
