import type { InstanceBase } from '../accounts/instance-base.ts'
import type { programReads, programWrites } from '../programs/tx/programs-intents.ts'
import type { settingsReads } from '../settings/tx/settings-intents.ts'
import type { StoreOf } from '../store/store.ts'

export interface SubscriptionsBase extends InstanceBase {
  /** The store, with the writes and reads that this room calls. */
  readonly store: StoreOf<typeof programWrites, typeof programReads & typeof settingsReads>
}
