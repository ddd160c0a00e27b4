import { useEffect } from 'react'
import type { Input, Output, QueryName } from '../../contract/index.ts'
import { useNow } from '../lib/time/use-now.ts'
import { useContractQuery } from './use-contract-query.ts'

/** A read of what moves with time alone, such as levels and loops: no change in the store tells of it. */
export function useLiveQuery<Name extends QueryName>(
  name: Name,
  input: Input<Name>,
  periodMs: number,
): Output<Name> | undefined {
  const { data, refetch } = useContractQuery(name, input, { keepPrevious: true })
  const tick = useNow(periodMs)
  useEffect(() => void refetch(), [tick, refetch])
  return data
}
