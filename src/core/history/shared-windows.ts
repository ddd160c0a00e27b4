import type { Json } from '../../api/json.ts'
import type { InstanceKey } from '../../contract/ids.ts'

/** Windows of histories that desks of a team read for each other. */
export interface SharedWindows {
  /** Whether a team shares the instance. */
  isShared(instance: InstanceKey): boolean
  /**
   * Resolves when what the team's journal has of the instance is in this archive, when the team's database can't be
   * asked, or when `signal` aborts.
   */
  untilFollowed(instance: InstanceKey, signal: AbortSignal): Promise<void>
  /** Whether a window of this chat came in the last 24 hours. */
  has(instance: InstanceKey, chatId: string): boolean
  /** Told of each window that comes. Gives the unsubscribe function. */
  onWindow(listener: (instance: InstanceKey, chatId: string) => void): () => void
  /** Gives the team the newest messages of a chat, as the service gave them. Never rejects. */
  share(instance: InstanceKey, chatId: string, records: readonly Json[]): Promise<void>
}
