import type { AttemptRecord } from '../../api/call.ts'
import type { AccountState, InstanceOverview, QueuesState } from '../../contract/administration.ts'
import { ContractError } from '../../contract/errors.ts'
import { countedCalls, type AccountQuota } from '../../contract/values.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import { monthEnd, quotaEndsAt } from '../accounts/rules/call-use.ts'
import { callsOfMonth, countedQuotas, planOf } from '../accounts/rules/call-budget.ts'
import { learnAccount, learnSettings, restrictedUntil } from '../accounts/learn-settings.ts'
import { ownIdOf } from '../messages/rules/own-ids.ts'
import type { InstanceRuntime } from '../accounts/instance-runtime.ts'
import { runOf } from '../accounts/run-of.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'
import type { AdministrationBase } from './administration-base.ts'
import { replyOf, requireDone, type createSingleFlight } from '../base/single-flight.ts'
import { readPicture } from './picture.ts'
import type { TokenChange } from './token-change.ts'

export type AccountHandlerCalls =
  | 'account.state'
  | 'account.overview'
  | 'account.read'
  | 'account.setPicture'
  | 'account.changeToken'

export interface AccountHandlers {
  readonly handlers: Pick<CoreHandlers, AccountHandlerCalls>
  stop(): void
}

type Deps = Pick<AdministrationBase, 'instances' | 'store' | 'clock' | 'emit'> & {
  readonly singleFlight: ReturnType<typeof createSingleFlight>
  readonly tokenChange: TokenChange
  readonly queuesOf: (key: InstanceKey) => Pick<QueuesState, 'outgoing' | 'notifications' | 'readAt'>
}

type Trouble = NonNullable<AccountState['lastTrouble']>

/** Facts of the account itself, and the changes of them that can be made from here. */
export function createAccountHandlers({
  instances,
  store,
  clock,
  emit,
  singleFlight,
  tokenChange,
  queuesOf,
}: Deps): AccountHandlers {
  const troubles = new Map<InstanceKey, Trouble>()
  const quotas = new Map<InstanceKey, Map<string, AccountQuota>>()
  const announce = (instance: InstanceKey) => emit({ type: 'changed', change: { kind: 'administration', instance } })

  const recordAttempt = (key: InstanceKey, { operation, error }: AttemptRecord) => {
    if (error === undefined || !('status' in error) || operation === 'receiveNotification') return
    troubles.set(key, { operation, text: error.text || `HTTP ${error.status}`, at: clock.now() })
    if (error.kind !== 'quota') return
    const known = quotas.get(key) ?? new Map<string, AccountQuota>()
    const method = error.method ?? operation
    const { used = null, total = null, text } = error
    const at = clock.now()
    quotas.set(
      key,
      known.set(method, { method, used, total, text, at, usedUpUntil: quotaEndsAt(at), own: null, colleagues: 0 }),
    )
  }
  const stopListening = instances.onAttempt(recordAttempt)

  const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
  const stateOf = (runtime: InstanceRuntime): string | null =>
    runtime.connection.reportedState() ?? (textOf(runtime.row().account?.['stateInstance']) || null)
  /** Quotas of this month: those that the service reported, and what this computer counted of the plan's. */
  const newest = ({ key, budget, row }: InstanceRuntime, stored: readonly AccountQuota[]): readonly AccountQuota[] => {
    const now = clock.now()
    const byMethod = new Map<string, AccountQuota>()
    for (const quota of [...stored, ...(quotas.get(key)?.values() ?? [])]) {
      const { at, method } = quota
      // Monthly counts end with their month, in every time zone.
      if (at === null || now >= quotaEndsAt(at)) continue
      if (at >= (byMethod.get(method.toLowerCase())?.at ?? 0)) byMethod.set(method.toLowerCase(), quota)
    }
    for (const quota of countedQuotas(budget.use(), {
      family: row().family,
      chosen: row().plan,
      colleagues: budget.colleagues(),
      now,
    })) {
      const reported = byMethod.get(quota.method.toLowerCase())
      byMethod.set(quota.method.toLowerCase(), {
        ...quota,
        used: quota.used ?? reported?.used ?? null,
        total: quota.total ?? reported?.total ?? null,
        text: reported?.text ?? '',
        at: quota.at ?? reported?.at ?? null,
      })
    }
    return [...byMethod.values()].toSorted((a, b) => shareOf(b) - shareOf(a))
  }

  return {
    handlers: {
      async 'account.state'({ instance: key }, { signal }) {
        const runtime = instances.get(key)
        if (runtime === undefined) throw new ContractError('notFound')
        const { account, accountAt, settings, historySyncProgress } = runtime.row()
        const storedQuotas = await store.read('administration.quotas', { instance: key }, { signal })
        const state: AccountState = {
          readAt: accountAt,
          state: stateOf(runtime),
          phone: textOf(account?.['phone']),
          chatId: ownIdOf(runtime.row()) ?? '',
          suspendedUntil: restrictedUntil(account),
          historySyncProgress,
          tariff: textOf(account?.['tariff']) || textOf(settings?.['typeAccount']),
          quotas: newest(runtime, storedQuotas),
          plan: { chosen: runtime.row().plan, assumed: planOf(runtime.budget.use(), runtime.row().plan) },
          renewsAt: monthEnd(clock.now()),
          savedByNotifications: savedCalls(runtime, clock.now()),
          token: tokenChange.stateOf(key),
          tokenStays: await tokenChange.whyNot(key),
          lastTrouble: troubles.get(key) ?? null,
        }
        return state
      },

      async 'account.overview'(_, { signal }) {
        const list = instances.list()
        const stored = await store.read(
          'administration.quotasOfAll',
          { instances: list.map(({ key }) => key) },
          { signal },
        )
        return list.map((runtime, index): InstanceOverview => {
          const { key } = runtime
          const { outgoing, notifications } = queuesOf(key)
          return {
            instance: key,
            state: stateOf(runtime),
            stateReadAt: runtime.row().accountAt,
            lastTrouble: troubles.get(key) ?? null,
            quota: newest(runtime, stored[index] ?? [])[0] ?? null,
            outgoing,
            notifications,
          }
        })
      },

      'account.read': ({ instance: key }) =>
        singleFlight(`${key} account.read`, null, async () => {
          const run = runOf(instances, key)
          const options = { priority: 'view', purpose: 'account.read', signal: run.signal } as const
          const [state, account, settings] = await Promise.all([
            run.optional.ask('getStateInstance', {}, options),
            run.optional.ask('getAccountSettings', {}, options),
            run.optional.ask('getSettings', {}, options),
          ])
          if (state !== 'absent') {
            if (!state.ok) throw contractErrorOf(state.error)
            run.instance.connection.report({ kind: 'answered' })
            run.instance.connection.report({ kind: 'stateInstance', state: state.value.stateInstance ?? 'starting' })
          }
          if (account !== 'absent' && account.ok) await learnAccount(run, store, account.value)
          if (settings !== 'absent' && settings.ok) await learnSettings(run, store, settings.value)
          instances.updateSome(await store.read('accounts.some', { keys: [key] }))
          announce(key)
        }),

      'account.setPicture': ({ instance: key, picture }) =>
        singleFlight(`${key} account.setPicture`, picture, async () => {
          const run = runOf(instances, key)
          const answer = await run.optional.ask('setProfilePicture', readPicture(picture), {
            priority: 'view',
            purpose: 'account.setPicture',
          })
          const reply = replyOf(answer)
          // The service takes one in ten seconds (service 11.7.2).
          if (!reply.done && reply.reason === 'rate-overlimit')
            throw new ContractError('tooSoon', { retryAfterMs: 10_000 })
          requireDone(reply, 'setProfilePicture')
        }),

      'account.changeToken': ({ instance }) => tokenChange.change(instance),
    },
    stop: stopListening,
  }
}

/** The used share; a quota without numbers counts as used up, because a refusal named it. */
const shareOf = (quota: AccountQuota): number => {
  const { used, total, own } = quota
  if (total === null || total === 0) return own === null || used !== null ? 1 : 0
  return countedCalls(quota) / total
}

/** Calls of this month that were made because kinds of notification are off. */
function savedCalls({ budget, row }: InstanceRuntime, now: number): number {
  const areOff = ['incomingWebhook', 'outgoingAPIMessageWebhook', 'outgoingWebhook'].some(
    (name) => row().settings?.[name] === 'no',
  )
  // Elsewhere no plan is known to limit these calls.
  if (!areOff || row().family !== 'whatsapp') return 0
  return callsOfMonth(budget.use(), now).reduce(
    (sum, [name, { calls }]) =>
      name === 'lastIncomingMessages' || name === 'lastOutgoingMessages'
        ? sum + (calls.list ?? 0) + (calls.statuses ?? 0)
        : sum,
    0,
  )
}
