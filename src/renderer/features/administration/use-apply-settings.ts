import { useState } from 'react'
import type { SettingValue } from '../../../contract/administration.ts'
import type { InstanceKey } from '../../../contract/ids.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { errorText } from '../../lib/error-text.ts'
import { useTranslations } from '../../lib/translations.ts'

interface ApplySettings {
  /** What became of each instance, in words. */
  readonly results: ReadonlyMap<InstanceKey, string>
  readonly running: boolean
  readonly run: (keys: readonly InstanceKey[]) => Promise<void>
}

/**
 * Applies one change to several instances, one after another. An instance whose webhook address of another program
 * would be lost is skipped, and one that has these values already is left as it is, because each change restarts it.
 */
export function useApplySettings(change: Readonly<Record<string, SettingValue>>): ApplySettings {
  const t = useTranslations()
  const [results, setResults] = useState<ReadonlyMap<InstanceKey, string>>(new Map())
  const [running, setRunning] = useState(false)
  const [read] = useContractCommand('instanceSettings.read', { errors: 'return' })
  const [save] = useContractCommand('instanceSettings.save', { errors: 'return' })
  const applyTo = async (key: InstanceKey): Promise<string> => {
    const known = await read({ instance: key })
    if (!known.ok) return errorText(t, known.error.data)
    const values = new Map(known.value.fields.map(({ name, value }) => [name, value]))
    const webhook = values.get('webhookUrl')
    if (change['webhookUrl'] !== undefined && typeof webhook === 'string' && webhook !== '')
      return t('administration.apply.webhook')
    const names = Object.keys(change)
    if (names.every((name) => values.get(name) === change[name])) return t('administration.apply.same')
    const seen = Object.fromEntries(
      names.flatMap((name) => {
        const value = values.get(name)
        return value === null || value === undefined ? [] : [[name, value]]
      }),
    )
    const saved = await save({ instance: key, change, seen })
    return saved.ok ? t('administration.apply.done') : errorText(t, saved.error.data)
  }
  return {
    results,
    running,
    async run(keys) {
      setRunning(true)
      for (const key of keys) {
        const wording = await applyTo(key)
        setResults((before) => new Map(before).set(key, wording))
      }
      setRunning(false)
    },
  }
}
