import './button.css'
import type { ComponentProps, Ref } from 'react'
import { cx } from '../../lib/text/class-names.ts'
import { Icon, type IconName, type IconProps } from '../marks/icon.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'ref' | 'children' | 'aria-label'> {
  readonly icon: IconName
  /** Name for screen readers and words of the tooltip. */
  readonly label: string
  /** Shortcut shown in the tooltip, for example `Ctrl K`. */
  readonly shortcut?: string
  readonly size?: 'compact' | 'normal'
  readonly iconSize?: IconProps['size']
  /** Makes it a toggle. */
  readonly pressed?: boolean
  readonly tooltipSide?: 'top' | 'bottom' | 'left' | 'right'
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button that is only an icon: always with a name and a tooltip. */
export function IconButton({
  icon,
  label,
  shortcut,
  size = 'normal',
  iconSize = size === 'compact' ? 16 : 18,
  pressed,
  tooltipSide,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} {...(shortcut ? { shortcut } : {})} {...(tooltipSide ? { side: tooltipSide } : {})}>
      <button
        type="button"
        {...rest}
        className={cx('icon-btn', size === 'compact' && 'icon-btn-sm', className)}
        aria-label={label}
        aria-pressed={pressed}
      >
        <Icon name={icon} size={iconSize} />
      </button>
    </Tooltip>
  )
}
