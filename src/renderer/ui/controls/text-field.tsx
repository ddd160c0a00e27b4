import './field.css'
import { useId, useState, type ComponentProps, type ReactNode, type Ref } from 'react'
import { cx } from '../../lib/text/class-names.ts'
import { useTranslations } from '../../lib/translations.ts'
import { IconButton } from './icon-button.tsx'
import { Icon } from '../marks/icon.tsx'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'ref' | 'size'> {
  readonly label: string
  /** Small words after the label, for example "optional". */
  readonly labelSuffix?: string
  readonly help?: ReactNode
  /** A sentence; turns the field red and is read with it. */
  readonly error?: string | undefined
  readonly mono?: boolean
  /** Hidden characters with a button that shows them; the browser remembers nothing, nor does the page in the end. */
  readonly secret?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

/** Empties the field of a secret when it goes: what was typed would stay in the memory of the page. */
const emptiesField = (box: HTMLElement | null) => () => {
  const field = box?.querySelector('input')
  if (field) field.value = ''
}

/** One line of text with its label, help and error. */
export function TextField({ label, labelSuffix, help, error, mono, secret, className, ...rest }: TextFieldProps) {
  const t = useTranslations()
  const id = useId()
  const [visible, setVisible] = useState(false)
  const helpText = error ?? help
  const input = (
    <input
      spellCheck={false}
      autoComplete="off"
      {...rest}
      id={id}
      type={secret && !visible ? 'password' : (rest.type ?? 'text')}
      className={cx('input', mono && 'mono', className)}
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={helpText === undefined ? undefined : `${id}-help`}
      {...(secret ? { autoComplete: 'new-password', 'data-1p-ignore': true, 'data-lpignore': 'true' } : {})}
    />
  )
  return (
    <div>
      <label className="lbl" htmlFor={id}>
        {label}
        {labelSuffix && <small> {labelSuffix}</small>}
      </label>
      {secret ? (
        <div className="with-btn" ref={emptiesField}>
          {input}
          <IconButton
            icon={visible ? 'eyeOff' : 'eye'}
            label={t(visible ? 'ui.hideSecret' : 'ui.show')}
            size="compact"
            disabled={rest.disabled}
            onClick={() => setVisible(!visible)}
          />
        </div>
      ) : (
        input
      )}
      {helpText !== undefined && (
        <div className={cx('help', error !== undefined && 'is-bad')} id={`${id}-help`}>
          {error !== undefined && <Icon name="alert" size={14} />}
          <span>{helpText}</span>
        </div>
      )}
    </div>
  )
}
