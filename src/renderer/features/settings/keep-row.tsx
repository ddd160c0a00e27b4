import { useNumbers, withValue } from '../../lib/numbers.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Select } from '../../ui/controls/select.tsx'
import { OptionRow } from './option-row.tsx'

export interface KeepRowProps {
  readonly title: string
  readonly text: string
  readonly days: number | null
  readonly onDays: (days: number | null) => void
  /** Bytes at most; absent where there is no such limit. */
  readonly bytes?: number
  readonly onBytes?: (bytes: number) => void
}

const daySteps = [7, 30, 90, 180, 365, 730] as const
const byteSteps = [50e6, 100e6, 200e6, 500e6, 1e9, 2e9, 5e9] as const

/** How long something is kept, and how much of it. A value that no step has is offered as it is. */
export function KeepRow({ title, text, days, onDays, bytes, onBytes }: KeepRowProps) {
  const t = useTranslations()
  const numbers = useNumbers()
  const steps = days === null ? daySteps : withValue(daySteps, days)
  return (
    <OptionRow title={title} text={text}>
      {bytes !== undefined && onBytes && (
        <Select
          label={t('settings.atMostOf', { what: title })}
          value={bytes}
          options={withValue(byteSteps, bytes).map((value) => ({
            value,
            label: t('settings.atMost', { size: numbers.bytes(value) }),
          }))}
          onChange={onBytes}
        />
      )}
      <Select
        label={title}
        value={days ?? 0}
        options={[
          ...steps.map((value) => ({ value, label: t('settings.days', { count: value }) })),
          { value: 0, label: t('settings.always') },
        ]}
        onChange={(value) => onDays(value === 0 ? null : value)}
      />
    </OptionRow>
  )
}
