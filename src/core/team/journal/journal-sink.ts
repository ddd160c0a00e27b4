import type { TeamStore } from '../ports.ts'
import type { Ids } from '../../base/ports.ts'
import type { Signal } from '../../base/create-signal.ts'
import type { NotificationSink } from '../../receiving/notification-sink.ts'
import type { DatabaseState } from '../connection/database-state.ts'
import type { LeaseHolder } from '../leases/lease-holder.ts'
import type { SharedTeam } from '../../sharing/shared-team.ts'
import type { SharedInstanceId } from '../../sharing/shared-ids.ts'
import type { UnfollowedEntries } from './unfollowed-entries.ts'
import type { LaneClaims } from '../../messages/outbox/lane-claims.ts'

export interface JournalSinkOptions {
  readonly team: Pick<SharedTeam, 'append'>
  readonly ids: Pick<Ids, 'uuid'>
  readonly unfollowed: Pick<UnfollowedEntries, 'add' | 'appended' | 'hasRoom'>
  readonly store: Pick<TeamStore, 'state'>
  readonly database: DatabaseState
  readonly holder: Pick<LeaseHolder, 'held' | 'lost'>
  /** Emitted when a closed sink may be open. */
  readonly opened: Signal<[]>
  /** The session is over. */
  readonly ending: AbortSignal
  readonly onPersisted: (n: number) => void
}

/** Appends one instance's notifications to the team's journal while this desk holds the lease. */
export function createJournalSink(options: JournalSinkOptions, instance: SharedInstanceId): NotificationSink {
  const { team, ids, unfollowed, store, database, holder, opened, ending, onPersisted } = options
  const isOpen = () =>
    database.mayWrite() &&
    store.state() === 'ok' &&
    unfollowed.hasRoom() &&
    !ending.aborted &&
    holder.held(instance) !== null
  return {
    isOpen,
    closing: () => holder.held(instance)?.closing.signal,
    async untilOpen(signal) {
      // Once: by then the instance may have another number at the team's database, and another sink.
      if (!isOpen()) await nextOpening(opened, AbortSignal.any([signal, ending]))
    },
    async persist({ raw, isJson, receiptId, isQueueComplete: queueComplete }) {
      const lease = holder.held(instance)
      if (lease === null) return null
      const entry = { id: ids.uuid(), ...enterable({ raw, isJson }), receiptId, queueComplete }
      unfollowed.add(instance, entry)
      let appended: Awaited<ReturnType<SharedTeam['append']>> = null
      try {
        appended = await database.keeping(team.append(instance, lease.epoch, lease.deletedN, entry))
      } finally {
        unfollowed.appended(entry.id, appended)
      }
      if (appended === null) {
        holder.lost(instance)
        return null
      }
      onPersisted(appended.n)
      return {
        deleted() {
          // Notifications are deleted one at a time, and one that was not deleted comes again before the next.
          lease.deletedN = Math.max(lease.deletedN, appended.n)
        },
      }
    },
    alive() {
      const lease = holder.held(instance)
      if (lease !== null) lease.idle = true
      return Promise.resolve()
    },
    // They go along with the next append, or with the next beat.
    hasMarks: () => false,
    flush: () => Promise.resolve(),
  }
}

/** Resolves at the next sign of `opened`, or when `signal` aborts. */
function nextOpening(opened: Signal<[]>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const go = () => {
      stop()
      signal.removeEventListener('abort', go)
      resolve()
    }
    const stop = opened.listen(go)
    signal.addEventListener('abort', go, { once: true })
  })
}

/** A shared instance is never received alone: without a session with the team's database nothing is stored. */
export const closedSink = (opened: Signal<[]>): NotificationSink => ({
  isOpen: () => false,
  untilOpen: (signal) => nextOpening(opened, signal),
  persist: () => Promise.resolve(null),
  alive: () => Promise.resolve(),
  hasMarks: () => false,
  flush: () => Promise.resolve(),
})

/** Nobody can say now which messages may go. */
export const unclaimable: LaneClaims = {
  claim: () => Promise.resolve(null),
  mayLeave: () => true,
  taken: () => undefined,
}

/** The largest body that a team's database takes (src/team/schema, append), bytes. */
const largestBody = 16_000_000
/** So much is entered of a larger one, UTF-16 units. */
const beginning = 100_000

/**
 * A body as the database takes it. One that is too large would be refused for as long as the service keeps it, and
 * everything behind it would be lost: its beginning stands for it, which no desk can apply.
 */
function enterable(body: { readonly raw: string; readonly isJson: boolean }): typeof body {
  const { raw, isJson } = body
  const bytes = Buffer.byteLength(isJson ? raw : JSON.stringify(raw))
  return bytes <= largestBody ? body : { raw: raw.slice(0, beginning), isJson: false }
}
