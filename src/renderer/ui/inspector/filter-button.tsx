import './filter.css'
import { filterBy } from '../../../contract/text/fold.ts'
import { useState, type ReactNode } from 'react'
import { useTranslations, type Translate } from '../../lib/translations.ts'
import { Checkbox } from '../controls/checkbox.tsx'
import { ChoiceGroup } from '../controls/choice-group.tsx'
import { SearchField } from '../controls/search-field.tsx'
import { Icon, type IconName } from '../marks/icon.tsx'
import { Popover } from '../overlays/popover.tsx'

export interface FilterButtonProps {
  readonly icon: IconName
  readonly label: string
  /** The setting in words; null when the filter lets everything through. */
  readonly value: string | null
  readonly onClear: () => void
  /** The layer that sets it. */
  readonly content: (close: () => void) => ReactNode
}

/**
 * A filter: dashed and grey while it lets everything through; set, it is blue, shows its value and can be cleared in
 * place.
 */
export function FilterButton({ icon, label, value, onClear, content }: FilterButtonProps) {
  const t = useTranslations()
  return (
    <span className="fbtn-set">
      <Popover label={label} content={content}>
        <button type="button" className={value === null ? 'fbtn' : 'fbtn is-set'}>
          <Icon name={icon} size={14} />
          <span>{label}</span>
          {value !== null && <b>{value}</b>}
        </button>
      </Popover>
      {value !== null && (
        <button
          type="button"
          className="fbtn-clear"
          aria-label={t('inspector.clearFilter', { filter: label })}
          onClick={onClear}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </span>
  )
}

/** The setting of a filter, for its button: one or two by name, more by number; null while it is not set. */
export function chosenText(t: Translate, names: readonly string[], isExcept = false): string | null {
  if (names.length === 0) return null
  const text = names.length <= 2 ? names.join(', ') : t('inspector.chosen', { count: names.length })
  return isExcept ? t('inspector.allButThese', { names: text }) : text
}

interface FilterOption<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  readonly count?: number
}

export interface FilterListProps<Value extends string> {
  readonly options: readonly FilterOption<Value>[]
  readonly chosen: readonly Value[]
  readonly onChange: (chosen: readonly Value[]) => void
  /** Whether the chosen ones are left out instead; without it they can't be. */
  readonly except?: readonly [isExcept: boolean, onChange: (isExcept: boolean) => void]
}

/** From so many values on a list has a search field. */
const searchedFrom = 12

/** Several values at once; takes effect with every tick. */
export function FilterList<Value extends string>({ options, chosen, onChange, except }: FilterListProps<Value>) {
  const t = useTranslations()
  const [text, setText] = useState('')
  const fits = filterBy(text)
  const shown = options.filter(({ value }) => fits(value))
  return (
    <>
      {options.length >= searchedFrom && (
        <div className="filter-search">
          <SearchField label={t('inspector.searchValues')} value={text} onChange={setText} autoFocus />
        </div>
      )}
      {except && (
        <div className="filter-search">
          <ChoiceGroup
            variant="segmented"
            label={t('inspector.which')}
            value={except[0] ? 'except' : 'only'}
            choices={[
              { value: 'only', label: t('inspector.onlyThese') },
              { value: 'except', label: t('inspector.allBut') },
            ]}
            onChange={(value) => except[1](value === 'except')}
          />
        </div>
      )}
      <div className="filter-list" role="group">
        {shown.map(({ value, label, count }) => (
          <Checkbox
            key={value}
            checked={chosen.includes(value)}
            onChange={(on) => onChange(on ? [...chosen, value] : chosen.filter((one) => one !== value))}
            label={
              <>
                {label}
                {count !== undefined && <span className="n">{count}</span>}
              </>
            }
          />
        ))}
      </div>
    </>
  )
}
