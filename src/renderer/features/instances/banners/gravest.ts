import type { SteadyInstance } from '../../../../contract/instances.ts'
import { connectionAppearance } from '../connection-appearance.ts'

const weights = { bad: 3, warn: 2, info: 1, neutral: 0, ok: 0 } as const

/** The instance whose state a person should look at first; undefined when none needs one. */
export function gravest(instances: readonly SteadyInstance[]): SteadyInstance | undefined {
  const weight = (instance: SteadyInstance): number => {
    const { attention, banner } = connectionAppearance[instance.connection.kind]
    return attention && banner ? weights[banner.tone] : 0
  }
  const troubled = instances.filter((instance) => weight(instance) > 0)
  return troubled.reduce<SteadyInstance | undefined>(
    (worst, instance) => (worst && weight(worst) >= weight(instance) ? worst : instance),
    undefined,
  )
}
