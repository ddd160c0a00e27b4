import { useEffect } from 'react'
import type { Input, Output, QueryName } from '../../contract/index.ts'
import { useNow } from '../lib/time/use-now.ts'
import { useContractQuery } from './use-contract-query.ts'

/** Polls values that change with time, such as limiter levels and loops, and that no event reports. */
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
