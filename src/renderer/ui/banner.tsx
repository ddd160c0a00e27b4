import './feedback.css'
import type { ReactNode } from 'react'
import { cx } from '../lib/class-names.ts'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'

export interface BannerProps {
  readonly tone: 'neutral' | 'info' | 'ok' | 'warn' | 'bad'
  readonly icon: IconName
  readonly title: string
  /** What it means, what still works, what to do. */
  readonly text?: ReactNode
  /** The service's own words, shown in mono. */
  readonly said?: string | undefined
  readonly actions?: ReactNode
  /** Full width under a header, without a frame. */
  readonly flush?: boolean
  /** True when sending or receiving stopped: read at once. */
  readonly urgent?: boolean
}

/** One state of a view that a person should know. One at a time, at the top of what it concerns. */
export const Banner = ({ tone, icon, title, text, said, actions, flush = false, urgent = false }: BannerProps) => (
  <div
    className={cx('banner', tone !== 'neutral' && `is-${tone}`, flush && 'is-flush')}
    role={urgent ? 'alert' : 'status'}
  >
    <Icon name={icon} />
    <div className="grow">
      <b>{title}</b>
      {text && <p>{text}</p>}
      {said && <p className="said">{said}</p>}
    </div>
    {actions && <div className="acts">{actions}</div>}
  </div>
)
