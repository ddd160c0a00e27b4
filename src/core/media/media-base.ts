import type { InstanceBase } from '../accounts/instance-base.ts'
import type { settingsReads } from '../settings/tx/settings-intents.ts'
import type { StoreOf } from '../store/store.ts'
import type { mediaWrites, mediaReads } from './tx/media-intents.ts'

/** The store, with the writes and reads that this room calls. */
export type MediaStore = StoreOf<typeof mediaWrites, typeof mediaReads & typeof settingsReads>

export interface MediaBase extends InstanceBase {
  readonly store: MediaStore
}
