import type { readingReads } from '../reading/tx/reading-intents.ts'
import type { InstanceBase } from '../accounts/instance-base.ts'
import type { accountWrites, accountReads } from '../accounts/tx/accounts-intents.ts'
import type { directoryReads, directoryWrites } from '../directory/tx/directory-intents.ts'
import type { archiveWrites } from '../messages/archive/tx/archive-intents.ts'
import type { sendingWrites, sendingReads } from '../sending/tx/sending-intents.ts'
import type { settingsWrites, settingsReads } from '../settings/tx/settings-intents.ts'
import type { StoreOf } from '../store/store.ts'
import type { uploadReads } from '../uploads/tx/uploads-intents.ts'
import type { administrationWrites, administrationReads } from './tx/administration-intents.ts'

/** The store, with the writes and reads that this room calls. */
type AdministrationStore = StoreOf<
  typeof administrationWrites &
    typeof settingsWrites &
    typeof sendingWrites &
    typeof accountWrites &
    typeof archiveWrites &
    typeof directoryWrites,
  typeof administrationReads &
    typeof accountReads &
    typeof settingsReads &
    typeof directoryReads &
    typeof sendingReads &
    typeof readingReads &
    typeof uploadReads
>

export interface AdministrationBase extends InstanceBase {
  readonly store: AdministrationStore
}
