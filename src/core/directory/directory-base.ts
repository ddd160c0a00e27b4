import type { InstanceBase } from '../accounts/instance-base.ts'
import type { accountWrites, accountReads } from '../accounts/tx/accounts-intents.ts'
import type { archiveWrites } from '../messages/archive/tx/archive-intents.ts'
import type { StoreOf } from '../store/store.ts'
import type { directoryWrites, directoryReads } from './tx/directory-intents.ts'

/** The store, with the writes and reads that this room calls. */
type DirectoryStore = StoreOf<
  typeof directoryWrites & typeof archiveWrites & typeof accountWrites,
  typeof directoryReads & typeof accountReads
>

export interface DirectoryBase extends InstanceBase {
  readonly store: DirectoryStore
}
