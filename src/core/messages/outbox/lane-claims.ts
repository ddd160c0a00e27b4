import type { ChatKey, MessageKey } from '../../../contract/ids.ts'

/** A message that may go now. */
export interface ClaimedSend {
  readonly chat: ChatKey
  readonly message: MessageKey
}

/** Decides which messages may be sent if several desks share an instance: a chat's order holds across all desks. */
export interface LaneClaims {
  /**
   * Claims the next message of each chat. `again`: chats in which another desk's message comes first. Null: unknown
   * now, so nothing may be sent.
   */
  claim(
    chats: readonly ChatKey[],
  ): Promise<{ readonly only: readonly ClaimedSend[]; readonly again: readonly ChatKey[] } | null>
  /** The claim is fresh: what was claimed long ago, before this computer slept for example, is claimed again. */
  mayLeave(message: MessageKey): boolean
  /** The claimed sends are marked *sending* now, or are not sent after all. */
  taken(claimed: readonly ClaimedSend[]): void
}
