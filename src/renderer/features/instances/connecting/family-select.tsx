import type { ServiceFamily } from '../../../../contract/instances.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Select } from '../../../ui/controls/select.tsx'

export interface FamilySelectProps {
  readonly value: ServiceFamily
  readonly onChange: (family: ServiceFamily) => void
}

/** The service family: it decides the form of every address. */
export function FamilySelect({ value, onChange }: FamilySelectProps) {
  const t = useTranslations()
  return (
    <Select
      label={t('instances.family')}
      labelShown
      field
      value={value}
      options={[
        { value: 'v3', label: 'v3' },
        { value: 'whatsapp', label: 'WhatsApp' },
        { value: 'telegram', label: 'Telegram' },
      ]}
      onChange={onChange}
    />
  )
}
