import type { HttpPipeline } from '../../api/http.ts'
import type { ReceivingBase } from './receiving-base.ts'

/** Receives in a row answered at once, from which a backlog is assumed. */
const quickInRow = 3
/** Pairs whose savings a broken connection costs: both calls again, on a new connection. */
const breakCost = 5
/** Loss by broken connections, in pairs, that ends pipelining for a while. */
const mostLost = 15
/** Pause of pipelining to a host after broken connections, ms. The network may have been the cause. */
const breaksHoldMs = 3_600_000
/** Pause of pipelining to a host that executes both requests at once, ms. Services change rarely. */
const cameAgainHoldsMs = 30 * 86_400_000

/**
 * Decides which hosts get pipelined requests during a backlog: all, until they prove unsuitable (ADR 0023). A host that
 * returns the head again before executing its delete costs one call each time, and is stored; a host whose connections
 * break costs two.
 */
export interface Pipelining {
  allows(origin: string): boolean
  /** A connection for one instance's queue; null if impossible. */
  open(origin: string): Promise<HttpPipeline | null>
  /** The notification just deleted was returned again. */
  cameAgain(origin: string): void
  /** Connections broke more often than it is worth. */
  brokeTooOften(origin: string): void
}

export function createPipelining({
  http,
  store,
  clock,
  logger,
}: Pick<ReceivingBase, 'http' | 'store' | 'clock' | 'logger'>) {
  /** End of each host's pause, epoch ms. Null until read from the store: then nothing is pipelined. */
  let off: Map<string, number> | null = null

  const pipelining: Pipelining = {
    allows: (origin) =>
      // oxlint-disable-next-line clocks/monotonic -- stored for a month; receiving goes on meanwhile, and slower
      off !== null && clock.now() >= (off.get(origin) ?? -Infinity) && http.openPipeline !== undefined,
    open: async (origin) => (await http.openPipeline?.(origin)) ?? null,
    cameAgain(origin) {
      if (!pipelining.allows(origin)) return
      const at = clock.now()
      off?.set(origin, at + cameAgainHoldsMs)
      logger.info(
        {},
        'a host handed out the head of its queue again, and is asked one request after another from now on',
      )
      store.write('receiving.noPipelining', { origin, at }).catch((error: unknown) => {
        logger.warn({ error }, 'a host that must not be asked ahead was not noted')
      })
    },
    brokeTooOften(origin) {
      if (!pipelining.allows(origin)) return
      off?.set(origin, clock.now() + breaksHoldMs)
      logger.info({}, 'connections to a host broke, and it is asked one request after another for an hour')
    },
  }
  return {
    ...pipelining,
    /** Reads the stored pauses of hosts. */
    start(): void {
      store.read('receiving.noPipelining', undefined).then(
        (origins) => {
          off = new Map(Object.entries(origins).map(([origin, at]) => [origin, at + cameAgainHoldsMs]))
        },
        (error: unknown) => logger.warn({ error }, 'which hosts must not be asked ahead is not known'),
      )
    },
  }
}

/**
 * Balance of an instance's pairs, so that one network failure, which affects all instances, does not end pipelining.
 */
export interface PairBalance {
  worked(): void
  /** Whether the losses exceed the limit; the balance is then reset. */
  broke(): boolean
}

export function createPairBalance(): PairBalance {
  let lost = 0
  return {
    worked() {
      lost = Math.max(0, lost - 1)
    },
    broke() {
      lost += breakCost
      if (lost < mostLost) return false
      lost = 0
      return true
    },
  }
}

/** Whether an instance's queue has a backlog, as far as its last answers show. */
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
