import type { StoreOf } from '../store/store.ts'
import type { searchReads } from './tx/search-intents.ts'

/** The store, with the writes and reads that this room calls. */
export type SearchStore = StoreOf<Record<never, never>, typeof searchReads>
