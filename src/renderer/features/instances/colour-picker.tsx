import './instances.css'
import type { KeyboardEvent } from 'react'
import { useId, useRef } from 'react'
import type { IdentityColour } from '../../../contract/instances.ts'
import { useWords } from '../../lib/words.ts'
import { colours } from './colours.ts'

export interface ColourPickerProps {
  readonly value: IdentityColour
  readonly onChange: (colour: IdentityColour) => void
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** The eight identity colours as radios. */
export function ColourPicker({ value, onChange }: ColourPickerProps) {
  const t = useWords()
  const id = useId()
  const group = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const index = (colours.indexOf(value) + step + colours.length) % colours.length
    const colour = colours[index]
    if (!colour) return
    onChange(colour)
    const swatch = group.current?.children[index]
    if (swatch instanceof HTMLElement) swatch.focus()
  }
  return (
    <div>
      <span className="lbl" id={id}>
        {t('instances.colour')}
      </span>
      <div className="swatches" role="radiogroup" aria-labelledby={id} ref={group} onKeyDown={move}>
        {colours.map((colour) => (
          <button
            key={colour}
            type="button"
            className="swatch"
            role="radio"
            data-colour={colour}
            aria-checked={colour === value}
            aria-label={t(`instances.colour.${colour}`)}
            tabIndex={colour === value ? 0 : -1}
            onClick={() => onChange(colour)}
          />
        ))}
      </div>
    </div>
  )
}
