import './filter.css'
import { useState } from 'react'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/text-field.tsx'

export interface NumberFilterProps {
  readonly label: string
  readonly help?: string
  readonly value: number | null
  readonly min: number
  readonly max: number
  readonly onApply: (value: number) => void
  readonly onClose: () => void
}

/** A whole number, typed; out of range it says what is allowed and stays open. */
export function NumberFilter({ label, help, value, min, max, onApply, onClose }: NumberFilterProps) {
  const t = useTranslations()
  const [text, setText] = useState(value === null ? '' : String(value))
  const number = Number(text)
  const wrong = text.trim() !== '' && !(Number.isInteger(number) && number >= min && number <= max)
  const usable = text.trim() !== '' && !wrong
  return (
    <form
      className="filter-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!usable) return
        onApply(number)
        onClose()
      }}
    >
      <TextField
        label={label}
        inputMode="numeric"
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={wrong ? t('inspector.wholeNumber', { min, max }) : undefined}
        help={help}
      />
      <div className="acts">
        <Button size="compact" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button size="compact" kind="primary" type="submit" disabled={!usable}>
          {t('inspector.apply')}
        </Button>
      </div>
    </form>
  )
}
