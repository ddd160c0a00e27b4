import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useClient } from './client-context.tsx'
import { queryKey, useContractQuery } from './use-contract-query.ts'
import type { AppSettings } from '../../contract/settings.ts'

/** The program's settings, or undefined until they are read. */
export const useSettings = (): AppSettings | undefined => useContractQuery('settings.get', {}).data

/**
 * A small text that is kept over restarts (panel sizes, filters). Undefined until it is read, null when never set.
 * Writing shows at once: the preference belongs to this window, so there is no other writer to wait for.
 */
export function usePreference(name: string): readonly [string | null | undefined, (value: string) => void] {
  const client = useClient()
  const cache = useQueryClient()
  const { data } = useContractQuery('app.preference', { name }, { gcTime: Infinity })
  const write = useCallback(
    (value: string) => {
      const key = queryKey('app.preference', { name })
      // A read that is under way, after a reconnect, has the value of before.
      void cache.cancelQueries({ queryKey: key, exact: true })
      cache.setQueryData(key, value)
      // A size that could not be kept is no reason to disturb anybody.
      client.call('app.setPreference', { name, value }).catch(() => undefined)
    },
    [client, cache, name],
  )
  return [data, write]
}
