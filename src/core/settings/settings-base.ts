import type { CoreBase } from '../base/core-base.ts'
import type { StoreOf } from '../store/store.ts'
import type { settingsWrites, settingsReads } from './tx/settings-intents.ts'

/** The store, with the writes and reads that this room calls. */
type SettingsStore = StoreOf<typeof settingsWrites, typeof settingsReads>

export interface SettingsBase extends CoreBase {
  readonly store: SettingsStore
}
