import '../instances.css'
import { useId } from 'react'
import type { IdentityColour } from '../../../../contract/instances.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { useRadioKeys } from '../../../ui/controls/use-radio-keys.ts'
import { colours } from './connection-form.ts'

export interface ColourPickerProps {
  readonly value: IdentityColour
  readonly onChange: (colour: IdentityColour) => void
}

/** The eight identity colours as radios. */
export function ColourPicker({ value, onChange }: ColourPickerProps) {
  const t = useTranslations()
  const id = useId()
  const keys = useRadioKeys(colours, colours.indexOf(value), onChange)
  return (
    <div>
      <span className="lbl" id={id}>
        {t('instances.colour')}
      </span>
      <div className="swatches" role="radiogroup" aria-labelledby={id} {...keys}>
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
