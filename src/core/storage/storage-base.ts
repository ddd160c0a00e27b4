import type { InstanceBase } from '../accounts/instance-base.ts'
import type { StoreOf } from '../store/store.ts'
import type { storageWrites, storageReads } from './tx/storage-intents.ts'

/** The store, with the writes and reads that this room calls. */
export type StorageStore = StoreOf<typeof storageWrites, typeof storageReads>

export interface StorageBase extends InstanceBase {
  readonly store: StorageStore
}
