import type { Message } from './message.ts'
import type { JsonObject } from './records.ts'

/** What waits in the outgoing queue: a message, or an edit of one. */
export interface OutgoingJob {
  /** The operation, as the queue names it. */
  readonly type: string
  /** The request as it was made. */
  readonly body: JsonObject
  /** The id that was answered. */
  readonly answeredId: string
  /** What stands in the chat once it has left; absent where it only changes something. */
  readonly message?: Message
  /** What happens when its turn has come. */
  leave(): void
}
