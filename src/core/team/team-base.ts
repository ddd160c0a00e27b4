import type { InstanceBase } from '../accounts/instance-base.ts'
import type { accountWrites } from '../accounts/tx/accounts-intents.ts'
import type { sharedReplyReads, sharedReplyWrites } from '../quick-replies/tx/shared-replies.ts'
import type { StoreOf } from '../store/store.ts'
import type { teamWrites, teamReads } from './tx/team-intents.ts'

/** The store, with the writes and reads that this room calls. */
export type TeamStore = StoreOf<
  typeof teamWrites & typeof accountWrites & typeof sharedReplyWrites,
  typeof teamReads & typeof sharedReplyReads
>

export interface TeamBase extends InstanceBase {
  readonly store: TeamStore
}
