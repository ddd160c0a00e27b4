import type { InstanceKey } from '../../contract/ids.ts'
import { createSignal } from '../base/create-signal.ts'
import type { Signal } from '../base/create-signal.ts'
import type { Span } from '../messages/archive/rules/completeness.ts'
import { createFollower } from './follower.ts'
import type { Follower, FollowerOptions } from './follower.ts'
import type { Applied } from './tx/apply-notification.ts'

/**
 * Notifications that are stored and not applied yet, whoever brought them: an instance's own loop, or the journal of a
 * team. Made before either, so that neither needs the other.
 */
export interface Inbox extends Follower {
  /** Told after the commit of what each notification brought. */
  readonly applied: Signal<[Applied]>
  /** The queue has left out a stretch of time: histories have to close it. */
  readonly absences: Signal<[InstanceKey, Span]>
}

export function createInbox(options: Omit<FollowerOptions, 'onApplied'>): Inbox {
  const applied = createSignal<[Applied]>()
  return { ...createFollower({ ...options, onApplied: applied.tell }), applied, absences: createSignal() }
}
