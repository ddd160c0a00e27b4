import type { ChatKey, MessageKey } from '../../../contract/ids.ts'

/** A message that may go now. */
export interface ClaimedSend {
  readonly chat: ChatKey
  readonly message: MessageKey
}

/** Says which messages may go, where several desks share an instance: a chat's order holds over all of them. */
export interface LaneClaims {
  /**
   * Claims the next message of each chat. `again`: chats in which somebody else's message goes first. Null: nobody can
   * say it now, so nothing may go.
   */
  claim(
    chats: readonly ChatKey[],
  ): Promise<{ readonly only: readonly ClaimedSend[]; readonly again: readonly ChatKey[] } | null>
  /** The claim is fresh: what was claimed long ago, before this computer slept for example, is claimed anew. */
  mayLeave(message: MessageKey): boolean
  /** What was claimed is marked as on its way, or is not sent after all. */
  taken(claimed: readonly ClaimedSend[]): void
}
