import type { inspectionReads } from '../inspection/tx/inspection-intents.ts'
import type { exportReads } from './tx/read-exports.ts'
import type { InstanceBase } from '../accounts/instance-base.ts'
import type { journalReads } from '../journal/tx/journal-intents.ts'
import type { StoreOf } from '../store/store.ts'

/** The store, with the reads that this room calls. */
export type ExportsStore = StoreOf<{}, typeof exportReads & typeof journalReads & typeof inspectionReads>

export interface ExportsBase extends InstanceBase {
  readonly store: ExportsStore
}
