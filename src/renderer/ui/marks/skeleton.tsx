import './feedback.css'
import { useEffect, useState, type ReactNode } from 'react'
import { cx } from '../../lib/text/class-names.ts'
import { Icon } from './icon.tsx'

export interface SkeletonProps {
  /** CSS lengths or numbers of px: a skeleton has the size of what comes. */
  readonly width: number | string
  readonly height: number | string
  readonly round?: boolean
}

/** A grey place for something that is being read. */
export const Skeleton = ({ width, height, round = false }: SkeletonProps) => (
  <span className={cx('skel', round && 'is-round')} style={{ width, height }} aria-hidden="true" />
)

/** Shows its children only after 300 ms: what comes sooner needs no skeleton (design, "Loading"). */
export function AfterDelay({ ms = 300, children }: { readonly ms?: number; readonly children: ReactNode }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return late ? children : null
}

/** Work under way; give the words beside it, or a label. */
export const Spinner = ({ label, size = 16 }: { readonly label?: string; readonly size?: 14 | 16 | 18 | 20 }) => (
  <Icon name="sending" className="spin" size={size} {...(label === undefined ? {} : { label })} />
)
