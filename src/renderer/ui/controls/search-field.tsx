import './field.css'
import type { ComponentProps, MouseEvent, Ref } from 'react'
import { cx } from '../../lib/text/class-names.ts'
import { useTranslations } from '../../lib/translations.ts'
import { IconButton } from './icon-button.tsx'
import { Icon } from '../marks/icon.tsx'

export interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref'> {
  /** Accessible name. */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly ref?: Ref<HTMLInputElement>
}

/** A search box with a button that clears it; Escape clears it too, and goes on to the next layer when it is empty. */
export function SearchField({ label, value, onChange, className, onKeyDown, ...rest }: SearchFieldProps) {
  const t = useTranslations()
  const clear = (event: MouseEvent<HTMLButtonElement>) => {
    // The button goes with the text; whoever cleared it types on.
    event.currentTarget.closest('.field')?.querySelector('input')?.focus()
    onChange('')
  }
  return (
    <div className={cx('field', className)}>
      <Icon name="search" />
      <input
        placeholder={label}
        spellCheck={false}
        autoComplete="off"
        {...rest}
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation()
            onChange('')
          }
          onKeyDown?.(event)
        }}
      />
      {value !== '' && <IconButton icon="close" iconSize={14} label={t('ui.clearSearch')} onClick={clear} />}
    </div>
  )
}
