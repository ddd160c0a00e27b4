import type { InstanceApi } from '../../api/client.ts'
import type { Prefix } from '../../api/path.ts'
import type { RateLimiter } from '../../api/limits/rate-limiter.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { CallBudget } from './create-call-budget.ts'
import type { OptionalCalls } from './optional-calls.ts'
import type { ConnectionTracker } from './connection-tracker.ts'
import type { InstanceRow } from './rules/instance-row.ts'

/** One instance: its row, limiter and connection, whether or not it runs. */
export interface InstanceRuntime {
  readonly key: InstanceKey
  /** The newest settings. Ask each time: they change while a loop runs. */
  row(): InstanceRow
  /** Called when newer settings were taken over. */
  onRow(listener: () => void): () => void
  readonly connection: ConnectionTracker
  readonly limiter: RateLimiter
  readonly budget: CallBudget
  /** The present run; null while it is paused, has no token, or core is stopped or asleep. */
  run(): InstanceRun | null
  /** A notification was received at this moment (epoch ms). */
  recordReceived(at: number): void
  /** When the newest notification was received, also in a run before this one. Epoch ms. */
  lastReceivedAt(): number | null
}

/**
 * A period in which an instance works with one address and one token. It ends at a pause, a change of address, token or
 * mode, a wake, a network change or a stop; then a new one starts if allowed.
 */
export interface InstanceRun {
  readonly key: InstanceKey
  readonly instance: InstanceRuntime
  readonly api: InstanceApi
  /** For operations that the service may lack. */
  readonly optional: OptionalCalls
  /** Aborted when the run ends. Pass it to reads and long polls, not to sends, which finish. */
  readonly signal: AbortSignal
  /** Waits `ms`, or until the person tries now or the network is back. Resolves with the reason. */
  pause(ms: number): Promise<'elapsed' | 'nudged' | 'ended'>
  /** Whether the service answers for this instance under the path's other form. Asks once. */
  tryPrefix(prefix: Prefix): Promise<boolean>
  /** Called at each nudge, for loops that wait for something else. */
  onNudge(listener: () => void): () => void
}
