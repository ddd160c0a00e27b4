import type { CSSProperties } from 'react'
import { useId } from 'react'
import { useTranslations } from '../../lib/translations.ts'
import { useRadioKeys } from '../../ui/controls/use-radio-keys.ts'

const hues = [1, 2, 3, 4, 5, 6] as const
type Hue = (typeof hues)[number]

/** The six hues of labels as radios. */
export function HuePicker({ value, onChange }: { readonly value: number; readonly onChange: (hue: Hue) => void }) {
  const t = useTranslations()
  const id = useId()
  const chosen = hues.findIndex((hue) => hue === value)
  const keys = useRadioKeys(hues, chosen, onChange)
  return (
    <div>
      <span className="lbl" id={id}>
        {t('labels.colour')}
      </span>
      <div className="label-hues" role="radiogroup" aria-labelledby={id} {...keys}>
        {hues.map((hue) => (
          <button
            key={hue}
            type="button"
            role="radio"
            style={{ '--l': `var(--av-${hue})` } as CSSProperties}
            aria-checked={hue === value}
            aria-label={t(`labels.hue${hue}`)}
            tabIndex={hue === value ? 0 : -1}
            onClick={() => onChange(hue)}
          />
        ))}
      </div>
    </div>
  )
}
