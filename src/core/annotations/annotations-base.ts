import type { CoreBase } from '../base/core-base.ts'
import type { StoreOf } from '../store/store.ts'
import type { annotationWrites, annotationReads } from './tx/annotations-intents.ts'

/** The store, with the writes and reads that this room calls. */
type AnnotationsStore = StoreOf<typeof annotationWrites, typeof annotationReads>

export interface AnnotationsBase extends CoreBase {
  readonly store: AnnotationsStore
}
