import type { InstanceBase } from '../accounts/instance-base.ts'
import type { StoreOf } from '../store/store.ts'
import type { quickReplyWrites, quickReplyReads } from './tx/quick-replies-intents.ts'

/** The store, with the writes and reads that this room calls. */
type QuickRepliesStore = StoreOf<typeof quickReplyWrites, typeof quickReplyReads>

export interface QuickRepliesBase extends InstanceBase {
  readonly store: QuickRepliesStore
}
