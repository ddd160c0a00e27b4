import './setting-control.css'
import { useState } from 'react'
import type { SettingField, SettingValue } from '../../../contract/administration.ts'
import { useTranslations } from '../../lib/translations.ts'
import { ChoiceGroup } from '../../ui/controls/choice-group.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { settingName, settingValueText } from './settings-text.ts'

export const isOutside = (
  { min = -Infinity, max = Infinity }: SettingField,
  value: SettingValue | undefined,
): boolean => typeof value === 'number' && (value < min || value > max)

interface SettingControlProps {
  /** Its value is the saved one. */
  readonly field: SettingField
  readonly value: SettingValue | null
  readonly isInvalid: boolean
  /** Null: a number was emptied, so that the saved one counts. */
  readonly onChange: (value: SettingValue | null) => void
}

/** Off and on, a number with its unit, or a text. */
export function SettingControl({ field, value, isInvalid, onChange }: SettingControlProps) {
  const t = useTranslations()
  // While it is being typed into, a number may be empty.
  const [emptied, setEmptied] = useState(false)
  const { name, kind } = field
  const label = settingName(t, name)
  if (kind === 'switch')
    return (
      <ChoiceGroup
        label={label}
        variant="segmented"
        value={String(value ?? '')}
        choices={[
          { value: 'no', label: t('administration.off') },
          { value: 'yes', label: t('administration.on') },
        ]}
        onChange={onChange}
      />
    )
  if (kind === 'milliseconds' || kind === 'number')
    return (
      <span className="unit">
        <input
          className="input num"
          inputMode="numeric"
          aria-label={label}
          aria-invalid={isInvalid || undefined}
          value={emptied ? '' : String(value ?? '')}
          onBlur={() => setEmptied(false)}
          onChange={(event) => {
            const typed = event.target.value.replaceAll(/\D/g, '')
            setEmptied(typed === '')
            onChange(typed === '' ? null : Number(typed))
          }}
        />
        {kind === 'milliseconds' && <span>{t('administration.ms')}</span>}
      </span>
    )
  return (
    <input
      className="input mono"
      type={kind === 'secret' ? 'password' : 'text'}
      autoComplete="off"
      spellCheck={false}
      aria-label={label}
      placeholder={t(kind === 'secret' ? 'administration.settings.secret' : 'administration.settings.empty')}
      value={String(value ?? '')}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface ValueChangeProps {
  readonly field: SettingField
  readonly to: SettingValue | null
}

/** The saved value of a setting and the one that it gets. */
export function ValueChange({ field, to }: ValueChangeProps) {
  const t = useTranslations()
  return (
    <span className="ch">
      <span className={field.kind === 'url' ? 'was mono' : 'was'}>{settingValueText(t, field, field.value)}</span>
      <Icon name="chevronRight" size={14} />
      <span className="new">{settingValueText(t, field, to)}</span>
    </span>
  )
}
