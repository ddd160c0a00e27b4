import type { InstanceBase } from './accounts/instance-base.ts'
import type { Store } from './intents.ts'

/** What the composition hands to the features: the base, the running instances, and the whole store. */
export interface CoreDeps extends InstanceBase {
  readonly store: Store
}
