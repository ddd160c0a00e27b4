import './settings.css'
import { useId, type ReactNode } from 'react'
import { Switch } from '../../ui/controls/switch.tsx'

export interface OptionRowProps {
  readonly title: string
  readonly text?: ReactNode
  readonly children: ReactNode
}

/**
 * One setting: what it is, what it does, and its control at the right. A group, so that a screen reader says what
 * "Import" or "Show" is about.
 */
export function OptionRow({ title, text, children }: OptionRowProps) {
  const id = useId()
  return (
    <div className="opt" role="group" aria-labelledby={id}>
      <div className="grow">
        <div className="t" id={id}>
          {title}
        </div>
        {text && <div className="d">{text}</div>}
      </div>
      <div className="opt-end">{children}</div>
    </div>
  )
}

export interface SwitchRowProps {
  readonly title: string
  readonly text?: string | undefined
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}

/** A setting that is on or off. Disabled, it says why in `text`. */
export function SwitchRow({ title, text, checked, disabled, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <div className="opt">
      <div className="grow">
        <div className="t" id={id}>
          {title}
        </div>
        {text && (
          <div className="d" id={`${id}-text`}>
            {text}
          </div>
        )}
      </div>
      <div className="opt-end">
        <Switch
          labelledBy={id}
          describedBy={text ? `${id}-text` : undefined}
          checked={checked}
          disabled={disabled}
          onChange={onChange}
        />
      </div>
    </div>
  )
}
