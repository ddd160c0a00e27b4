import './feedback.css'
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { cx } from '../../lib/text/class-names.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Icon, type IconName } from './icon.tsx'
import { IconButton } from '../controls/icon-button.tsx'

export interface BannerProps {
  readonly tone: 'neutral' | 'info' | 'ok' | 'warn' | 'bad'
  readonly icon: IconName
  readonly title: string
  /** The meaning, what still works, what to do. */
  readonly text?: ReactNode
  /** The service's own words, shown in mono. */
  readonly serviceText?: string | undefined
  readonly actions?: ReactNode
  /** Full width under a header, without a frame: one line that a person opens to read the rest. */
  readonly flush?: boolean
  /** True when sending or receiving stopped: read at once. */
  readonly urgent?: boolean
}

/** One state of a view that a person should know. One at a time, at the top of what it concerns. */
export function Banner({ tone, icon, title, text, serviceText, actions, flush = false, urgent = false }: BannerProps) {
  const t = useTranslations()
  const line = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const isCut = useIsCut(line)
  const hasMore = flush && (isOpen || isCut || serviceText !== undefined)
  return (
    <div
      className={cx('banner', tone !== 'neutral' && `is-${tone}`, flush && 'is-flush', isOpen && 'is-open')}
      role={urgent ? 'alert' : 'status'}
    >
      <Icon name={icon} />
      <div className="grow" ref={line}>
        <b>{title}</b>
        {text && <p>{text}</p>}
        {serviceText && <p className="api-text">{serviceText}</p>}
      </div>
      {actions && <div className="acts">{actions}</div>}
      {hasMore && (
        <IconButton
          size="compact"
          icon={isOpen ? 'chevronUp' : 'chevronDown'}
          label={t(isOpen ? 'ui.readLess' : 'ui.readMore')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      )}
    </div>
  )
}

/** Whether a part of an element does not fit into it, kept up to date. */
function useIsCut(element: RefObject<HTMLElement | null>): boolean {
  const [isCut, setCut] = useState(false)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    const parts = [current, ...current.children]
    const measure = (): void => setCut(parts.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth))
    const observer = new ResizeObserver(measure)
    for (const part of parts) observer.observe(part)
    return () => observer.disconnect()
  })
  return isCut
}
