import type { ChatKey, InstanceKey } from '../../../../contract/ids.ts'
import type { ChatCompleteness } from '../../../../contract/messages.ts'
import { liveSpans } from './queue-coverage.ts'
import type { ReadTx } from '../../../store/tx.ts'
import { completenessOf, joinSpans, readSpans } from '../rules/completeness.ts'
import type { Span } from '../rules/completeness.ts'

export interface StoredCompleteness {
  /** Times known to be whole, the queue's own included. */
  readonly spans: readonly Span[]
  readonly reachedStart: boolean
  readonly checkedAt: number | null
}

export function storedCompleteness(tx: Pick<ReadTx, 'get'>, chat: ChatKey): StoredCompleteness | null {
  const row = tx.get<{ instance: InstanceKey; spans: string; start: number; checkedAt: number | null }>(
    'select instance, spans_json as spans, reached_start as start, history_checked_at as checkedAt from chat where key = ?',
    [chat],
  )
  if (row === undefined) return null
  return {
    spans: joinSpans(readSpans(row.spans), liveSpans(tx, row.instance)),
    reachedStart: row.start === 1,
    checkedAt: row.checkedAt,
  }
}

/** What the archive knows to be whole in a chat. Whether a load is under way is the history service's to say. */
export function readCompleteness(tx: Pick<ReadTx, 'get'>, chat: ChatKey): Omit<ChatCompleteness, 'loading'> {
  const stored = storedCompleteness(tx, chat)
  if (stored === null) return { completeFrom: null, reachedStart: false, checkedAt: null, gaps: [] }
  const { completeFrom, gaps } = completenessOf(stored.spans)
  return { completeFrom, gaps, reachedStart: stored.reachedStart, checkedAt: stored.checkedAt }
}
