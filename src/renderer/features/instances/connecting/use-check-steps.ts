import { useState } from 'react'
import type { CheckStep } from '../../../../contract/instances.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'

const none: readonly CheckStep[] = []

/** The steps of a check as they end. `begin` names a new run, to be given to the command. */
export function useCheckSteps(): readonly [steps: readonly CheckStep[], begin: () => string] {
  const [run, setRun] = useState<string | null>(null)
  const { data = none } = useContractQuery(
    'instances.checkSteps',
    { run: run ?? '' },
    { enabled: run !== null, gcTime: 0 },
  )
  const begin = (): string => {
    const next = crypto.randomUUID()
    setRun(next)
    return next
  }
  return [data, begin]
}
