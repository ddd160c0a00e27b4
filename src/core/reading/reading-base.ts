import type { archiveWrites } from '../messages/archive/tx/archive-intents.ts'
import type { readingReads, readingWrites } from './tx/reading-intents.ts'
import type { StoreOf } from '../store/store.ts'

/** The store, with the writes and reads that this room calls. */
export type ReadingStore = StoreOf<
  typeof readingWrites & Pick<typeof archiveWrites, 'archive.storeOrderDetails'>,
  typeof readingReads
>
