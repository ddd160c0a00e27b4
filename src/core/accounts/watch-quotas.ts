import type { InstanceKey } from '../../contract/ids.ts'
import type { Service } from '../base/core-base.ts'
import type { AccountsBase } from './accounts-base.ts'
import { createTasks } from '../base/create-tasks.ts'
import { untilStored } from '../store/until-stored.ts'
import type { UsedQuota } from './rules/instance-row.ts'

/** A quota that is refused many times a minute is written down once in this time, ms. */
const writeAgainMs = 10 * 60_000

/**
 * Keeps what is used up in the store: what the service refused before a restart it refuses after it, and says so again
 * only when it is asked. The next run begins with it.
 */
export function createQuotaWatch({
  instances,
  store,
  clock,
  logger,
}: Pick<AccountsBase, 'instances' | 'store' | 'clock' | 'logger'>): Service {
  const quotas = new Map<InstanceKey, UsedQuota | null>()
  const writes = createTasks<InstanceKey>((error, instance) => logger.warn({ instance, error }, 'a quota was not kept'))
  const stopping = new AbortController()
  let stopListening: (() => void) | null = null
  return {
    start() {
      stopListening = instances.onQuota((key, quota) => {
        // The row learns of what is written here only later, also that nothing is used up any more.
        const before = quotas.has(key) ? quotas.get(key) : instances.get(key)?.row().quota
        if (isStored(quota, before ?? null)) return
        quotas.set(key, quota)
        const write = () => store.write('accounts.learn', { key, quota: quotas.get(key) ?? null })
        writes.add(untilStored({ store, clock }, stopping.signal, write), key)
      })
    },
    async stop() {
      stopListening?.()
      stopping.abort()
      await writes.ended()
    },
  }
}

/** Whether it is known already. */
function isStored(quota: UsedQuota | null, before: UsedQuota | null): boolean {
  if (quota === null || before === null) return quota === before
  return (
    quota.operation === before.operation &&
    quota.text === before.text &&
    quota.reportedAt - before.reportedAt < writeAgainMs
  )
}
