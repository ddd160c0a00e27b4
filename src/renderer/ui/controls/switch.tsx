import './choice.css'

export interface SwitchProps {
  readonly label?: string
  readonly labelledBy?: string
  readonly describedBy?: string | undefined
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean | undefined
}

/** On or off, at once. Give `label`, or `labelledBy` with the id of the words beside it. */
export function Switch({ label, labelledBy, describedBy, checked, onChange, disabled }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-checked={checked}
      disabled={disabled}
      onClick={() => onChange(!checked)}
    />
  )
}
