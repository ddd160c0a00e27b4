import type { InstanceSettings } from '../../contract/administration.ts'
import { ContractError } from '../../contract/errors.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import type { CallsOf, CoreHandlers } from '../../contract/index.ts'
import { learnSettings } from '../accounts/learn-settings.ts'
import { runOf } from '../accounts/run-of.ts'
import { contractErrorOf } from '../base/contract-error-of.ts'
import type { AdministrationBase } from './administration-base.ts'
import { replyOf, type createSingleFlight } from '../base/single-flight.ts'
import { serviceKind } from '../../api/families.ts'
import type { InstanceRow } from '../accounts/rules/instance-row.ts'
import { asServed, changedFields, fieldsOf, wrongFields } from './rules/settings-fields.ts'

export type InstanceSettingsCalls = CallsOf<'instanceSettings'>

const serviceOf = ({ family, settings }: Pick<InstanceRow, 'family' | 'settings'>) =>
  serviceKind(family, settings?.['typeInstance'])

/** A restart after a change takes so long at most (service 11.7.1), ms. */
const longestRestartMs = 300_000

type Deps = Pick<AdministrationBase, 'instances' | 'store' | 'clock' | 'emit'> & {
  readonly singleFlight: ReturnType<typeof createSingleFlight>
}

/** The settings of an instance at the service: read, and changed after a person saw what changes. */
export function createInstanceSettings({
  instances,
  store,
  clock,
  emit,
  singleFlight,
}: Deps): Pick<CoreHandlers, InstanceSettingsCalls> {
  const savedAt = new Map<InstanceKey, number>()
  const announce = (instance: InstanceKey) => emit({ type: 'changed', change: { kind: 'administration', instance } })

  const stateOf = (key: InstanceKey): InstanceSettings => {
    const runtime = instances.get(key)
    if (runtime === undefined) throw new ContractError('notFound')
    const row = runtime.row()
    const { settings, settingsAt } = row
    const until = (savedAt.get(key) ?? -Infinity) + longestRestartMs
    // oxlint-disable-next-line clocks/monotonic -- shown alone
    const restarts = runtime.connection.state().kind === 'starting' && clock.now() < until
    return { readAt: settingsAt, fields: fieldsOf(serviceOf(row), settings), restartsUntil: restarts ? until : null }
  }

  const read = (key: InstanceKey) =>
    singleFlight(`${key} instanceSettings.read`, null, async () => {
      const run = runOf(instances, key)
      const answer = await run.optional.ask(
        'getSettings',
        {},
        { priority: 'view', purpose: 'settings.read', signal: run.signal },
      )
      if (answer === 'absent') throw new ContractError('operationMissing')
      if (!answer.ok) throw contractErrorOf(answer.error)
      const settings = await learnSettings(run, store, answer.value)
      instances.updateSome(await store.read('accounts.some', { keys: [key] }))
      announce(key)
      return settings
    })

  return {
    'instanceSettings.state': ({ instance }) => Promise.resolve(stateOf(instance)),
    async 'instanceSettings.read'({ instance }) {
      await read(instance)
      return stateOf(instance)
    },
    'instanceSettings.save': ({ instance: key, change, seen }) =>
      singleFlight(`${key} instanceSettings.save`, { change, seen }, async () => {
        const run = runOf(instances, key)
        const row = run.instance.row()
        const wrong = wrongFields(serviceOf(row), row.settings, change)
        if (wrong.length > 0 || Object.keys(change).length === 0)
          throw new ContractError('badInput', { details: { fields: wrong } })
        // A service that does not tell its settings may still take some.
        if (!run.optional.lacks('getSettings')) {
          const settings = await read(key)
          const moved = changedFields(serviceOf(run.instance.row()), settings, seen)
          if (moved.length > 0) throw new ContractError('changedMeanwhile', { details: { fields: moved } })
        }
        const served = asServed(run.instance.row().settings, change)
        const answer = await run.optional.ask('setSettings', served, {
          priority: 'view',
          purpose: 'settings.save',
        })
        const { saveSettings } = replyOf(answer)
        if (!saveSettings) throw new ContractError('serviceRefused', { details: { text: '200 saveSettings: false' } })
        savedAt.set(key, clock.now())
        // The instance restarts, and messages wait here meanwhile.
        run.instance.connection.report({ kind: 'stateInstance', state: 'starting' })
        const { webhookUrlToken: _secret, ...savedChange } = served
        await store.write('accounts.learn', { key, settings: { ...run.instance.row().settings, ...savedChange } })
        instances.updateSome(await store.read('accounts.some', { keys: [key] }))
        announce(key)
        instances.nudge(key)
      }),
  }
}
