import type { InstanceBase } from '../accounts/instance-base.ts'
import type { accountReads } from '../accounts/tx/accounts-intents.ts'
import type { annotationReads } from '../annotations/tx/annotations-intents.ts'
import type { quickReplyReads } from '../quick-replies/tx/quick-replies-intents.ts'
import type { settingsReads } from '../settings/tx/settings-intents.ts'
import type { StoreOf } from '../store/store.ts'
import type { profileWrites, profileReads } from './tx/profile-intents.ts'

/** The store, with the writes and reads that this room calls. */
type ProfileStore = StoreOf<
  typeof profileWrites,
  typeof accountReads & typeof settingsReads & typeof quickReplyReads & typeof annotationReads & typeof profileReads
>

export interface ProfileBase extends InstanceBase {
  readonly store: ProfileStore
}
