import { useEffect, useState } from 'react'
import type { SettingField, SettingValue } from '../../../contract/administration.ts'
import type { InstanceKey } from '../../../contract/ids.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useInstances } from '../../client/use-instances.ts'
import { errorText } from '../../lib/error-text.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { settingName, settingValueText } from './settings-text.ts'
import { useApplySettings } from './use-apply-settings.ts'

export interface CopySettingsDialogProps {
  /** The instances that were selected. */
  readonly keys: readonly InstanceKey[]
  readonly onClose: () => void
}

/** Where notifications go and by which token is each instance's own. */
const isCopied = ({ kind, value }: SettingField): boolean => kind !== 'url' && kind !== 'secret' && value !== null

/** Copies chosen settings of one instance to the selected ones of its family, one after another. Loaded lazily. */
export function CopySettingsDialog({ keys, onClose }: CopySettingsDialogProps) {
  const t = useTranslations()
  const instances = useInstances()
  const [from, setFrom] = useState<InstanceKey | undefined>(keys[0])
  const [names, setNames] = useState<readonly string[]>([])
  const [read, reading] = useContractCommand('instanceSettings.read', { errors: 'return' })
  const of = from ?? (0 as InstanceKey)
  const { data } = useContractQuery('instanceSettings.state', { instance: of }, { enabled: from !== undefined })
  useEffect(() => {
    if (from !== undefined) void read({ instance: from })
  }, [from, read])
  const fields = (data?.fields ?? []).filter(isCopied)
  const change = Object.fromEntries(
    fields.flatMap(({ name, value }): readonly (readonly [string, SettingValue])[] =>
      names.includes(name) && value !== null ? [[name, value]] : [],
    ),
  )
  const { results, running, run } = useApplySettings(change)
  const source = instances.find(({ key }) => key === from)
  const chosen = instances.filter(({ key }) => keys.includes(key) && key !== from)
  const targets = chosen.filter(({ family }) => family === source?.family)
  const wording = (key: InstanceKey): string | undefined =>
    results.get(key) ?? (targets.some((one) => one.key === key) ? undefined : t('instances.copySettings.otherFamily'))
  return (
    <Dialog
      title={t('instances.copySettings.title')}
      text={t('instances.copySettings.text')}
      onClose={onClose}
      dismissable={!running}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.close')}</Button>
          <Button
            kind="primary"
            busy={running}
            blocked={targets.length === 0 || Object.keys(change).length === 0}
            onClick={() => void run(targets.map(({ key }) => key))}
          >
            {t('administration.apply.confirm', { count: targets.length })}
          </Button>
        </>
      }
    >
      <div className="form">
        {from !== undefined && (
          <Select
            field
            labelShown
            label={t('instances.copySettings.from')}
            value={from}
            disabled={running}
            options={instances.map(({ key, name }) => ({ value: key, label: name }))}
            onChange={(key) => {
              setFrom(key)
              setNames([])
            }}
          />
        )}
        {reading.error && fields.length === 0 && (
          <Banner tone="bad" icon="alert" title={errorText(t, reading.error.data)} urgent />
        )}
        <div className="copy-fields scroll" role="group" aria-label={t('instances.copySettings.which')}>
          {fields.map((field) => (
            <Checkbox
              key={field.name}
              label={settingName(t, field.name)}
              help={settingValueText(t, field, field.value)}
              checked={names.includes(field.name)}
              onChange={(on) => setNames(on ? [...names, field.name] : names.filter((name) => name !== field.name))}
            />
          ))}
        </div>
        {chosen.length > 0 && (
          <div className="lbl" aria-hidden="true">
            {t('instances.copySettings.to')}
          </div>
        )}
        <ul className="copy-to" aria-label={t('instances.copySettings.to')}>
          {chosen.map(({ key, name }) => (
            <li key={key}>
              <span className="ell grow">{name}</span>
              <span className="muted" role="status">
                {wording(key)}
              </span>
            </li>
          ))}
        </ul>
        {chosen.length === 0 && <p className="muted">{t('instances.copySettings.nobody')}</p>}
      </div>
    </Dialog>
  )
}
