import type { Scope } from '../../../contract/ids.ts'
import type { InstanceSummary } from '../../../contract/instances.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { gravest } from './gravest.ts'

export interface ScopeBannerProps {
  readonly instances: readonly InstanceSummary[]
  readonly scope: Scope
}

/** The one banner of a view: the instance's, or the gravest of all. */
export function ScopeBanner({ instances, scope }: ScopeBannerProps) {
  const instance = scope === null ? gravest(instances) : instances.find(({ key }) => key === scope)
  return instance ? <ConnectionBanner instance={instance} /> : null
}
