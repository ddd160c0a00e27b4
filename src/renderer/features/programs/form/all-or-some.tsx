import type { ReactNode } from 'react'
import { useTranslations } from '../../../lib/translations.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { ChoiceGroup } from '../../../ui/controls/choice-group.tsx'

export interface AllOrSomeProps<Value extends string | number> {
  readonly label: string
  /** What leaves nothing out, in words. */
  readonly all: string
  /** null: all. */
  readonly chosen: readonly Value[] | null
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[]
  readonly onChange: (chosen: readonly Value[] | null) => void
}

/** All of something, later ones included, or those that are ticked. */
export function AllOrSome<Value extends string | number>({
  label,
  all,
  chosen,
  options,
  onChange,
}: AllOrSomeProps<Value>) {
  const t = useTranslations()
  return (
    <div className="p-some">
      <div className="p-some-head">
        <span className="lbl" aria-hidden="true">
          {label}
        </span>
        <ChoiceGroup
          label={label}
          variant="segmented"
          value={chosen === null ? 'all' : 'some'}
          choices={[
            { value: 'all', label: all },
            { value: 'some', label: t('programs.onlyThese') },
          ]}
          onChange={(value) => onChange(value === 'all' ? null : [])}
        />
      </div>
      {chosen !== null && (
        <div className="p-checks" role="group" aria-label={label}>
          {options.map(({ value, label: name }) => (
            <Checkbox
              key={value}
              label={name}
              checked={chosen.includes(value)}
              onChange={(isChosen) =>
                onChange(isChosen ? [...chosen, value] : chosen.filter((other) => other !== value))
              }
            />
          ))}
          {options.length === 0 && <p className="muted">{t('programs.nothingToChoose')}</p>}
        </div>
      )}
    </div>
  )
}
