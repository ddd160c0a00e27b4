import type { StoreOf } from '../store/store.ts'
import type { chatWrites, chatReads } from './tx/chats-intents.ts'
import type { messageReads } from './tx/messages-intents.ts'

/** The store, with the writes and reads that this room calls. */
export type ReadingStore = StoreOf<typeof chatWrites, typeof chatReads & typeof messageReads>
