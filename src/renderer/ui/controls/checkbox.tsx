import './choice.css'
import type { ReactNode } from 'react'
import { Icon } from '../marks/icon.tsx'

export interface CheckboxProps {
  readonly label: ReactNode
  readonly help?: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
}

/** A box with words, for choices inside forms and lists. */
export function Checkbox({ label, help, checked, onChange, disabled }: CheckboxProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="box" aria-hidden="true">
        <Icon name="check" />
      </span>
      <span>
        {label}
        {help && <small>{help}</small>}
      </span>
    </label>
  )
}
