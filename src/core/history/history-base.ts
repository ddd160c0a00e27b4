import type { InstanceBase } from '../accounts/instance-base.ts'
import type { accountWrites, accountReads } from '../accounts/tx/accounts-intents.ts'
import type { archiveWrites } from '../messages/archive/tx/archive-intents.ts'
import type { settingsReads } from '../settings/tx/settings-intents.ts'
import type { StoreOf } from '../store/store.ts'
import type { SharedWindows } from './shared-windows.ts'
import type { historyWrites, historyReads } from './tx/history-intents.ts'

/** The store, with the writes and reads that this room calls. */
type HistoryStore = StoreOf<
  typeof accountWrites & typeof historyWrites & typeof archiveWrites,
  typeof historyReads & typeof settingsReads & typeof accountReads
>

export interface HistoryBase extends InstanceBase {
  readonly store: HistoryStore
  /** Windows that desks of a team read for each other. */
  readonly windows: SharedWindows
}
