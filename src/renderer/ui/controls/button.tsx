import './button.css'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { cx } from '../../lib/text/class-names.ts'
import { Icon, type IconName } from '../marks/icon.tsx'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'ref'> {
  /** At most one `primary` in a region. `text` looks like a link and takes no room. */
  readonly kind?: 'plain' | 'primary' | 'danger' | 'ghost' | 'text'
  readonly size?: 'compact' | 'normal' | 'large'
  readonly icon?: IconName
  /** Shows a spinner and takes no clicks; change the label too, and keep the width. */
  readonly busy?: boolean
  /** Red words, for `text` buttons. */
  readonly danger?: boolean
  /** Disabled, but still focusable, so that the reason beside it can be found. */
  readonly blocked?: boolean
  readonly children: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button with words. */
export function Button({
  kind = 'plain',
  size = 'normal',
  icon,
  busy = false,
  danger = false,
  blocked = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(
        'btn',
        kind !== 'plain' && `btn-${kind}`,
        size === 'compact' && 'btn-sm',
        size === 'large' && 'btn-lg',
        danger && 'is-danger',
        className,
      )}
      aria-busy={busy || undefined}
      aria-disabled={blocked || busy || undefined}
      onClick={busy || blocked ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Icon name="sending" className="spin" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}
