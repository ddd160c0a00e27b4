import type { ChatKey, MessageKey } from '../../../../contract/ids.ts'

export interface Ingested {
  /** Messages that were not known before, in the order of the items. */
  readonly created: readonly IngestedMessage[]
  /** Messages that came live for the first time: a history may have brought them before their notification did. */
  readonly arrived: readonly IngestedMessage[]
  /** Every chat that an item speaks of. */
  readonly chats: readonly ChatKey[]
  /** Messages that an item speaks of, known before or not. */
  readonly messages: readonly MessageKey[]
  /** Something stayed out because it is of an erased person and from before. */
  readonly isErased: boolean
}

export interface IngestedMessage {
  readonly chat: ChatKey
  readonly message: MessageKey
  readonly direction: 'incoming' | 'outgoing'
  readonly at: number
}
