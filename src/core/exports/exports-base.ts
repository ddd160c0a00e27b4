import type { InstanceBase } from '../accounts/instance-base.ts'
import type { journalReads } from '../journal/tx/journal-intents.ts'
import type { outgoingReads } from '../inspection/tx/outgoing-intents.ts'
import type { StoreOf } from '../store/store.ts'
import type { exportReads } from './tx/exports-intents.ts'
import type { importWrites } from './tx/import-intents.ts'

/** The store, with the writes and reads that this room calls. */
export type ExportsStore = StoreOf<typeof importWrites, typeof exportReads & typeof journalReads & typeof outgoingReads>

export interface ExportsBase extends InstanceBase {
  readonly store: ExportsStore
}
