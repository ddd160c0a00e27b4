import type { Prefix, Target } from '../../api/path.ts'
import { prefixOf } from '../../api/path.ts'
import type { OperationUses } from '../../api/limits/rate-limiter.ts'
import { ContractError } from '../../contract/errors.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import type { CheckReport, CheckStep } from '../../contract/instances.ts'
import type { Service } from '../base/core-base.ts'
import type { AccountsBase } from './accounts-base.ts'
import type { Scrubber } from '../logging/scrubber.ts'
import { testConnection } from './connection-test.ts'
import type { ConnectionTestOptions } from './connection-test.ts'
import { createConnectionTestProgress } from './connection-test-progress.ts'
import { createEraseHistories } from './erase-histories.ts'
import type { HistoryElsewhere } from './erase-histories.ts'
import type { InstanceRuntime } from './instance-runtime.ts'
import { summarise } from './instance-summary.ts'
import { createInstanceStateWatch } from './instance-state-watch.ts'
import { createQuotaWatch } from './watch-quotas.ts'
import { isNotificationField, notificationFields } from './notification-fields.ts'
import { readAddress, readTarget, readToken } from './read-target.ts'
import { runOf } from './run-of.ts'
import { createInitials } from './instance-initials.ts'
import { clockStep, limitsStep, tokenStep, withLoop } from './self-check.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'
import { isSameAddress } from './tokens.ts'
import type { Tokens } from './tokens.ts'

export type AccountCalls =
  | 'instances.list'
  | 'instances.checkSteps'
  | 'instances.check'
  | 'instances.add'
  | 'instances.edit'
  | 'instances.setToken'
  | 'instances.pause'
  | 'instances.resume'
  | 'instances.retryNow'
  | 'instances.reorder'
  | 'instances.remove'
  | 'instances.selfCheck'
  | 'instances.enableNotifications'
  | 'instances.readNotificationSettings'
  | 'instances.unlockVault'
  | 'instances.acceptWeakVault'

export interface AccountService extends Service {
  readonly handlers: Pick<CoreHandlers, AccountCalls>
  /** Reads instances and tokens from disk. Call it before `start`, so that the first query finds them. */
  load(): Promise<void>
  /** Reads the instances again. */
  refresh(): Promise<void>
  /** Called when histories of removed instances have to be erased. */
  erase(): void
  /**
   * Stores the requests that still count against the limits, for the next run. Call it when no more requests are made.
   */
  noteUses(): Promise<void>
}

/** Instances: added, checked, changed, paused, removed (architecture 9), and the tokens that go with them. */
export function createAccountService(
  deps: AccountsBase & {
    readonly scrubber: Scrubber
    readonly tokens: Tokens
    readonly elsewhere: HistoryElsewhere
    /** The last run ended without storing its recent requests. */
    readonly hasCrashed: boolean
  },
): AccountService {
  const { store, instances, vault, clock, http, ids, logger, emit, tokens } = deps
  const erasing = createEraseHistories(deps)
  const stateWatch = createInstanceStateWatch(deps)
  const quotas = createQuotaWatch(deps)
  /** The form of the path that answered at a check, so that adding an instance need not try both again. */
  const knownPrefixes = new Map<string, Prefix>()
  const stops: (() => void)[] = []

  // Reads run one after another, so the last rows are the newest. When 200 instances start, each row changes several
  // times: reading all rows each time would cost 100 MB of garbage.
  let refreshing: Promise<void> | null = null
  let stale: 'all' | ReadonlySet<InstanceKey> | null = null
  const readStale = async () => {
    for (let wanted = stale; wanted !== null; wanted = stale) {
      stale = null
      if (wanted !== 'all') {
        const rows = await store.read('accounts.some', { keys: [...wanted] })
        instances.updateSome(rows)
        if (rows.length === wanted.size) continue
      }
      instances.update(await store.read('accounts.list', undefined))
    }
  }
  const refresh = (keys: 'all' | readonly InstanceKey[] = 'all'): Promise<void> => {
    stale = keys === 'all' || stale === 'all' ? 'all' : new Set([...(stale ?? []), ...keys])
    refreshing ??= readStale().finally(() => {
      refreshing = null
    })
    return refreshing
  }
  /** The service still counts the last requests of an earlier run. */
  const restoreUses = async () => {
    const earlier = await store.read('accounts.uses', undefined)
    for (const { key, limiter } of instances.list()) {
      if (deps.hasCrashed) limiter.restore('unknown')
      else if (earlier !== null) limiter.restore(agedUses(earlier.instances[key], clock.now() - earlier.at))
    }
  }
  const announce = () => emit({ type: 'changed', change: { kind: 'instances' } })
  const require = (key: InstanceKey): InstanceRuntime => {
    const runtime = instances.get(key)
    if (runtime === undefined) throw new ContractError('notFound')
    return runtime
  }
  const targetKey = (target: Target) => `${target.baseUrl} ${target.idInstance} ${target.family}`
  const progress = createConnectionTestProgress(deps)
  const initialsOf = createInitials()
  const check = async (
    target: Target,
    options: Pick<ConnectionTestOptions, 'signal' | 'readQueue' | 'brief'> &
      Partial<Pick<ConnectionTestOptions, 'onStep'>>,
    runtime?: InstanceRuntime,
  ): Promise<CheckReport> => {
    deps.scrubber.add(target.token)
    const { signal } = options
    const { report, prefix } = await testConnection(target, {
      clock,
      http,
      ids,
      limiter: instances.limiterOf(target),
      onStep: () => undefined,
      ...(runtime && { observe: (record) => instances.recordAttempt(runtime.key, record) }),
      ...options,
    })
    if (signal.aborted) throw new ContractError('cancelled')
    if (prefix !== null) knownPrefixes.set(targetKey(target), prefix)
    return report
  }
  const targetOf = (runtime: InstanceRuntime, token: string): Target => {
    const { apiUrl, prefix, family, idInstance } = runtime.row()
    return { baseUrl: apiUrl, prefix, family, idInstance, token }
  }
  const requireToken = async (key: InstanceKey): Promise<string> => {
    const token = await tokens.current(key)
    if (token === null) throw new ContractError((await tokens.where(key)) === 'locked' ? 'vaultLocked' : 'tokenMissing')
    return token
  }
  /** Checked before anything is stored, so that no instance is left without its token. */
  const requireVault = (persist: boolean) => {
    const { state } = vault.status()
    if (!persist) return
    if (state === 'needsConsent') throw new ContractError('vaultConsentNeeded')
    if (state !== 'usable') throw new ContractError('vaultLocked')
  }

  const handlers: AccountService['handlers'] = {
    async 'instances.list'() {
      // Counts of unread chats change with every message, so they are read on demand.
      await refresh()
      const initials = initialsOf(instances.list())
      return Promise.all(
        instances
          .list()
          .map(async (runtime) => summarise(runtime, await tokens.where(runtime.key), initials.get(runtime.key) ?? '')),
      )
    },

    'instances.checkSteps': ({ run }) => Promise.resolve(progress.steps(run)),

    async 'instances.check'({ run, brief = false, ...connection }, { signal }) {
      const target = readTarget(connection)
      const { add, end } = progress.begin(run)
      return check(target, { signal, readQueue: true, brief, onStep: add }).finally(end)
    },

    async 'instances.add'(input) {
      const target = readTarget(input)
      deps.scrubber.add(target.token)
      requireVault(input.storeToken)
      const added = await store.write(
        'accounts.add',
        {
          apiUrl: target.baseUrl,
          idInstance: target.idInstance,
          family: target.family,
          prefix: knownPrefixes.get(targetKey(target)) ?? target.prefix,
          name: input.name,
          colour: input.colour,
          mode: input.mode,
        },
        { urgent: true },
      )
      if (added.kind === 'exists') throw new ContractError('instanceExists', { details: { instance: added.key } })
      const { key } = added.instance
      // Reads only this row: reading all rows for each of a thousand instances would be a million rows.
      await refresh([key])
      try {
        await tokens.keep(key, target.token, input.storeToken)
      } catch (error) {
        await store.write('accounts.detach', { key, erase: added.kind === 'added' }, { urgent: true })
        await refresh()
        erasing.wake()
        throw error
      }
      announce()
      return { instance: key, reattached: added.kind === 'reattached' }
    },

    async 'instances.edit'({ instance: key, apiUrl, mediaUrl, family, ...rest }) {
      const before = require(key).row()
      const wanted = family ?? before.family
      const address = apiUrl === undefined ? undefined : readAddress(apiUrl, wanted)
      const prefix = address?.prefix ?? (wanted === before.family ? undefined : prefixOf(wanted))
      const files =
        mediaUrl === undefined || mediaUrl.trim() === '' ? mediaUrl?.trim() : readAddress(mediaUrl, wanted).baseUrl
      const changed = { key, ...rest, apiUrl: address?.baseUrl, mediaUrl: files, family, prefix }
      const after = { ...before, apiUrl: address?.baseUrl ?? before.apiUrl, mediaUrl: files ?? before.mediaUrl }
      // The token moves with the address, so the vault must be open.
      if (!isSameAddress(before, after) && (await tokens.where(key)) === 'locked')
        throw new ContractError('vaultLocked')
      await store.write('accounts.edit', changed, { urgent: true })
      await refresh()
      await tokens.rebind(key, before)
    },

    async 'instances.setToken'({ instance: key, token: typed, storeToken }, { signal }) {
      const runtime = require(key)
      const token = readToken(typed)
      requireVault(storeToken)
      const report = await check(targetOf(runtime, token), { signal, readQueue: false }, runtime)
      const refused = report.steps.some(({ step, result }) => step === 'credentials' && result === 'failed')
      if (!refused) {
        await tokens.keep(key, token, storeToken)
        announce()
      }
      return report
    },

    async 'instances.pause'({ instance: key }) {
      await store.write('accounts.setPaused', { key, paused: true }, { urgent: true })
      await refresh()
    },
    async 'instances.resume'({ instance: key }) {
      await store.write('accounts.setPaused', { key, paused: false }, { urgent: true })
      await refresh()
    },
    'instances.retryNow'({ instance: key }) {
      require(key)
      instances.nudge(key)
      return Promise.resolve()
    },
    async 'instances.reorder'({ order }) {
      await store.write('accounts.reorder', { order }, { urgent: true })
      await refresh()
    },

    async 'instances.remove'({ instance: key, eraseHistory }) {
      require(key)
      // Removes the token first: whatever fails afterwards, it can't be used any more.
      await tokens.forget(key)
      await store.write('accounts.detach', { key, erase: eraseHistory }, { urgent: true })
      await refresh()
      if (eraseHistory) erasing.wake()
    },

    async 'instances.selfCheck'({ instance: key, run }, { signal }) {
      const runtime = require(key)
      const target = targetOf(runtime, await requireToken(key))
      const receiving = runtime.run() !== null && runtime.row().mode === 'full'
      const { add, end } = progress.begin(run)
      try {
        const onStep = (step: CheckStep) => add(withLoop(step, runtime))
        const report = await check(target, { signal, readQueue: !receiving, onStep }, runtime)
        const cutShort = (await tokens.previous(key)) !== null
        const steps = [
          ...report.steps.map((step) => withLoop(step, runtime)),
          limitsStep(runtime),
          clockStep(runtime),
          tokenStep(cutShort),
        ]
        return { ...report, steps }
      } finally {
        end()
      }
    },

    async 'instances.readNotificationSettings'({ instance: key }, { signal }) {
      const { api } = runOf(instances, key)
      const settings = await api.call(
        'getSettings',
        {},
        { priority: 'view', purpose: 'settings.notifications', signal },
      )
      if (!settings.ok) throw contractErrorOf(settings.error)
      const fields = notificationFields.flatMap((name) => {
        const value = settings.value[name]
        return value === undefined ? [] : [{ name, value: String(value) }]
      })
      return { fields }
    },

    async 'instances.enableNotifications'({ instance: key, fields }) {
      const run = runOf(instances, key)
      const change = Object.fromEntries(fields.filter(isNotificationField).map((name) => [name, 'yes']))
      if (Object.keys(change).length === 0) throw new ContractError('badInput')
      const result = await run.api.call('setSettings', change, { priority: 'view', purpose: 'settings.notifications' })
      if (!result.ok) throw contractErrorOf(result.error)
      run.instance.connection.report({ kind: 'stateInstance', state: 'starting' })
      run.instance.connection.report({ kind: 'notifications', on: true })
    },

    async 'instances.unlockVault'({ passphrase }) {
      await vault.unlock(passphrase)
      await tokens.load(instances.list().map(({ key }) => key))
      announce()
    },
    async 'instances.acceptWeakVault'() {
      await vault.acceptWeak()
      emit({ type: 'changed', change: { kind: 'vault' } })
    },
  }

  return {
    handlers,
    refresh,
    erase: erasing.wake,
    async noteUses() {
      const uses = new Map(instances.list().map(({ key, limiter }) => [key, limiter.uses()]))
      await store.write('accounts.noteUses', { uses })
    },
    async load() {
      await refresh()
      await restoreUses()
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
      stateWatch.start()
      erasing.start()
    },
    async stop() {
      for (const stop of stops) stop()
      await Promise.all([stateWatch.stop(), quotas.stop(), erasing.stop()])
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
