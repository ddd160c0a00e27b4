import { memo } from 'react'
import { cx } from '../../lib/text/class-names.ts'
import { iconShapes, type IconName } from './icon-shapes.tsx'

export type { IconName } from './icon-shapes.tsx'

export interface IconProps {
  readonly name: IconName
  /** Side in CSS pixels; 16 when absent. */
  readonly size?: 14 | 16 | 18 | 20 | 24
  /** A name for screen readers; without one the icon is decoration. */
  readonly label?: string
  readonly className?: string
}

/** One icon of the design's set, in the colour of the text round it. */
export const Icon = memo(function Icon({ name, size = 16, label, className }: IconProps) {
  return (
    <svg
      className={cx('i', size !== 16 && `i-${size}`, className)}
      viewBox="0 0 24 24"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? true : undefined}
    >
      {iconShapes[name]}
    </svg>
  )
})
