import type { ChatKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { readSpans, writeSpans } from '../rules/completeness.ts'

/**
 * A message from before the known start of a chat: the service got more of the history since a window last showed its
 * start (service 10.2), so what lies before that is unknown again.
 * @param at of the new message, epoch ms
 */
export function reopenStart(tx: Tx, chat: ChatKey, at: number): void {
  const row = tx.get<{ start: number; spans: string }>(
    'select start_at as start, spans_json as spans from chat where key = ? and reached_start = 1 and start_at > ?',
    [chat, at],
  )
  if (row === undefined) return
  const spans = readSpans(row.spans).flatMap(({ from, to }) =>
    to < row.start ? [] : [{ from: Math.max(from, row.start), to }],
  )
  tx.run('update chat set reached_start = 0, start_at = null, spans_json = ? where key = ?', [writeSpans(spans), chat])
}
