import { useState } from 'react'
import { useTimes } from '../../../lib/time/times.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Select } from '../../../ui/controls/select.tsx'

export interface KeyEndFieldProps {
  /** Epoch ms; null: never. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}

const dayMs = 24 * 3_600_000
const offered = [30, 90, 365] as const

/** When a key ends by itself. An end that it has already is offered as it is. */
export function KeyEndField({ value, onChange }: KeyEndFieldProps) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const [first] = useState(value)
  const [opened] = useState(now)
  const choices = offered.map((days) => ({ at: opened + days * dayMs, label: t('programs.inDays', { days }) }))
  return (
    <Select
      label={t('programs.keyEnds')}
      labelShown
      field
      value={value ?? 0}
      options={[
        { value: 0, label: t('programs.keyNever') },
        ...(first === null ? [] : [{ value: first, label: times.dateTime(first) }]),
        ...choices.map(({ at, label }) => ({ value: at, label })),
      ]}
      onChange={(at) => onChange(at === 0 ? null : at)}
    />
  )
}
