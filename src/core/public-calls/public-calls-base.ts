import type { InstanceBase } from '../accounts/instance-base.ts'
import type { programReads } from '../programs/tx/programs-intents.ts'
import type { proposalReads, proposalWrites } from '../proposals/tx/proposals-intents.ts'
import type { sendingReads, sendingWrites } from '../sending/tx/sending-intents.ts'
import type { StoreOf } from '../store/store.ts'
import type { publicReads } from './tx/public-reads.ts'

export interface PublicCallsBase extends InstanceBase {
  /** The store, with the writes and reads that this room calls. */
  readonly store: StoreOf<
    typeof sendingWrites & typeof proposalWrites,
    typeof publicReads & typeof programReads & typeof sendingReads & typeof proposalReads
  >
}
