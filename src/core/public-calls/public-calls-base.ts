import type { InstanceBase } from '../accounts/instance-base.ts'
import type { programReads } from '../programs/tx/programs-intents.ts'
import type { StoreOf } from '../store/store.ts'
import type { publicReads } from './tx/public-reads.ts'

export interface PublicCallsBase extends InstanceBase {
  /** The store, with the reads that this room calls. */
  readonly store: StoreOf<Record<never, never>, typeof publicReads & typeof programReads>
}
