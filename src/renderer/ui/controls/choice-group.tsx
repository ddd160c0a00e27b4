import './choice.css'
import { useRef, type KeyboardEvent, type ReactNode } from 'react'

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
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** One of a few, all in sight: radios (or tabs) with roving focus; arrows choose. */
export function ChoiceGroup<Value extends string>({
  label,
  variant,
  value,
  choices,
  onChange,
  controls,
}: ChoiceGroupProps<Value>) {
  const group = useRef<HTMLDivElement>(null)
  const [groupClass, itemClass] = classes[variant]
  const isTabs = variant === 'tabs'
  const move = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const at = choices.findIndex((choice) => choice.value === value)
    const step = steps[event.key]
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? choices.length - 1 : step === undefined ? undefined : at + step
    if (next === undefined) return
    event.preventDefault()
    const index = (next + choices.length) % choices.length
    const chosen = choices[index]
    if (!chosen) return
    onChange(chosen.value)
    const item = group.current?.children[index]
    if (item instanceof HTMLElement) item.focus()
  }
  return (
    <div
      ref={group}
      className={groupClass}
      role={isTabs ? 'tablist' : 'radiogroup'}
      aria-label={label}
      onKeyDown={move}
    >
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
