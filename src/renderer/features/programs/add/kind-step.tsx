import type { KeyboardEvent } from 'react'
import { useRef } from 'react'
import type { ProgramPurpose } from '../../../../contract/programs.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { ProgramTile } from '../../../ui/marks/program-tile.tsx'
import { purposeIcons } from '../program-facts.ts'

export interface KindStepProps {
  readonly purpose: ProgramPurpose
  readonly onChange: (purpose: ProgramPurpose) => void
}

const purposes: readonly ProgramPurpose[] = ['webhook', 'bot', 'automation', 'script', 'assistant']
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** What is to be connected: radios with roving focus. */
export function KindStep({ purpose, onChange }: KindStepProps) {
  const t = useTranslations()
  const group = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const index = (purposes.indexOf(purpose) + step + purposes.length) % purposes.length
    const next = purposes[index]
    if (next === undefined) return
    onChange(next)
    const item = group.current?.children[index]
    if (item instanceof HTMLElement) item.focus()
  }
  return (
    <div className="kinds" role="radiogroup" aria-label={t('programs.kind')} ref={group} onKeyDown={move}>
      {purposes.map((value) => (
        <button
          key={value}
          className="kind"
          type="button"
          role="radio"
          aria-checked={value === purpose}
          tabIndex={value === purpose ? 0 : -1}
          autoFocus={value === purpose}
          onClick={() => onChange(value)}
        >
          <span className="radio" aria-hidden="true" />
          <ProgramTile icon={purposeIcons[value]} size={36} />
          <span>
            <span className="t">{t(`programs.kind.${value}`)}</span>
            <span className="d">{t(`programs.kind.${value}Text`)}</span>
          </span>
        </button>
      ))}
    </div>
  )
}
