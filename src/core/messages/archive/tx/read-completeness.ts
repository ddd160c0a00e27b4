import type { ChatKey, InstanceKey } from '../../../../contract/ids.ts'
import type { ChatCompleteness } from '../../../../contract/messages.ts'
import { liveSpans } from './live-spans.ts'
import type { ReadTx } from '../../../store/tx.ts'
import { completenessOf, joinSpans, readSpans, withoutSpans, type Span } from '../rules/completeness.ts'

export interface StoredCompleteness {
  /** Times of which everything that the service has is here, the queue's own included. */
  readonly spans: readonly Span[]
  /** The same without the times in which the service did not record everything: nothing was missed in these. */
  readonly whole: readonly Span[]
  readonly reachedStart: boolean
  readonly checkedAt: number | null
  /** The service's time before which retention removes messages, epoch ms; null: nothing of the chat is older. */
  readonly retainedFrom: number | null
}

export function storedCompleteness(tx: Pick<ReadTx, 'get'>, chat: ChatKey): StoredCompleteness | null {
  const row = tx.get<{
    instance: InstanceKey
    spans: string
    unrecorded: string
    startAt: number | null
    retainedFrom: number
    checkedAt: number | null
  }>(
    `select chat.instance, chat.spans_json as spans, i.unrecorded_json as unrecorded,
       iif(chat.reached_start = 1, coalesce(chat.start_at, 0), null) as startAt, i.retained_from as retainedFrom,
       chat.history_checked_at as checkedAt from chat join instance i on i.key = chat.instance where chat.key = ?`,
    [chat],
  )
  if (row === undefined) return null
  const windows = readSpans(row.spans)
  const live = liveSpans(tx, row.instance)
  // Whatever was read of the time before, retention has removed it or will.
  const since = (spans: readonly Span[]) => withoutSpans(spans, [{ from: -1, to: row.retainedFrom }])
  const reachedStart = row.startAt !== null && row.startAt >= row.retainedFrom
  return {
    spans: since(joinSpans(windows, live)),
    whole: since(joinSpans(withoutSpans(windows, readSpans(row.unrecorded)), live)),
    reachedStart,
    checkedAt: row.checkedAt,
    retainedFrom: reachedStart || row.retainedFrom === 0 ? null : row.retainedFrom,
  }
}

/** Completeness of a chat in the archive. The history service adds whether a load is in progress. */
export function readCompleteness(tx: Pick<ReadTx, 'get'>, chat: ChatKey): Omit<ChatCompleteness, 'loading'> {
  const stored = storedCompleteness(tx, chat)
  if (stored === null) return { completeFrom: null, reachedStart: false, checkedAt: null, gaps: [], retainedFrom: null }
  const { reachedStart, checkedAt, spans, retainedFrom } = stored
  const reachesRetained = retainedFrom !== null && (spans.at(-1)?.from ?? Infinity) <= retainedFrom
  return {
    ...completenessOf(stored.whole),
    reachedStart,
    checkedAt,
    retainedFrom: reachesRetained ? retainedFrom : null,
  }
}
