import { useCallback } from 'react'
import type { OutgoingFilter, OutgoingSort } from '../../../contract/outgoing.ts'
import { ContractError } from '../../../contract/errors.ts'
import { useClient } from '../../client/client-context.tsx'
import { useRecheck } from '../../client/use-recheck.ts'
import { showErrorToast, showToast } from '../../ui/toast-store.ts'

/** So many are asked for at once: the service answers about one question a second. */
export const mostRechecked = 200

/** Asks the service again for the first rows under a filter, as they are sorted. */
export function useBulkRecheck(
  filter: OutgoingFilter,
  sort: OutgoingSort,
): readonly [run: () => void, pending: boolean] {
  const client = useClient()
  const [recheck, pending] = useRecheck()
  const run = useCallback(async () => {
    try {
      const { rows } = await client.call('outgoing.list', { filter, sort, offset: 0, limit: mostRechecked })
      if (rows.length === 0) return
      if (await recheck(rows.map(({ key }) => key))) showToast('outgoing.rechecked', { values: { count: rows.length } })
    } catch (thrown) {
      showErrorToast(thrown instanceof ContractError ? thrown.data : { code: 'internal' })
    }
  }, [client, recheck, filter, sort])
  return [() => void run(), pending]
}
