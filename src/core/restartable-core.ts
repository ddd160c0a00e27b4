import type { ChangeEvent, ContractEvent } from '../contract/events.ts'
import type { CoreHandlers } from '../contract/index.ts'
import type { Core, CoreOptions } from './create-core.ts'
import { createSignal } from './base/create-signal.ts'
import { createOneByOne } from './base/one-by-one.ts'

/** The core of a host's whole lifetime; it starts by itself. */
export interface RestartableCore extends Omit<Core, 'start' | 'logger' | 'hasEnded'> {
  /**
   * Resolves when the data directory is ours, long before core is up: a window may be shown. Rejects as `ready` does.
   */
  readonly held: Promise<void>
  /** Resolves when the first core is up; rejects with what kept it down. Stays open where `stop` came before. */
  readonly ready: Promise<void>
  /** Writes the host's warnings to core's log. */
  warn(message: string, error?: unknown): void
  /**
   * Notes a defect of ours as the program ends; resolves when it stands in the log, or when there is no core to note
   * it.
   */
  recordDefect(error: unknown): Promise<void>
}

/** Calls that end the core: another one begins on what they leave. */
const ending: ReadonlySet<string> = new Set<keyof CoreHandlers>([
  'storage.deleteEverything',
  'storage.bringBack',
  'backup.restore',
])

type AnyHandler = (input: unknown, context: unknown) => Promise<unknown>

/** Changes that make a window reread everything after the store restarted empty. */
const everything: readonly ChangeEvent['kind'][] = ['instances', 'settings', 'storage', 'backup', 'vault', 'requests']

/** Options that the host passes on to each core that it starts. */
export type CoreLife = Required<Pick<CoreOptions, 'signal' | 'onHeld'>>

/**
 * Creates the core of a host's whole lifetime. Calls made before it has started wait, so the window can open while the
 * store opens. If the person deletes everything, an empty core replaces the stopped one.
 */
export function createRestartableCore(startCore: (life: CoreLife) => Promise<Core>): RestartableCore {
  const events = createSignal<[ContractEvent]>()
  const stopping = new AbortController()
  const held = Promise.withResolvers<void>()
  const begin = async (): Promise<Core> => {
    const fresh = await startCore({ signal: stopping.signal, onHeld: held.resolve })
    fresh.subscribe(events.emit)
    fresh.start()
    return fresh
  }
  let core = begin()
  const ready = core.then(
    () => undefined,
    (error: unknown) => (stopping.signal.aborted ? new Promise<void>(() => undefined) : Promise.reject(error)),
  )
  // Callers of `ready` get the rejection; waiting calls reject with the same reason.
  ready.catch(held.reject)
  held.promise.catch(() => undefined)

  const late = (name: keyof CoreHandlers): AnyHandler => {
    return async (input, context) => ((await core).handlers[name] as AnyHandler)(input, context)
  }
  const whenUp = (act: (running: Core) => void): Promise<void> => core.then(act, () => undefined)
  const restart = async (name: keyof CoreHandlers, input: unknown, context: unknown): Promise<void> => {
    const running = await core
    try {
      await (running.handlers[name] as AnyHandler)(input, context)
    } finally {
      // Also where it failed half-way: nothing answers otherwise.
      if (running.hasEnded() && !stopping.signal.aborted) {
        core = begin()
        await core
        for (const kind of everything) events.emit({ type: 'changed', change: { kind } as ChangeEvent })
      }
    }
  }
  /** Of two cores that begin at once, the second finds the data directory in use. */
  const restarts = createOneByOne()
  const restarting =
    (name: keyof CoreHandlers): AnyHandler =>
    (input, context) =>
      restarts.run('restart', () => restart(name, input, context))
  // By name when it is called: the list of names belongs to the contract, which a host loads after this.
  const handlers = new Proxy({} as CoreHandlers, {
    get: (_none, name) => (ending.has(String(name)) ? restarting : late)(name as keyof CoreHandlers),
    ownKeys() {
      throw new TypeError('The names of the calls are those of the contract: use joinHandlers.')
    },
  })

  return {
    held: held.promise,
    ready,
    handlers,
    subscribe: events.listen,
    openMedia: async (ref) => (await core).openMedia(ref),
    openFile: async (id) => (await core).openFile(id),
    takeSlice: async (token, offset, body) => (await core).takeSlice(token, offset, body),
    networkChanged: () => void whenUp((running) => running.networkChanged()),
    warn: (message, error) => void whenUp((running) => running.logger.warn({ error }, message)),
    recordDefect: (error) =>
      whenUp((running) => running.logger.error({ error }, 'the program ends because of a defect')),
    suspend: () => void whenUp((running) => running.suspend()),
    resume: () => void whenUp((running) => running.resume()),
    async stop() {
      // A core that still opens gives up: nobody waits for the salvage of a store in order to quit.
      stopping.abort()
      await core.then(
        (running) => running.stop(),
        () => undefined,
      )
    },
  }
}
