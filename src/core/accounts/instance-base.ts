import type { CoreBase } from '../base/core-base.ts'
import type { InstanceRegistry } from './instance-registry.ts'

/** What a room is made from that works with running instances. */
export interface InstanceBase extends CoreBase {
  readonly instances: InstanceRegistry
}
