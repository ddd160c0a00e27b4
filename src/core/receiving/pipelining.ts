import type { HttpPipeline } from '../../api/http.ts'
import type { ReceivingBase } from './receiving-base.ts'

/** So many receives in a row that were answered at once show that more is waiting. */
const quickInRow = 3
/** A connection that breaks costs about as much as so many pairs save: both calls again, on a new connection. */
const breakCost = 5
/** So much lost by broken connections, in pairs, ends it for a while. */
const mostLost = 15
/** For how long a host over which connections broke is not asked ahead, ms. It may have been the network. */
const breaksHoldMs = 3_600_000
/** For how long a host that began both at once is not asked ahead, ms. A service changes, though rarely. */
const cameAgainHoldsMs = 30 * 86_400_000

/**
 * Which services get a delete and the next receive one behind the other on one connection while there is a backlog: all
 * until they show that they should not (ADR 0023). One that hands out the head of the queue again before its delete is
 * carried out costs a call each time, and is kept on the disk; one whose connections break, two.
 */
export interface Pipelining {
  allows(origin: string): boolean
  /** A connection for one instance's queue; null where there can be none. */
  open(origin: string): Promise<HttpPipeline | null>
  /** The notification that was just deleted came again. */
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
  /** Until when a host is not asked this way, epoch ms. Null until it is read: then nobody is. */
  let off: Map<string, number> | null = null

  const pipelining: Pipelining = {
    allows: (origin) =>
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
    /** Reads which hosts showed before that they must not be asked this way. */
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

/** What an instance's pairs gained and lost, so that one cut of the network, which all instances see, ends nothing. */
export interface PairBalance {
  worked(): void
  /** Returns whether pairs have lost more than they are worth; it then begins anew. */
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
