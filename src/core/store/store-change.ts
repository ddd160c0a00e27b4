import type { ChangeEvent } from '../../contract/events.ts'
import type { ChatKey, InstanceKey } from '../../contract/ids.ts'

/** What a commit changed: what the window reads anew, and what only core has to hear of. */
export type StoreChange =
  | ChangeEvent
  /** The lane of a chat may go on: what held it back is known to have arrived, or stands in another chat now. */
  | { readonly kind: 'lane'; readonly instance: InstanceKey; readonly chat: ChatKey }
