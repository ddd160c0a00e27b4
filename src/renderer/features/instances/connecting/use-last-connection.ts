import type { ServiceFamily } from '../../../../contract/instances.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useInstances } from '../../../client/use-instances.ts'

/** Address and family of the instance that was added last, samples of the demo apart; most have one address for all. */
export function useLastConnection(): { readonly apiUrl: string; readonly family: ServiceFamily } {
  const samples = useContractQuery('host.demo', {}).data?.instances ?? []
  const last = useInstances()
    .filter(({ key }) => !samples.includes(key))
    .reduce<{ key: number; apiUrl: string; family: ServiceFamily } | null>(
      (newest, instance) => (newest !== null && newest.key > instance.key ? newest : instance),
      null,
    )
  return { apiUrl: last?.apiUrl ?? '', family: last?.family ?? 'v3' }
}
