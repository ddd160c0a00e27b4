import type { CoreBase } from '../base/core-base.ts'
import type { StoreOf } from '../store/store.ts'
import type { proposalReads, proposalWrites } from './tx/proposals-intents.ts'

export interface ProposalsBase extends CoreBase {
  /** The store, with the writes and reads that this room calls. */
  readonly store: StoreOf<typeof proposalWrites, typeof proposalReads>
}
