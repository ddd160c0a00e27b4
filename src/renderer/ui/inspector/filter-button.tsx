import type { ReactNode } from 'react'
import type { Translate } from '../../lib/translations.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Checkbox } from '../controls/checkbox.tsx'
import type { IconName } from '../marks/icon.tsx'
import { Icon } from '../marks/icon.tsx'
import { Popover } from '../overlays/popover.tsx'

export interface FilterButtonProps {
  readonly icon: IconName
  readonly label: string
  /** What it is set to, in words; null when it lets everything through. */
  readonly value: string | null
  readonly onClear: () => void
  /** The layer that sets it. */
  readonly content: (close: () => void) => ReactNode
}

/**
 * A filter: dashed and grey while it lets everything through; set, it is blue, shows its value and can be cleared in
 * place.
 */
export function FilterButton({ icon, label, value, onClear, content }: FilterButtonProps) {
  const t = useTranslations()
  return (
    <span className="fbtn-set">
      <Popover label={label} content={content}>
        <button type="button" className={value === null ? 'fbtn' : 'fbtn is-set'}>
          <Icon name={icon} size={14} />
          <span>{label}</span>
          {value !== null && <b>{value}</b>}
        </button>
      </Popover>
      {value !== null && (
        <button
          type="button"
          className="fbtn-clear"
          aria-label={t('inspector.clearFilter', { filter: label })}
          onClick={onClear}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </span>
  )
}

/** What a filter is set to, for its button: one or two by name, more by number; null while it is not set. */
export const chosenText = (t: Translate, names: readonly string[]): string | null =>
  names.length === 0 ? null : names.length <= 2 ? names.join(', ') : t('inspector.chosen', { count: names.length })

interface FilterOption<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  readonly count?: number
}

export interface FilterListProps<Value extends string> {
  readonly options: readonly FilterOption<Value>[]
  readonly chosen: readonly Value[]
  readonly onChange: (chosen: readonly Value[]) => void
}

/** Several values at once; takes effect with every tick. */
export const FilterList = <Value extends string>({ options, chosen, onChange }: FilterListProps<Value>) => (
  <div className="filter-list" role="group">
    {options.map(({ value, label, count }) => (
      <Checkbox
        key={value}
        checked={chosen.includes(value)}
        onChange={(on) => onChange(on ? [...chosen, value] : chosen.filter((one) => one !== value))}
        label={
          <>
            {label}
            {count !== undefined && <span className="n">{count}</span>}
          </>
        }
      />
    ))}
  </div>
)
