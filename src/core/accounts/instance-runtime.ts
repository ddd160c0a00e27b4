import type { InstanceApi } from '../../api/client.ts'
import type { Prefix } from '../../api/path.ts'
import type { RateLimiter } from '../../api/limits/rate-limiter.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { OptionalCalls } from './optional-calls.ts'
import type { ConnectionTracker } from './connection-tracker.ts'
import type { InstanceRow } from './rules/instance-row.ts'

/** One instance while it is known: its settings, its limiter, its connection, whether or not it runs. */
export interface InstanceRuntime {
  readonly key: InstanceKey
  /** The newest settings. Ask each time: they change while a loop runs. */
  row(): InstanceRow
  readonly connection: ConnectionTracker
  readonly limiter: RateLimiter
  /** Where it may talk to the service; null while it is paused, has no token, or core is stopped or asleep. */
  run(): InstanceRun | null
  /** A notification was received at this moment (epoch ms). */
  recordReceived(at: number): void
  /** When the newest notification was received, also in a run before this one. Epoch ms. */
  lastReceivedAt(): number | null
}

/**
 * A stretch of time in which an instance talks to the service with one address and one token. It ends at a pause, a
 * change of address, token or mode, a wake, a change of network, a stop; a new one begins where it may.
 */
export interface InstanceRun {
  readonly key: InstanceKey
  readonly instance: InstanceRuntime
  readonly api: InstanceApi
  /** For operations that the service may lack. */
  readonly optional: OptionalCalls
  /** Aborted when the run ends. Give it to reads and long polls; a send under way is let finish instead. */
  readonly signal: AbortSignal
  /** Waits `ms`, less when the person asks to try now or the network came back. Says why it went on. */
  pause(ms: number): Promise<'elapsed' | 'nudged' | 'ended'>
  /** Whether the service answers for this instance under the path's other form. Asks once. */
  tryPrefix(prefix: Prefix): Promise<boolean>
  /** Called at each nudge, for loops that wait for something else. */
  onNudge(listener: () => void): () => void
}
