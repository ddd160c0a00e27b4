import type { ChatKey, InstanceKey } from '../../../../contract/ids.ts'
import type { ChatCompleteness } from '../../../../contract/messages.ts'
import { liveSpans } from './live-spans.ts'
import type { ReadTx } from '../../../store/tx.ts'
import { completenessOf, joinSpans, readSpans, withoutSpans } from '../rules/completeness.ts'
import type { Span } from '../rules/completeness.ts'

export interface StoredCompleteness {
  /** Times of which everything that the service has is here, the queue's own included. */
  readonly spans: readonly Span[]
  /** The same without the times in which the service did not record everything: nothing was missed in these. */
  readonly whole: readonly Span[]
  readonly reachedStart: boolean
  readonly checkedAt: number | null
}

export function storedCompleteness(tx: Pick<ReadTx, 'get'>, chat: ChatKey): StoredCompleteness | null {
  const row = tx.get<{
    instance: InstanceKey
    spans: string
    unrecorded: string
    start: number
    checkedAt: number | null
  }>(
    `select chat.instance, chat.spans_json as spans, i.unrecorded_json as unrecorded, chat.reached_start as start,
       chat.history_checked_at as checkedAt from chat join instance i on i.key = chat.instance where chat.key = ?`,
    [chat],
  )
  if (row === undefined) return null
  const windows = readSpans(row.spans)
  const live = liveSpans(tx, row.instance)
  return {
    spans: joinSpans(windows, live),
    whole: joinSpans(withoutSpans(windows, readSpans(row.unrecorded)), live),
    reachedStart: row.start === 1,
    checkedAt: row.checkedAt,
  }
}

/** Completeness of a chat in the archive. The history service adds whether a load is in progress. */
export function readCompleteness(tx: Pick<ReadTx, 'get'>, chat: ChatKey): Omit<ChatCompleteness, 'loading'> {
  const stored = storedCompleteness(tx, chat)
  if (stored === null) return { completeFrom: null, reachedStart: false, checkedAt: null, gaps: [] }
  const { completeFrom, gaps } = completenessOf(stored.whole)
  return { completeFrom, gaps, reachedStart: stored.reachedStart, checkedAt: stored.checkedAt }
}
