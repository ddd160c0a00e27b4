import type { CoreBase } from '../base/core-base.ts'
import type { InstanceRegistry } from './instance-registry.ts'

/** Dependencies of a room that works with running instances. */
export interface InstanceBase extends CoreBase {
  readonly instances: InstanceRegistry
}
