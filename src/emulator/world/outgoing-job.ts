import type { Message } from './message.ts'
import type { JsonObject } from './records.ts'

/** An entry of the outgoing queue: a message, or an edit. */
export interface OutgoingJob {
  /** The operation, as the queue names it. */
  readonly type: string
  /** The request as it was made. */
  readonly body: JsonObject
  /** The answered id. */
  readonly answeredId: string
  /** The message that enters the chat; absent for an edit. */
  readonly message?: Message
  /** Executes the job when it leaves the queue. */
  leave(): void
}
