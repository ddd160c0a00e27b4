import type { InstanceBase } from '../accounts/instance-base.ts'
import type { accountWrites, accountReads } from '../accounts/tx/accounts-intents.ts'
import type { settingsReads } from '../settings/tx/settings-intents.ts'
import type { storageWrites, storageReads } from '../storage/tx/storage-intents.ts'
import type { StoreOf } from '../store/store.ts'
import type { receivingWrites, receivingReads } from './tx/receiving-intents.ts'

/** The store, with the writes and reads that this room calls. */
type ReceivingStore = StoreOf<
  typeof receivingWrites & typeof accountWrites & typeof storageWrites,
  typeof settingsReads & typeof receivingReads & typeof accountReads & typeof storageReads
>

export interface ReceivingBase extends InstanceBase {
  readonly store: ReceivingStore
}
