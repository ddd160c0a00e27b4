import type { CoreBase } from '../base/core-base.ts'
import type { settingsReads } from '../settings/tx/settings-intents.ts'
import type { StoreOf } from '../store/store.ts'
import type { uploadWrites, uploadReads } from './tx/uploads-intents.ts'

/** The store, with the writes and reads that this room calls. */
type UploadsStore = StoreOf<typeof uploadWrites, typeof uploadReads & typeof settingsReads>

export interface UploadsBase extends CoreBase {
  readonly store: UploadsStore
}
