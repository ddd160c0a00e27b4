import type { InstanceBase } from '../accounts/instance-base.ts'
import type { programReads, programWrites } from '../programs/tx/programs-intents.ts'
import type { settingsReads } from '../settings/tx/settings-intents.ts'
import type { storageReads, storageWrites } from '../storage/tx/storage-intents.ts'
import type { StoreOf } from '../store/store.ts'
import type { journalReads, journalWrites } from './tx/journal-intents.ts'

export interface JournalBase extends InstanceBase {
  /** The store, with the writes and reads that this room calls. */
  readonly store: StoreOf<
    typeof journalWrites & typeof storageWrites & typeof programWrites,
    typeof journalReads & typeof settingsReads & typeof storageReads & typeof programReads
  >
}
