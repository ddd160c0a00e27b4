import { operations } from '../../api/operations.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import { createTasks } from '../base/create-tasks.ts'
import type { Service } from '../base/core-base.ts'
import { untilStored } from '../store/until-stored.ts'
import type { AccountsBase } from './accounts-base.ts'
import type { CallUse } from './rules/call-use.ts'

/** Counts are stored this long after the first that is not, ms: a killed program forgets no more than these. */
const storeAfterMs = 5_000

/** Stores the calls of the month of each instance: the service counts on over restarts, so the program does too. */
export function createCallWatch({
  instances,
  store,
  clock,
  logger,
}: Pick<AccountsBase, 'instances' | 'store' | 'clock' | 'logger'>): Service {
  /** What is stored, or is being stored. */
  const stored = new Map<InstanceKey, CallUse>()
  const waiting = new Set<InstanceKey>()
  const writes = createTasks<InstanceKey>((error, instance) =>
    logger.warn({ instance, error }, 'calls were not counted'),
  )
  const stopping = new AbortController()
  let cancelTimer: (() => void) | null = null
  let stopListening: (() => void) | null = null

  const flush = () => {
    cancelTimer = null
    for (const key of waiting) {
      const use = instances.get(key)?.budget.use()
      if (use === undefined || use === stored.get(key)) continue
      stored.set(key, use)
      const write = () => store.write('accounts.storeCalls', { key, use: stored.get(key) ?? use }, { deferred: true })
      writes.add(untilStored({ store, clock }, stopping.signal, write), key)
    }
    waiting.clear()
  }
  return {
    start() {
      stopListening = instances.onAttempt((key, { operation }) => {
        if (operations[operation].limit === 'queue') return
        waiting.add(key)
        cancelTimer ??= clock.setTimer(storeAfterMs, flush)
      })
    },
    async stop() {
      stopListening?.()
      cancelTimer?.()
      flush()
      stopping.abort()
      await writes.ended()
    },
  }
}
