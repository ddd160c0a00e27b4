import { prefixOf, mediaUrlOf, type Prefix, type Target } from '../../api/path.ts'
import { ContractError, isContractError } from '../../contract/errors.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import type { CheckReport, CheckStep, InstanceSummary, TokenStorage } from '../../contract/instances.ts'
import { distinctLetters } from '../../contract/tile-letters.ts'
import type { AccountsBase } from './accounts-base.ts'
import type { Scrubber } from '../logging/scrubber.ts'
import { testConnection, type ConnectionTestOptions } from './connection-test.ts'
import type { InstanceRuntime } from './instance-runtime.ts'
import { readAddress, readTarget, readToken } from './read-target.ts'
import { runOf } from './run-of.ts'
import { clockStep, limitsStep, tokenStep, withLoop } from './self-check.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'
import { isOutOfReach } from '../base/ports.ts'
import { isSameAddress } from './rules/instance-row.ts'
import type { Tokens } from './tokens.ts'
import { capabilities, serviceKind } from '../../api/families.ts'
import { absentOperations } from './rules/absent-operations.ts'

/** Steps of running connection tests, so that a window can show each when it ends. */
interface ConnectionTestProgress {
  /** Records the steps of a run until `end`. Without a key nothing is recorded. */
  begin(run: string | undefined): { readonly add: (step: CheckStep) => void; readonly end: () => void }
  /** Empty for a run that has ended or never started. */
  steps(run: string): readonly CheckStep[]
}

function createConnectionTestProgress({ emit }: Pick<AccountsBase, 'emit'>): ConnectionTestProgress {
  const runs = new Map<string, readonly CheckStep[]>()
  return {
    begin(run) {
      if (run === undefined) return { add: () => undefined, end: () => undefined }
      runs.set(run, [])
      return {
        add(step) {
          runs.set(run, [...(runs.get(run) ?? []), step])
          emit({ type: 'changed', change: { kind: 'check', run } })
        },
        end: () => void runs.delete(run),
      }
    },
    steps: (run) => runs.get(run) ?? [],
  }
}

/** Tile letters of all instances; the instance added first keeps its letters. Recomputed only when a name changes. */
function createInitials(): (list: readonly InstanceRuntime[]) => ReadonlyMap<InstanceKey, string> {
  let known: { readonly of: string; readonly letters: ReadonlyMap<InstanceKey, string> } = {
    of: '',
    letters: new Map(),
  }
  return (list) => {
    const named = list
      .map((runtime) => ({ key: runtime.key, name: runtime.row().name }))
      .toSorted((a, b) => a.key - b.key)
    const of = JSON.stringify(named)
    if (known.of !== of) {
      const letters = distinctLetters(named.map(({ name }) => name))
      known = { of, letters: new Map(named.map(({ key }, index) => [key, letters[index] ?? ''])) }
    }
    return known.letters
  }
}

/**
 * The switches of getSettings that decide whether a kind of notification is sent (service 10.3 and 10.4), by the
 * service's names.
 */
const notificationFields = [
  'incomingWebhook',
  'outgoingMessageWebhook',
  'outgoingAPIMessageWebhook',
  'outgoingWebhook',
  'stateWebhook',
  'pollMessageWebhook',
  'editedMessageWebhook',
  'deletedMessageWebhook',
] as const

type NotificationField = (typeof notificationFields)[number]

const isNotificationField = (name: string): name is NotificationField =>
  notificationFields.some((field) => field === name)

export type AccountCalls = CallsOf<'instances'>

export interface AccountsDeps extends AccountsBase {
  readonly scrubber: Scrubber
  readonly tokens: Tokens
  /** Called when histories of removed instances have to be erased. */
  readonly eraseHistories: () => void
  /** The time for an answer was changed: a team is to have it. */
  readonly shareTarget: () => void
  /** An instance was muted, or its mute was ended. */
  readonly onMuted: () => void
}

interface HandlersDeps extends AccountsDeps {
  /** Reads the instances again: all, or those of the keys. */
  readonly refresh: (keys?: readonly InstanceKey[]) => Promise<void>
  /** Tells the window that something about instances changed. */
  readonly announce: () => void
}

export function createAccountHandlers(
  deps: HandlersDeps,
): Omit<Pick<CoreHandlers, AccountCalls>, 'instances.importPartner'> {
  const {
    store,
    instances,
    vault,
    clock,
    http,
    ids,
    emit,
    tokens,
    refresh,
    eraseHistories,
    announce,
    shareTarget,
    onMuted,
  } = deps
  /** The form of the path that answered at a check, so that adding an instance need not try both again. */
  const knownPrefixes = new Map<string, Prefix>()
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
    if (token === null) throw new ContractError(isOutOfReach(await tokens.where(key)) ? 'vaultLocked' : 'tokenMissing')
    return token
  }
  /** Checked before anything is stored, so that no instance is left without its token. */
  const requireVault = (persist: boolean) => {
    const { state } = vault.status()
    if (!persist) return
    if (state === 'needsConsent') throw new ContractError('vaultConsentNeeded')
    if (state !== 'usable') throw new ContractError('vaultLocked')
  }
  /** Errors of the disk as one that a person can act on. */
  const notWritten = (error: unknown): never => {
    if (isContractError(error)) throw error
    deps.logger.warn({ error }, 'the file of the tokens was not written')
    throw new ContractError('vaultNotWritten')
  }

  return {
    async 'instances.list'() {
      // Counts of unread chats change with every message, so they are read on demand.
      await refresh()
      const initials = initialsOf(instances.list())
      const summaryOf = async (runtime: InstanceRuntime) =>
        summarise(runtime, await tokens.where(runtime.key), initials.get(runtime.key) ?? '', clock.now())
      return Promise.all(instances.list().map(summaryOf))
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
        await tokens.store(key, target.token, input.storeToken)
      } catch (error) {
        await store.write('accounts.detach', { key, erase: added.kind === 'added' }, { urgent: true })
        await refresh()
        eraseHistories()
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
      if (!isSameAddress(before, after) && isOutOfReach(await tokens.where(key))) throw new ContractError('vaultLocked')
      await store.write('accounts.edit', { ...changed, movesToken: true }, { urgent: true })
      await refresh()
      await tokens.rebind(key)
      if (rest.answerTargetMs !== undefined) shareTarget()
      if (rest.mutedUntil !== undefined) onMuted()
    },

    async 'instances.setToken'({ instance: key, token: typed, storeToken }, { signal }) {
      const runtime = require(key)
      const token = readToken(typed)
      requireVault(storeToken)
      const report = await check(targetOf(runtime, token), { signal, readQueue: false }, runtime)
      const refused = report.steps.some(({ step, result }) => step === 'credentials' && result === 'failed')
      if (!refused) {
        await tokens.store(key, token, storeToken)
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
      if (eraseHistory) eraseHistories()
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
    async 'instances.setPassphrase'({ passphrase, current }) {
      if (vault.passphrase === undefined) throw new ContractError('badInput')
      await vault.passphrase.set(passphrase, current).catch(notWritten)
    },
    async 'instances.setVaultAside'() {
      if (vault.passphrase === undefined) throw new ContractError('badInput')
      return { path: await vault.passphrase.setAside().catch(notWritten) }
    },
    async 'instances.acceptWeakVault'() {
      await vault.acceptWeak()
      emit({ type: 'changed', change: { kind: 'vault' } })
    },
  }
}

/** An instance as the window shows it. */
function summarise(runtime: InstanceRuntime, token: TokenStorage, initials: string, now: number): InstanceSummary {
  const row = runtime.row()
  const authorization = runtime.connection.authorization()
  const waiting = row.openAccepted
  const kind = serviceKind(row.family, row.settings?.['typeInstance'])
  const interval = row.settings?.['delaySendMessagesMilliseconds']
  return {
    key: row.key,
    name: row.name,
    initials,
    colour: row.colour,
    idInstance: row.idInstance,
    apiUrl: row.apiUrl,
    mediaUrl: row.mediaUrl,
    defaultMediaUrl: mediaUrlOf(row.apiUrl),
    family: row.family,
    isWaba: kind === 'waba',
    files: capabilities[kind].files,
    mode: row.mode,
    position: row.position,
    wid: row.wid,
    avatar: row.avatarRef,
    connection: runtime.connection.state(),
    authorization,
    token,
    unreadChats: row.unreadChats,
    unreadMessages: row.unreadMessages,
    needAttention: row.needAttention + waiting,
    waitingForAuthorization: waiting,
    mutedUntil: row.mutedUntil,
    hideContent: row.hideContent,
    sendsReadReceipts: row.sendsReadReceipts,
    answerTargetMs: row.answerTargetMs,
    folder: row.folder,
    sync: row.sync,
    historySyncProgress: row.historySyncProgress,
    sendIntervalMs: typeof interval === 'number' ? interval : null,
    pausedAt: row.pausedAt,
    lastReceivedAt: runtime.lastReceivedAt(),
    absentOperations: absentOperations(row, now),
  }
}
