import type { StoreOf } from '../store/store.ts'
import type { InstanceBase } from './instance-base.ts'
import type { accountWrites, accountReads } from './tx/accounts-intents.ts'

/** The store, with the writes and reads that this room calls. */
export type AccountsStore = StoreOf<typeof accountWrites, typeof accountReads>

export interface AccountsBase extends InstanceBase {
  readonly store: AccountsStore
}
