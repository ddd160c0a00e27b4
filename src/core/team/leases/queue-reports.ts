import { allMessagesOn } from '../../accounts/rules/notification-switches.ts'
import type { InstanceKey } from '../../../contract/ids.ts'
import type { Inbox } from '../../receiving/follower.ts'
import type { Lease } from '../../sharing/shared-team.ts'
import type { DeskId, SharedInstanceId } from '../../sharing/shared-ids.ts'
import type { TeamBase } from '../ports.ts'

/** A quiet queue is noted at most this often, ms. */
const aliveEveryMs = 60_000

/** Records the facts about a shared instance's queue that its lease reports. */
export interface QueueReports {
  /** Its reader saw the queue empty, and everything that it brought is here. */
  recordEmptyQueue(key: InstanceKey, lease: Lease): Promise<void>
  /** Another desk received from the queue, so the instance is there. */
  recordReader(key: InstanceKey, lease: Lease): void
}

export function createQueueReports(
  options: Pick<TeamBase, 'store' | 'instances' | 'logger'> & {
    readonly desk: DeskId
    readonly inbox: Inbox
    /** A time of the database by our clock. */
    readonly ours: (theirs: number) => number
  },
): QueueReports {
  const { desk, store, instances, logger, inbox, ours } = options
  /** When a quiet queue was noted last, by the database's clock, which may be set back. */
  const recordedAt = new Map<SharedInstanceId, number>()
  /** The last report of each instance's reader. */
  const progress = new Map<SharedInstanceId, string>()
  return {
    async recordEmptyQueue(key, { instance, idleAt }) {
      if (idleAt === null || Math.abs(idleAt - (recordedAt.get(instance) ?? -Infinity)) < aliveEveryMs) return
      recordedAt.set(instance, idleAt)
      try {
        const isComplete = allMessagesOn(instances.get(key)?.row().settings ?? null)
        const { absence } = await store.write('team.alive', { instance: key, at: ours(idleAt), isComplete })
        if (absence !== null) inbox.absences.emit(key, absence)
      } catch (error) {
        recordedAt.delete(instance)
        logger.warn({ instance: key, error: String(error) }, 'a quiet queue was not noted')
      }
    },
    recordReader(key, { instance, holder, isFree, idleAt, lastN }) {
      const received = JSON.stringify([idleAt, lastN])
      if (holder === desk || holder === null || isFree || progress.get(instance) === received) return
      progress.set(instance, received)
      const runtime = instances.get(key)
      if (runtime?.run() != null) runtime.connection.report({ kind: 'receiveAnswered' })
    },
  }
}
