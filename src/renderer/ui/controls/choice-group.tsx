import './choice.css'
import type { ReactNode } from 'react'
import { useRadioKeys } from './use-radio-keys.ts'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  /** A count behind the label. */
  readonly count?: number | undefined
}

export interface ChoiceGroupProps<Value extends string> {
  /** Accessible name of the group. */
  readonly label: string
  /** `chips`: round filters; `segmented`: a joined strip; `tabs`: underlined, role tab. */
  readonly variant: 'chips' | 'segmented' | 'tabs'
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChange: (value: Value) => void
  /** For tabs: the id of the panel that the tabs change. */
  readonly controls?: string
}

const classes = { chips: ['filters', 'chip'], segmented: ['seg', undefined], tabs: ['tabs', undefined] } as const

/** One of a few, all in sight: radios (or tabs) with roving focus; arrows choose. */
export function ChoiceGroup<Value extends string>({
  label,
  variant,
  value,
  choices,
  onChange,
  controls,
}: ChoiceGroupProps<Value>) {
  const [groupClass, itemClass] = classes[variant]
  const isTabs = variant === 'tabs'
  const values = choices.map((choice) => choice.value)
  const keys = useRadioKeys(values, values.indexOf(value), onChange)
  return (
    <div className={groupClass} role={isTabs ? 'tablist' : 'radiogroup'} aria-label={label} {...keys}>
      {choices.map((choice) => {
        const chosen = choice.value === value
        return (
          <button
            key={choice.value}
            type="button"
            className={itemClass}
            role={isTabs ? 'tab' : 'radio'}
            aria-checked={isTabs ? undefined : chosen}
            aria-selected={isTabs ? chosen : undefined}
            aria-controls={isTabs ? controls : undefined}
            tabIndex={chosen ? 0 : -1}
            onClick={() => onChange(choice.value)}
          >
            {choice.label}
            {choice.count !== undefined && <span className="n">{choice.count}</span>}
          </button>
        )
      })}
    </div>
  )
}
