import type { CallOptions } from '../../api/call.ts'
import type { HttpPipeline } from '../../api/http.ts'
import type { ReceivedNotification } from '../../api/answers/reply.ts'
import { createPairBalance, type Pipelining } from './pipelining.ts'

/** Result of the first attempt of a delete: executed, answered otherwise, or not answered. */
export type FirstAnswer = 'deleted' | 'refused' | 'cut'

/** The first attempt of a delete, sent on the pair's connection. */
export type FirstTry = Pick<CallOptions, 'pipeline' | 'onHandedOver'> & {
  readonly onFirstAnswer?: (answer: FirstAnswer) => void
}

/** Pipelines a delete and the next receive on one connection of an instance's queue (ADR 0023). */
export interface PairedCalls<PersistedNotification> {
  /** Opens a connection if there is none. False if impossible. */
  open(origin: string): Promise<boolean>
  /** Sends the delete and the next receive without waiting in between. Only after `open`. */
  run(
    persisted: PersistedNotification,
    origin: string,
  ): Promise<{ readonly next: ReceivedNotification | null; readonly wasDeleted: boolean }>
  /** Drops the connection; the next pair opens another one. */
  close(): void
}

export interface PairedCallsPorts<PersistedNotification> {
  readonly pipelining: Pipelining
  /** Of the run. */
  readonly signal: AbortSignal
  readonly remove: (persisted: PersistedNotification, first: FirstTry) => Promise<void>
  /** Null when nothing came, or no answer. */
  readonly receive: (options: Pick<CallOptions, 'signal' | 'pipeline'>) => Promise<ReceivedNotification | null>
}

export function createPairedCalls<PersistedNotification>({
  pipelining,
  signal,
  remove,
  receive,
}: PairedCallsPorts<PersistedNotification>): PairedCalls<PersistedNotification> {
  let pipeline: HttpPipeline | null = null
  const balance = createPairBalance()
  const close = (): void => {
    pipeline?.close()
    pipeline = null
  }
  return {
    close,
    async open(origin) {
      pipeline ??= await pipelining.open(origin)
      return pipeline !== null
    },
    async run(persisted, origin) {
      const handedOver = Promise.withResolvers<void>()
      const first = Promise.withResolvers<FirstAnswer>()
      const through = pipeline === null ? {} : { pipeline }
      const deleted = remove(persisted, {
        ...through,
        onHandedOver: handedOver.resolve,
        onFirstAnswer: first.resolve,
      }).finally(() => first.resolve('cut'))
      await Promise.race([handedOver.promise, first.promise])
      // Aborting the receive closes the connection, which must not happen before the delete is answered.
      const giveUp = new AbortController()
      const onEnd = () => void first.promise.then(() => giveUp.abort())
      if (signal.aborted) onEnd()
      else signal.addEventListener('abort', onEnd, { once: true })
      let next: ReceivedNotification | null
      try {
        next = await receive({ ...through, signal: giveUp.signal })
      } finally {
        signal.removeEventListener('abort', onEnd)
        await deleted
      }
      const answer = await first.promise
      // The pipelined receive closes the connection if it got no answer.
      if (answer === 'cut' || pipeline === null) {
        close()
        if (!signal.aborted && balance.broke()) pipelining.brokeTooOften(origin)
      } else balance.worked()
      return { next, wasDeleted: answer === 'deleted' }
    },
  }
}
