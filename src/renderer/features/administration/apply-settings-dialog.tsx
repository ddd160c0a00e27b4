import { useState } from 'react'
import type { SettingValue } from '../../../contract/administration.ts'
import type { InstanceKey } from '../../../contract/ids.ts'
import type { SteadyInstance } from '../../../contract/instances.ts'
import { useInstances } from '../../client/use-instances.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { settingName } from './settings-text.ts'
import { useApplySettings } from './use-apply-settings.ts'

export interface ApplySettingsDialogProps {
  readonly from: SteadyInstance
  readonly change: Readonly<Record<string, SettingValue>>
  readonly onClose: () => void
}

/**
 * Applies the same change to other instances of the family, one after another. An instance whose webhook address of
 * another program would be lost is skipped, and its row says so.
 */
export function ApplySettingsDialog({ from, change, onClose }: ApplySettingsDialogProps) {
  const t = useTranslations()
  const others = useInstances().filter(({ key, family }) => key !== from.key && family === from.family)
  const [chosen, setChosen] = useState<ReadonlySet<InstanceKey>>(new Set())
  const { results, running, run } = useApplySettings(change)
  const toggle = (key: InstanceKey) => (on: boolean) =>
    setChosen(new Set(on ? [...chosen, key] : [...chosen].filter((other) => other !== key)))
  return (
    <Dialog
      title={t('administration.apply.title')}
      text={t('administration.apply.text', {
        names: Object.keys(change)
          .map((name) => settingName(t, name))
          .join(', '),
      })}
      onClose={onClose}
      dismissable={!running}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.close')}</Button>
          <Button
            kind="primary"
            busy={running}
            blocked={chosen.size === 0}
            onClick={() => void run([...chosen]).then(() => setChosen(new Set()))}
          >
            {t('administration.apply.confirm', { count: chosen.size })}
          </Button>
        </>
      }
    >
      {others.length === 0 && <p>{t('administration.apply.nobody')}</p>}
      {others.map(({ key, name }) => (
        <Checkbox key={key} label={name} help={results.get(key)} checked={chosen.has(key)} onChange={toggle(key)} />
      ))}
    </Dialog>
  )
}
