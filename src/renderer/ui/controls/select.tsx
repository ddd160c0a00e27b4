import './choice.css'
import { useId } from 'react'
import { cx } from '../../lib/text/class-names.ts'
import { Icon } from '../marks/icon.tsx'

interface SelectOption<Value extends string | number> {
  readonly value: Value
  readonly label: string
  readonly disabled?: boolean
}

export interface SelectProps<Value extends string | number> {
  readonly label: string
  /** False keeps the label for screen readers only. */
  readonly labelShown?: boolean
  readonly value: Value
  readonly options: readonly SelectOption<Value>[]
  readonly onChange: (value: Value) => void
  readonly disabled?: boolean
  /** Looks like a text field (36 px, full width). */
  readonly field?: boolean
}

/** One of a few; the platform's own list. */
export function Select<Value extends string | number>({
  label,
  labelShown = false,
  value,
  options,
  onChange,
  disabled,
  field = false,
}: SelectProps<Value>) {
  const id = useId()
  return (
    <div>
      <label className={labelShown ? 'lbl' : 'vh'} htmlFor={id}>
        {label}
      </label>
      <span className={cx('select', field && 'is-wide is-field')}>
        <select
          id={id}
          value={String(value)}
          disabled={disabled}
          onChange={(event) => {
            const chosen = options.find((option) => String(option.value) === event.target.value)
            if (chosen) onChange(chosen.value)
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={String(option.value)} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" size={14} />
      </span>
    </div>
  )
}
