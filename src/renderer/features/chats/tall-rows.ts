import type { ChatRow } from '../../../contract/index.ts'
import type { KnownLabels } from '../../client/use-labels.ts'
import { labelsOf } from '../../client/use-labels.ts'
import { pageSize } from './pages.ts'

/**
 * The places of loaded rows that are higher for their labels, from a page before those in sight to a page behind them,
 * as text: the list is measured again when that changes.
 */
export function tallRows(
  rowAt: (index: number) => ChatRow | undefined,
  seen: { readonly first: number; readonly last: number },
  labels: KnownLabels,
): string {
  const tall: number[] = []
  for (let index = Math.max(0, seen.first - pageSize); index <= seen.last + pageSize; index++) {
    const row = rowAt(index)
    if (row !== undefined && labelsOf(labels, row.labels).length > 0) tall.push(index)
  }
  return tall.join(',')
}
