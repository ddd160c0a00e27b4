import type { HttpPipeline } from '../../api/http.ts'
import type { CoreDeps } from '../core-deps.ts'

/** So many receives in a row that were answered at once show that more is waiting. */
const quickInRow = 3
/** So many connections in a row that broke between a delete and its receive end it for the host. */
const breaksAllowed = 2
/** A connection that broke is forgiven after so many pairs that did not: servers close one after a thousand requests. */
const pairsToForgive = 100

/**
 * Which services get a delete and the next receive one behind the other on one connection while there is a backlog: all
 * until they show that they should not (ADR 0023). One that hands out the head of the queue again before its delete is
 * carried out costs a call each time; one whose connections break, two. Origins that showed it are kept on the disk.
 */
export interface Pipelining {
  allows(origin: string): boolean
  /** A connection for one instance's queue; null where there can be none. */
  open(origin: string): Promise<HttpPipeline | null>
  /** Both were answered, and the second with something else than what the first removed. */
  worked(origin: string): void
  /** The notification that was just deleted came again. */
  cameAgain(origin: string): void
  /** One of the two was not answered. */
  broke(origin: string): void
}

export function createPipelining({
  http,
  store,
  clock,
  logger,
}: Pick<CoreDeps, 'http' | 'store' | 'clock' | 'logger'>) {
  /** Origins that are not asked this way. Null until it is read: then nobody is. */
  let off: Set<string> | null = null
  const breaks = new Map<string, number>()
  const pairs = new Map<string, number>()

  const remember = (origin: string, why: string): void => {
    if (off === null || off.has(origin)) return
    off.add(origin)
    logger.info({ why }, 'the queue of this host is read one request after another from now on')
    store.write('receiving.noPipelining', { origin, at: clock.now() }).catch((error: unknown) => {
      logger.warn({ error }, 'a host that must not be asked ahead was not noted')
    })
  }

  const pipelining: Pipelining = {
    allows: (origin) => off?.has(origin) === false && http.openPipeline !== undefined,
    open: async (origin) => (await http.openPipeline?.(origin)) ?? null,
    worked(origin) {
      const count = (pairs.get(origin) ?? 0) + 1
      pairs.set(origin, count)
      if (count % pairsToForgive === 0) breaks.delete(origin)
    },
    cameAgain: (origin) => remember(origin, 'the head came again'),
    broke(origin) {
      const count = (breaks.get(origin) ?? 0) + 1
      breaks.set(origin, count)
      pairs.delete(origin)
      if (count >= breaksAllowed) remember(origin, 'connections broke')
    },
  }
  return {
    ...pipelining,
    /** Reads which hosts showed before that they must not be asked this way. */
    start(): void {
      store.read('receiving.noPipelining', undefined).then(
        (origins) => {
          off = new Set(origins)
        },
        (error: unknown) => logger.warn({ error }, 'which hosts must not be asked ahead is not known'),
      )
    },
  }
}

/** Whether an instance's queue holds more than was asked for, as far as its last answers show. */
export interface Backlog {
  /** A notification came; `waitedMs`: from the request to the answer. */
  came(waitedMs: number): void
  /** Nothing came, or something went wrong. */
  ended(): void
  isKnown(): boolean
}

/** An answer that took longer may have been waited for, ms. */
const quickMs = 500

export function createBacklog(): Backlog {
  let inRow = 0
  return {
    came(waitedMs) {
      inRow = waitedMs < quickMs ? inRow + 1 : 0
    },
    ended() {
      inRow = 0
    },
    isKnown: () => inRow >= quickInRow,
  }
}
