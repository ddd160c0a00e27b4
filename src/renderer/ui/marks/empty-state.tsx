import './feedback.css'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

export interface EmptyStateProps {
  readonly icon: IconName
  readonly title: string
  readonly text?: ReactNode
  /** Buttons: one way on. */
  readonly actions?: ReactNode
}

/** Says why there is nothing, and gives one way on. Its heading is right below that of the view. */
export const EmptyState = ({ icon, title, text, actions }: EmptyStateProps) => (
  <div className="empty">
    <Icon name={icon} size={24} />
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    {actions && <div className="acts">{actions}</div>}
  </div>
)
