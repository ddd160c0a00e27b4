import type { OperationUses } from '../../api/limits/rate-limiter.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import { createRerun } from '../base/create-rerun.ts'
import type { Service } from '../base/core-base.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import { createAccountHandlers, type AccountCalls, type AccountsDeps } from './account-handlers.ts'
import { createPartnerImport } from './partner-import.ts'
import { createInstanceStateWatch } from './instance-state-watch.ts'
import { operations } from '../../api/operations.ts'
import { createTasks } from '../base/create-tasks.ts'
import { untilStored } from '../store/until-stored.ts'
import type { AccountsBase } from './accounts-base.ts'
import type { CallUse } from './rules/call-use.ts'
import type { UsedQuota } from './rules/instance-row.ts'

export interface AccountService extends Service {
  /** Reads instances and tokens from disk. Call it before `start`, so that the first query finds them. */
  load(): Promise<void>
  /** Reads the instances again. */
  refresh(): Promise<void>
  /**
   * Stores the requests that still count against the limits, for the next run. Call it when no more requests are made.
   */
  storeUses(): Promise<void>
}

interface Accounts {
  readonly handlers: Pick<CoreHandlers, AccountCalls>
  readonly service: AccountService
}

interface AccountsOptions extends AccountsDeps {
  /** The last run ended without storing its recent requests. */
  readonly hasCrashed: boolean
}

/** Instances: added, checked, changed, paused, removed (architecture 9), and the tokens that go with them. */
export function createAccounts(deps: AccountsOptions): Accounts {
  const { store, instances, vault, clock, logger, emit, tokens } = deps
  const stateWatch = createInstanceStateWatch(deps)
  const quotas = createQuotaWatch(deps)
  const calls = createCallWatch(deps)
  const stops: (() => void)[] = []

  // Reads run one after another, so the last rows are the newest. When 200 instances start, each row changes several
  // times: reading all rows each time would cost 100 MB of garbage.
  let stale: 'all' | ReadonlySet<InstanceKey> | null = null
  const readStale = createRerun(async () => {
    for (let wanted = stale; wanted !== null; wanted = stale) {
      stale = null
      if (wanted !== 'all') {
        const rows = await store.read('accounts.some', { keys: [...wanted] })
        instances.updateSome(rows)
        if (rows.length === wanted.size) continue
      }
      instances.update(await store.read('accounts.list', undefined))
    }
  })
  const refresh = (keys: 'all' | readonly InstanceKey[] = 'all'): Promise<void> => {
    stale = keys === 'all' || stale === 'all' ? 'all' : new Set([...(stale ?? []), ...keys])
    return readStale()
  }
  /** The service still counts the last requests of an earlier run. */
  const restoreUses = async () => {
    const earlier = await store.read('accounts.uses', undefined)
    for (const { key, limiter } of instances.list()) {
      if (deps.hasCrashed) limiter.restore('unknown')
      else if (earlier !== null) limiter.restore(agedUses(earlier.instances[key], clock.now() - earlier.at))
    }
  }
  /** The service counts on over restarts, months and all. */
  const restoreCalls = async () => {
    // Reads of one turn go to the store's worker together.
    await Promise.all(
      instances.list().map(async ({ key, budget }) => budget.restore(await store.read('accounts.calls', { key }))),
    )
  }
  const announce = () => emit({ type: 'changed', change: { kind: 'instances' } })

  const handlers = createAccountHandlers({ ...deps, refresh, announce })

  return {
    handlers: { ...handlers, ...createPartnerImport({ ...deps, add: handlers['instances.add'] }) },
    service: {
      refresh,
      async storeUses() {
        const uses = new Map(instances.list().map(({ key, limiter }) => [key, limiter.uses()]))
        await store.write('accounts.storeUses', { uses })
      },
      async load() {
        await refresh()
        await restoreUses()
        await restoreCalls()
        await tokens.load(instances.list().map(({ key }) => key))
        stops.push(
          instances.onConnection(announce),
          store.onChanges((changes) => {
            const changed = changes.flatMap((change) => (change.kind === 'instances' ? [change.instance] : []))
            if (changed.length === 0) return
            const keys = changed.filter((key) => key !== undefined)
            refresh(keys.length === changed.length ? keys : 'all').catch((error: unknown) =>
              logger.warn({ error }, 'instances were not read again'),
            )
          }),
          vault.onChange(() => {
            emit({ type: 'changed', change: { kind: 'vault' } })
            void tokens.load(instances.list().map(({ key }) => key)).then(announce)
          }),
        )
      },
      start() {
        quotas.start()
        calls.start()
        stateWatch.start()
      },
      async stop() {
        for (const stop of stops) stop()
        await Promise.all([stateWatch.stop(), quotas.stop(), calls.stop()])
      },
    },
  }
}

/** Oldest stored uses that still matter, ms. If the clock was set back meanwhile, they count as new, which is safe. */
function agedUses(uses: OperationUses = {}, sinceMs: number): OperationUses {
  const aged = Object.entries(uses).map(([name, { requests, agoMs }]) => [
    name,
    { requests, agoMs: agoMs + Math.max(0, sinceMs) },
  ])
  return Object.fromEntries(aged)
}

/** Counts are stored this long after the first that is not, ms: a killed program forgets no more than these. */
const storeAfterMs = 5_000

/** Stores the calls of the month of each instance: the service counts on over restarts, so the program does too. */
function createCallWatch({
  instances,
  store,
  clock,
  logger,
}: Pick<AccountsBase, 'instances' | 'store' | 'clock' | 'logger'>): Service {
  /** The calls as stored, or as the write under way stores them. */
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

/** A quota that is refused many times a minute is written down once in this time, ms. */
const writeAgainMs = 10 * 60_000

/**
 * Keeps what is used up in the store: what the service refused before a restart it refuses after it, and says so again
 * only when it is asked. The next run begins with it.
 */
function createQuotaWatch({
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
