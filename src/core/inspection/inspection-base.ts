import type { inspectionReads } from './tx/inspection-intents.ts'
import type { InstanceBase } from '../accounts/instance-base.ts'
import type { accountWrites, accountReads } from '../accounts/tx/accounts-intents.ts'
import type { erasingReads } from '../erasing/tx/erasing-intents.ts'
import type { archiveWrites } from '../messages/archive/tx/archive-intents.ts'
import type { settingsReads } from '../settings/tx/settings-intents.ts'
import type { storageWrites, storageReads } from '../storage/tx/storage-intents.ts'
import type { StoreOf } from '../store/store.ts'

/** The store, with the writes and reads that this room calls. */
type InspectionStore = StoreOf<
  typeof archiveWrites & typeof accountWrites & typeof storageWrites,
  typeof erasingReads & typeof settingsReads & typeof storageReads & typeof inspectionReads & typeof accountReads
>

export interface InspectionBase extends InstanceBase {
  readonly store: InspectionStore
}
