import type { OperationUses } from '../../api/limits/rate-limiter.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import { createRerun } from '../base/create-rerun.ts'
import type { Service } from '../base/core-base.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import { createAccountHandlers } from './account-handlers.ts'
import type { AccountCalls } from './account-handlers.ts'
import { createPartnerImport } from './partner-import.ts'
import type { AccountsDeps } from './account-handlers.ts'
import { createEraseHistories } from './erase-histories.ts'
import type { HistoryElsewhere } from './erase-histories.ts'
import { createInstanceStateWatch } from './instance-state-watch.ts'
import { createCallWatch } from './watch-calls.ts'
import { createQuotaWatch } from './watch-quotas.ts'

export interface AccountService extends Service {
  /** Reads instances and tokens from disk. Call it before `start`, so that the first query finds them. */
  load(): Promise<void>
  /** Reads the instances again. */
  refresh(): Promise<void>
  /** Called when histories of removed instances have to be erased. */
  erase(): void
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
  readonly elsewhere: HistoryElsewhere
  /** The last run ended without storing its recent requests. */
  readonly hasCrashed: boolean
}

/** Instances: added, checked, changed, paused, removed (architecture 9), and the tokens that go with them. */
export function createAccounts(deps: AccountsOptions): Accounts {
  const { store, instances, vault, clock, logger, emit, tokens } = deps
  const erasing = createEraseHistories(deps)
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

  const handlers = createAccountHandlers({ ...deps, refresh, eraseHistories: erasing.wake, announce })

  return {
    handlers: { ...handlers, ...createPartnerImport({ ...deps, add: handlers['instances.add'] }) },
    service: {
      refresh,
      erase: erasing.wake,
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
        erasing.start()
      },
      async stop() {
        for (const stop of stops) stop()
        await Promise.all([stateWatch.stop(), quotas.stop(), calls.stop(), erasing.stop()])
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
