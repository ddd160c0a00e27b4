import { useCallback } from 'react'
import { isContractError } from '../../contract/errors.ts'
import { useClient } from '../client/client-context.tsx'
import type { LinkOutcome } from '../ui/link.tsx'

/** Opens an address outside through the host's gate. */
export function useOpenLink(): (url: string) => Promise<LinkOutcome> {
  const client = useClient()
  return useCallback(
    async (url) => {
      try {
        return (await client.call('host.openLink', { url })).opened ? 'opened' : 'failed'
      } catch (error) {
        return isContractError(error) && error.code === 'linkRefused' ? 'refused' : 'failed'
      }
    },
    [client],
  )
}
