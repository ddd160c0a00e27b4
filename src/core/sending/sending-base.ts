import type { readingReads } from '../reading/tx/reading-intents.ts'
import type { InstanceBase } from '../accounts/instance-base.ts'
import type { accountWrites } from '../accounts/tx/accounts-intents.ts'
import type { archiveWrites } from '../messages/archive/tx/archive-intents.ts'
import type { settingsReads } from '../settings/tx/settings-intents.ts'
import type { StoreOf } from '../store/store.ts'
import type { uploadReads } from '../uploads/tx/uploads-intents.ts'
import type { sendingWrites, sendingReads } from './tx/sending-intents.ts'

/** The store, with the writes and reads that this room calls. */
export type SendingStore = StoreOf<
  typeof sendingWrites & typeof archiveWrites & typeof accountWrites,
  typeof sendingReads & typeof readingReads & typeof uploadReads & typeof settingsReads
>

export interface SendingBase extends InstanceBase {
  readonly store: SendingStore
}
