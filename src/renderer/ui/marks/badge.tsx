import './badge.css'
import type { ReactNode } from 'react'
import { useNumbers } from '../../lib/numbers.ts'
import { cx } from '../../lib/text/class-names.ts'

export interface BadgeProps {
  readonly count: number
  /** Above it the badge reads "999+". */
  readonly max?: 99 | 999
  readonly tone?: 'accent' | 'muted' | 'warn' | 'bad'
  /** Name for screen readers ("3 unread"); without one the badge is decoration. */
  readonly label?: string
}

/** A count in a pill; zero shows nothing. */
export function Badge({ count, max = 999, tone = 'accent', label }: BadgeProps) {
  const numbers = useNumbers()
  if (count <= 0) return null
  return (
    <span
      className={cx('badge', tone !== 'accent' && `is-${tone}`)}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? true : undefined}
    >
      {count > max ? `${max}+` : numbers.count(count)}
    </span>
  )
}

export interface TagProps {
  readonly tone?: 'plain' | 'ok' | 'warn' | 'bad' | 'accent'
  readonly children: ReactNode
}

/** A small word in a box. */
export function Tag({ tone = 'plain', children }: TagProps) {
  return <span className={cx('tag', tone !== 'plain' && `tag-${tone}`)}>{children}</span>
}
