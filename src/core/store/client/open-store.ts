import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StoreChange } from '../tx.ts'
import { createSignal } from '../../base/create-signal.ts'
import type { ChildRunner, Clock, CoreEntries, Logger } from '../../base/ports.ts'
import { databaseBytes } from '../engine/database.ts'
import { checkIntegrity } from '../recovery/check-integrity.ts'
import { finishSwap, salvage, type SalvageReport } from '../recovery/salvage.ts'
import type { Intents, StoreMaintenance, StoreOf, StoreState } from '../store.ts'
import { StoreError } from '../store-error.ts'
import type { StoreFaults } from '../store-faults.ts'
import type { Priority } from '../store-protocol.ts'
import { nextLife, stateOfLife, type StoreLife, type StoreLifeEvent } from './store-life.ts'
import { createWorkerChannel, type WorkerChannel } from './worker-channel.ts'

/** Names of intents and reads that the engine calls. */
export interface EngineIntents {
  /** A read without input that the start needs first, so that damage is found and salvaged while opening. */
  readonly firstRead: string
  /** A write that keeps a {@link SalvageReport}. */
  readonly recordRecovery: string
}

export interface OpenStoreOptions {
  readonly intents: EngineIntents
  /** Must exist and be locked by us. */
  readonly dataDir: string
  readonly entries: CoreEntries
  readonly clock: Clock
  readonly logger: Logger
  readonly children: ChildRunner
  readonly faults?: StoreFaults
  /** Called if nothing of a damaged store can be read: whether to start with an empty one. Default: no. */
  readonly mayBeginEmpty?: (() => Promise<boolean>) | undefined
  /** Aborts opening; a salvage is left for the next start. */
  readonly signal?: AbortSignal
}

/** A store worker that does not start, or ends again soon after a start, is started again after, ms. */
const restartAfterMs = 5000
const soonMs = 60_000
/** A thread at rest holds tens of MB: that of the searches ends after so long without one, ms. */
const searcherRestsMs = 60_000
/** A salvage that failed (no room for the copy) is tried again after, ms. */
const salvageAgainMs = 60_000

/** Name of the store's file in the data directory. */
export const storeFileName = 'switchboard.db'

/**
 * Opens the store: one worker that writes, one that reads for the window, and one more for searches when the first
 * comes. The window's reads have a worker of their own because in the writer each would wait for the flush that is
 * under way, and for the group of writes before it; they still see every answered write, since their snapshot begins
 * later.
 *
 * A file that is damaged is salvaged before this resolves; one that shows its damage later is salvaged meanwhile,
 * with the state `damaged` until it is done. A writer that ends by itself is started again, with the state `failing`
 * until it is there. Rejects with StoreError (tooNew, notOurs, unreadable, readOnly, ...).
 */
export async function openStore<Writes extends Intents, Reads extends Intents>(
  options: OpenStoreOptions,
): Promise<StoreOf<Writes, Reads>> {
  const { dataDir, entries, clock, logger } = options
  const path = join(dataDir, storeFileName)
  const openMarker = `${path}.open`
  const setup = { path, faults: options.faults?.buffer ?? null }
  const announced = createSignal<[readonly StoreChange[]]>()
  const states = createSignal<[StoreState]>()
  const stop = new AbortController()
  const giveUp = (): void => stop.abort(options.signal?.reason)
  options.signal?.addEventListener('abort', giveUp, { once: true })
  if (options.signal?.aborted === true) giveUp()
  let life: StoreLife = { kind: 'opening' }
  let maintenance: StoreMaintenance = 'none'
  let opened = false
  let restartedAt = -Infinity
  let restarting: Promise<void> | null = null
  let salvaging: Promise<void> | null = null
  /** Number of file swaps in this run. */
  let salvaged = 0
  let salvageError: unknown = null

  const isIn = (kind: StoreLife['kind']) => life.kind === kind
  /** Announces the new state, then starts what it needs. */
  const happen = (event: StoreLifeEvent) => {
    const before = life
    life = nextLife(before, event)
    const state = stateOfLife(life)
    if (state !== stateOfLife(before)) {
      logger.warn({ state }, 'store state')
      states.emit(state)
      announced.emit([{ kind: 'storage' }])
    }
    if (life.kind === before.kind) return
    if (isIn('salvaging')) salvaging = salvageUntilDone()
    if (isIn('restarting')) {
      logger.error({}, 'the store worker ended by itself and is started again')
      restarting ??= restartWriter().finally(() => {
        restarting = null
      })
    }
  }
  const setMaintenance = (next: StoreMaintenance) => {
    maintenance = next
    announced.emit([{ kind: 'storage' }])
  }

  const startWriter = () =>
    createWorkerChannel({
      entry: entries.storeWorker,
      startThread: entries.startThread,
      setup,
      clock,
      onChanges: announced.emit,
      onState: (state) => happen({ kind: 'writerState', state }),
      // Before a failed call is answered: nothing may be received that can't be stored.
      onExit: () => happen({ kind: 'writerEnded' }),
    })
  /**
   * Retries until a writer starts, one attempt at a time: a writer that ends during its start does not count as another
   * failure.
   */
  const restartWriter = async (): Promise<void> => {
    for (;;) {
      if (clock.monotonic() - restartedAt < soonMs) await clock.sleep(restartAfterMs, stop.signal)
      if (!isIn('restarting')) return
      restartedAt = clock.monotonic()
      writer = startWriter()
      try {
        await writer.ready
        return happen({ kind: 'writerReady' })
      } catch (error) {
        if (!isIn('restarting')) return
        if (error instanceof StoreError && error.kind === 'damaged') return happen({ kind: 'damageFound' })
        logger.error({ error }, 'the store worker does not start')
      }
    }
  }
  const startReader = (ended: () => void) =>
    createWorkerChannel({
      entry: entries.readerWorker,
      startThread: entries.startThread,
      setup,
      clock,
      onExit: ended,
    })
  const startWindowReader = () => startReader(() => (reader = null))
  const startSearcher = () => {
    void endSearcherAtRest()
    return startReader(() => (searcher = null))
  }
  /** The next search starts another one. */
  const endSearcherAtRest = async (): Promise<void> => {
    for (let restedMs = 0; restedMs < searcherRestsMs; restedMs = clock.monotonic() - searchedAt) {
      await clock.sleep(searcherRestsMs - restedMs, stop.signal)
      if (stop.signal.aborted) return
    }
    resting = searcher
    searcher = null
    await resting?.close()
  }

  let writer: WorkerChannel
  let reader: WorkerChannel | null = null
  let searcher: WorkerChannel | null = null
  /** A searcher that is ending, or has ended. */
  let resting: WorkerChannel | null = null
  /** When the last search began, by the monotonic clock. */
  let searchedAt = 0

  /** While the file is swapped nothing may open it, so reads wait. */
  let swapping: PromiseWithResolvers<void> | null = null
  const beginSwap = async () => {
    swapping = Promise.withResolvers<void>()
    await closeReaders()
  }
  const endSwap = () => {
    swapping?.resolve()
    swapping = null
  }
  const closeReaders = async () => {
    const readers = [reader, searcher, resting]
    reader = null
    searcher = null
    await Promise.all(readers.map((channel) => channel?.close()))
  }

  /**
   * Sets the damaged file aside and continues with the salvaged one. Writes are refused meanwhile. If that fails while
   * the program runs, it is retried: the disk may be full. Reads answer what they can.
   */
  const salvageUntilDone = async (): Promise<void> => {
    while (!(await tryToSalvage())) {
      if (!opened) return
      await clock.sleep(salvageAgainMs, stop.signal)
      if (isIn('closed')) return
    }
  }
  const tryToSalvage = async (): Promise<boolean> => {
    setMaintenance('salvaging')
    try {
      await writer.close()
      const report = await salvage({
        path,
        entry: entries.storeMaintenance,
        children: options.children,
        clock,
        signal: stop.signal,
        beforeSwap: beginSwap,
        // Later the program shows what it can read, and tries again.
        mayBeginEmpty: async () => !opened && (await options.mayBeginEmpty?.()) === true,
      })
      logger.warn({ ...report }, 'the damaged store was set aside and salvaged')
      writer = startWriter()
      await writer.ready
      await recordRecovery(report)
      salvaged += 1
      happen({ kind: 'salvaged' })
      return true
    } catch (error) {
      logger.error({ error }, 'salvaging failed')
      salvageError = error
      return false
    } finally {
      endSwap()
      setMaintenance('none')
    }
  }
  const recordRecovery = (report: SalvageReport) => writer.call(options.intents.recordRecovery, report)

  const checkAfterUncleanExit = async () => {
    setMaintenance('checking')
    const before = salvaged
    try {
      const problems = await checkIntegrity(options.children, entries.storeMaintenance, path, stop.signal)
      // Another caller has already swapped the file: the damage was in the old one.
      if (problems.length === 0 || isIn('closed') || salvaged !== before) return
      logger.error({ problems }, 'the store is damaged')
      happen({ kind: 'damageFound' })
      await salvaging
    } catch (error) {
      if (!isIn('closed')) logger.warn({ error }, 'the integrity check did not finish')
    } finally {
      if (!isIn('salvaging')) setMaintenance('none')
    }
  }

  finishSwap(path, clock.now())
  writer = startWriter()
  reader = startWindowReader()
  try {
    await writer.ready
    happen({ kind: 'writerReady' })
    // The first read of the start runs here, so that damage which it meets is found where it can be repaired.
    reader ??= startWindowReader()
    await reader.call(options.intents.firstRead, undefined)
  } catch (error) {
    await writer.close()
    const isDamaged = error instanceof StoreError && error.kind === 'damaged'
    if (isDamaged) {
      happen({ kind: 'damageFound' })
      await salvaging
    }
    if (!isDamaged || stateOfLife(life) !== 'ok') {
      happen({ kind: 'closed' })
      stop.abort()
      await closeReaders()
      await writer.close()
      throw salvageError ?? error
    }
  }
  opened = true
  options.signal?.removeEventListener('abort', giveUp)
  const unclean = existsSync(openMarker)
  writeFileSync(openMarker, '')
  if (unclean) void checkAfterUncleanExit()

  const refuse = (name: string) => {
    if (isIn('closed')) return new StoreError('closed', `${name}: the store is closed.`)
    return isIn('salvaging') ? new StoreError('damaged', `${name}: the store is being salvaged.`) : null
  }

  /** A writer that ends by itself is a failure of the store, and does not end the program. */
  const write = async (name: string, input: unknown, priority: Priority): Promise<unknown> => {
    const refusal = refuse(name)
    if (refusal !== null) throw refusal
    try {
      return await writer.call(name, input, { priority })
    } catch (error) {
      if (isIn('closed') || !(error instanceof StoreError) || error.kind !== 'closed') throw error
      throw new StoreError('failing', `${name}: the store worker ended.`, { cause: error })
    }
  }

  // A reader that ends by itself, or for a swap of the file, has a successor, which is asked the same once. Types flow
  // by name from the lists of intents; the worker looks the function up by the same name.
  const read = async (
    channelOf: () => WorkerChannel,
    name: string,
    input: unknown,
    signal: AbortSignal | undefined,
  ): Promise<unknown> => {
    for (let isAgain = false; ; isAgain = true) {
      await swapping?.promise
      if (isIn('closed')) throw new StoreError('closed', name)
      try {
        return await channelOf().call(name, input, signal === undefined ? {} : { signal })
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
        if (error.kind === 'damaged') happen({ kind: 'damageFound' })
        if (error.kind !== 'closed' || isIn('closed')) throw error
        if (isAgain) throw new StoreError('failing', `${name}: the reader ended.`, { cause: error })
      }
    }
  }

  return {
    write: (name, input, { urgent = false, deferred = false } = {}) =>
      write(name, input, urgent ? 'urgent' : deferred ? 'deferred' : 'ordinary') as never,
    read: (name, input, { signal } = {}) => read(() => (reader ??= startWindowReader()), name, input, signal) as never,
    search: (name, input, { signal } = {}) => {
      searchedAt = clock.monotonic()
      return read(() => (searcher ??= startSearcher()), name, input, signal) as never
    },
    onChanges: announced.listen,
    state: () => stateOfLife(life),
    onState: states.listen,
    whenOk: (signal) =>
      new Promise((resolve) => {
        if (stateOfLife(life) === 'ok' || signal?.aborted === true) {
          resolve()
          return
        }
        const done = () => {
          stopListening()
          signal?.removeEventListener('abort', done)
          resolve()
        }
        const stopListening = states.listen((next) => {
          if (next === 'ok') done()
        })
        signal?.addEventListener('abort', done, { once: true })
      }),
    maintenance: () => maintenance,
    bytes: () => databaseBytes(path),
    async close() {
      if (isIn('closed')) return
      happen({ kind: 'closed' })
      stop.abort()
      await salvaging
      await closeReaders()
      await writer.close()
      // Only a store that was whole to the end counts as closed well.
      if (stateOfLife(life) !== 'damaged') rmSync(openMarker, { force: true })
    },
  }
}
