import type { CallOptions } from '../../api/call.ts'
import type { HttpPipeline } from '../../api/http.ts'
import type { ReceivedNotification } from '../../api/answers/reply.ts'
import { createPairBalance } from './pipelining.ts'
import type { Pipelining } from './pipelining.ts'

/** What became of the first try of a delete: carried out, answered otherwise, or not answered. */
export type FirstAnswer = 'deleted' | 'refused' | 'cut'

/** The first try of a delete goes by the connection of a pair. */
export type FirstTry = Pick<CallOptions, 'pipeline' | 'onHandedOver'> & {
  readonly onFirstAnswer?: (answer: FirstAnswer) => void
}

/** A delete and the next receive, one behind the other on one connection of an instance's queue (ADR 0023). */
export interface PairedCalls<PersistedNotification> {
  /** Makes a connection where there is none. False where there can be none. */
  open(origin: string): Promise<boolean>
  /** Deletes, and asks for the next before that is answered. Only after `open`. */
  run(
    persisted: PersistedNotification,
    origin: string,
  ): Promise<{ readonly next: ReceivedNotification | null; readonly wasDeleted: boolean }>
  /** The connection is of no use any more; the next pair makes another one. */
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
      // To give up a receive cuts the connection, and must not cut the delete in front of it.
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
      // The one that was asked for behind it closes the connection when it got no answer.
      if (answer === 'cut' || pipeline === null) {
        close()
        if (!signal.aborted && balance.broke()) pipelining.brokeTooOften(origin)
      } else balance.worked()
      return { next, wasDeleted: answer === 'deleted' }
    },
  }
}
