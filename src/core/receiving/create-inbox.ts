import type { InstanceKey } from '../../contract/ids.ts'
import { createSignal } from '../base/create-signal.ts'
import type { Signal } from '../base/create-signal.ts'
import type { Span } from '../messages/archive/rules/completeness.ts'
import { createFollower } from './follower.ts'
import type { Follower, FollowerOptions } from './follower.ts'
import type { Applied } from './tx/apply-notification.ts'

/**
 * Notifications that are stored and not applied yet, from an instance's loop or a team's journal. Created before both,
 * so that neither depends on the other.
 */
export interface Inbox extends Follower {
  /** Emitted after the commit, with the changes of each notification. */
  readonly applied: Signal<[Applied]>
  /** Emitted when the queue has missed a period, which histories have to fill. */
  readonly absences: Signal<[InstanceKey, Span]>
}

export function createInbox(options: Omit<FollowerOptions, 'onApplied'>): Inbox {
  const applied = createSignal<[Applied]>()
  return { ...createFollower({ ...options, onApplied: applied.emit }), applied, absences: createSignal() }
}
