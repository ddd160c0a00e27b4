import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ContractError } from '../contract/errors.ts'
import type { ContractEvent, CoreHandlers } from '../contract/index.ts'
import { createAccounts } from './accounts/create-accounts.ts'
import { createInstanceRegistry, type InstanceRegistry } from './accounts/instance-registry.ts'
import { createTokens } from './accounts/tokens.ts'
import { backupWorkName } from './backup/create-backups.ts'
import { combine } from './base/combine.ts'
import { createErasing } from './erasing/create-erasing.ts'
import { createFeatures, type CoreDeps } from './create-features.ts'
import { CoreStartError } from './hosting/core-start-error.ts'
import type { Core, CoreOptions, CoreParts, CoreServices } from './create-core.ts'
import { createSignal } from './base/create-signal.ts'
import { codeCacheName } from './hosting/code-cache.ts'
import { windowLockName } from './hosting/window-lock.ts'
import { guardHandlers } from './guard-handlers.ts'
import { createUndiciHttp } from './http/undici-http.ts'
import { requestLogBytes, requestLogFileName } from './inspection/request-log.ts'
import type { Store } from './intents.ts'
import type { createLogger } from './logging/create-logger.ts'
import type { Scrubber } from './logging/scrubber.ts'
import type { Clock, CoreHttp, Ids, Logger } from './base/ports.ts'
import { createSettings } from './settings/create-settings.ts'
import { startFailure } from './hosting/start-failure.ts'
import { createNodeChildren } from './base/node-children.ts'
import { createMessageRetention } from './storage/create-message-retention.ts'
import { createStorage, type StorageDeps } from './storage/create-storage.ts'
import { listSetAside, removeSetAside, prepareReplacement, prepareReturn } from './store/recovery/salvage.ts'
import { storeFileName } from './store/client/open-store.ts'

/** The opened dependencies of core. */
export interface AssemblyBase {
  readonly clock: Clock
  readonly ids: Ids
  readonly scrubber: Scrubber
  readonly log: ReturnType<typeof createLogger>
  readonly store: Store
  /** The last run of this data directory ended without letting go. */
  readonly hasCrashed: boolean
  /** Lets go of the data directory. */
  readonly release: () => void
}

/**
 * Composes everything above the store. A separate module, which loads while the store's workers open it. If it rejects,
 * with CoreStartError, nothing stays open.
 */
export async function assembleCore(
  options: CoreOptions,
  { clock, ids, scrubber, log, store, hasCrashed, release }: AssemblyBase,
): Promise<{ readonly core: Core; readonly parts: CoreParts }> {
  const { dataDir, vault } = options
  const { logger } = log
  const events = createSignal<[ContractEvent]>((error) => logger.error({ error }, 'a listener failed'))
  store.onChanges((changes) => {
    for (const change of changes)
      if (change.kind !== 'lane' && change.kind !== 'journalRow') events.emit({ type: 'changed', change })
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
    emit: events.emit,
    stopping: stopping.signal,
  }
  const tokens = createTokens({ ...deps, scrubber })
  const { handlers: erasingHandlers, service: erasing } = createErasing({
    ...deps,
    elsewhere: {
      removeFiles: (refs) => features.services.media.remove(refs),
      async eraseCopies(instance) {
        removeSetAside(join(dataDir, storeFileName))
        await features.removeExports()
        await features.services.requestLog.erase(instance)
      },
      async erasePerson(ids) {
        removeSetAside(join(dataDir, storeFileName))
        await features.removeExports()
        await features.services.requestLog.eraseNaming(ids)
      },
    },
  })
  const { handlers: accountHandlers, service: accounts } = createAccounts({
    ...deps,
    scrubber,
    tokens,
    hasCrashed,
    eraseHistories: erasing.wake,
    shareTarget: () => features.services.team.wakeLists(),
    onMuted: () => features.services.timedMarks.schedule(),
  })
  const features = createFeatures(deps, {
    ...options,
    scrubber,
    tokens,
    refreshInstances: accounts.refresh,
    eraseHistories: erasing.wake,
    openLocalApi: options.openLocalApi ?? (() => Promise.reject(new ContractError('notSupportedHere'))),
    async replaceStore(file) {
      prepareReplacement(join(dataDir, storeFileName), file)
      await stop()
    },
    openTeam: options.openTeam ?? (() => Promise.reject(new ContractError('notSupportedHere'))),
  })
  const retention = createMessageRetention({ ...deps, wakeErasing: erasing.wake })
  const services: CoreServices = { accounts, erasing, ...features.services, retention: retention.service }

  let started = false
  let stopped: Promise<void> | null = null
  const stop = (): Promise<void> => {
    stopped ??= (async () => {
      // Timers of the clock keep no process alive. Until all is written down, this one does.
      const alive = setInterval(() => undefined, 60_000)
      if (started)
        await services.sending
          .endUndo()
          .catch((error: unknown) => logger.warn({ error: String(error) }, 'undoable sends'))
      stopping.abort()
      instances.stop()
      await Promise.all(Object.values(services).map((service) => service.stop()))
      await accounts.storeUses().catch((error: unknown) => logger.warn({ error: String(error) }, 'requests not noted'))
      if (options.http === undefined) await http.close?.()
      await store.close()
      logger.info({}, 'stopped')
      log.close()
      release()
      clearInterval(alive)
    })()
    return stopped
  }
  const deleteEverything = async () => {
    for (const { key } of instances.list()) await tokens.forget(key)
    await vault.delete('team')
    await stop()
    // Damaged stores that were set aside hold messages too, and damaged token files tokens.
    const setAside = readdirSync(dataDir).filter((name) => ownPrefixes.some((prefix) => name.startsWith(prefix)))
    for (const name of [...ownNames, ...setAside]) rmSync(join(dataDir, name), { recursive: true, force: true })
  }

  const path = join(dataDir, storeFileName)
  const setAside: StorageDeps['setAside'] = {
    list: () => listSetAside(path),
    async bringBack(name) {
      const { entries, children = createNodeChildren() } = options
      await prepareReturn({ path, name, entry: entries.storeMaintenance, children, clock, signal: stopping.signal })
      await stop()
    },
  }

  const handlers: CoreHandlers = combine(
    accountHandlers,
    erasingHandlers,
    retention.handlers,
    createSettings(deps).handlers,
    createStorage({
      ...deps,
      requestLogBytes: () => requestLogBytes(dataDir),
      host: options.host,
      clear: features.clear,
      deleteEverything,
      setAside,
    }).handlers,
    features.handlers,
  )
  try {
    await Promise.all([accounts.load(), features.services.team.load(), features.services.programs.load()])
  } catch (error) {
    logger.error({ error }, 'the instances were not read')
    await stop()
    throw new CoreStartError(startFailure(error, dataDir), { cause: error })
  }

  const core: Core = {
    logger,
    handlers: guardHandlers(handlers, logger),
    subscribe: events.listen,
    hasEnded: () => stopped !== null,
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

/** The files that `deleteEverything` removes: ours and no others, whatever else is in the directory. */
const ownNames = [
  ...['', '-wal', '-shm', '.open'].map((suffix) => storeFileName + suffix),
  ...['', '-wal', '-shm'].map((suffix) => requestLogFileName + suffix),
  'media',
  'spool',
  'exports',
  backupWorkName,
  'logs',
  'vault.json',
  'desktop-vault.json',
  'window.json',
  'browser.json',
  windowLockName,
  'opened',
  'local-api.json',
  codeCacheName,
]

const ownPrefixes = [`${storeFileName}.`, 'vault.json.', 'desktop-vault.json.']

/**
 * Tells the log, at the level debug, when an instance's run begins and ends and how each request went: names, numbers
 * and outcomes, never a body. What was asked and answered is in the request log.
 */
function traceInstances(instances: Pick<InstanceRegistry, 'onRun' | 'onAttempt'>, logger: Logger): void {
  instances.onRun(({ key, signal }) => {
    logger.debug({ instance: key }, 'run begins')
    signal.addEventListener('abort', () => logger.debug({ instance: key }, 'run ends'), { once: true })
  })
  instances.onAttempt((key, { operation, purpose, attempt, outcome, status, limiterWaitMs, totalMs }) => {
    logger.debug({ instance: key, operation, purpose, attempt, outcome, status, limiterWaitMs, totalMs }, 'request')
  })
}
