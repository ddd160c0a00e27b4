import './log-view.css'
import './stat.css'
import './inspector.css'
import './timeline.css'
import './filter.css'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from '../../lib/text/class-names.ts'
import { useIsMedium } from '../../lib/use-media.ts'
import { useTranslations } from '../../lib/translations.ts'
import { IconButton } from '../controls/icon-button.tsx'

export interface InspectorViewProps {
  /** Accessible name of the region with the table. */
  readonly label: string
  readonly className?: string
  /** Toolbar, filters, counts, table, foot. */
  readonly children: ReactNode
  /** An `Inspector`, while something is selected. */
  readonly inspector: ReactNode
}

/** Table at the left, what is selected at the right; a drawer in medium windows, a page in narrow ones. */
export const InspectorView = ({ label, className, children, inspector }: InspectorViewProps) => (
  <div className={cx('view-split', inspector !== null && 'is-open', className)}>
    <section className="pane" aria-label={label}>
      {children}
    </section>
    {inspector}
  </div>
)

interface SidePanelProps {
  /** Accessible name of the panel. */
  readonly label: string
  readonly title: string
  /** Buttons before the one that closes it. */
  readonly acts?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form, or one thing with its actions, beside the table of a view; nothing steps through its rows. */
export function SidePanel({ label, title, acts, onClose, children }: SidePanelProps) {
  const t = useTranslations()
  return (
    <aside className="inspector" aria-label={label}>
      <header className="head">
        <div className="grow">
          <div className="title">{title}</div>
        </div>
        {acts}
        <IconButton size="compact" icon="close" label={t('inspector.close')} onClick={onClose} />
      </header>
      <div className="body" tabIndex={0} role="group" aria-label={label}>
        {children}
      </div>
    </aside>
  )
}

export interface InspectorProps {
  readonly title: ReactNode
  readonly subtitle?: ReactNode
  readonly top?: ReactNode
  /** Between top and body, for example tabs. */
  readonly tabs?: ReactNode
  readonly onPrevious: (() => void) | null
  readonly onNext: (() => void) | null
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Everything about the selected row: complementary region "Details". Esc closes it and gives the focus back. */
export function Inspector({ title, subtitle, top, tabs, onPrevious, onNext, onClose, children }: InspectorProps) {
  const t = useTranslations()
  const panel = useRef<HTMLElement>(null)
  const covers = useIsMedium()
  // A drawer lies over the table, so the focus must not stay below it; beside the table it stays where it is.
  useEffect(() => {
    if (covers && !panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true })
  }, [covers])
  const keyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    <aside className="inspector" aria-label={t('inspector.details')} ref={panel} tabIndex={-1} onKeyDown={keyDown}>
      <header className="head">
        <div className="grow">
          <div className="title">{title}</div>
          {subtitle !== undefined && <div className="sub">{subtitle}</div>}
        </div>
        <IconButton
          size="compact"
          icon="chevronUp"
          label={t('inspector.previous')}
          disabled={onPrevious === null}
          onClick={() => onPrevious?.()}
        />
        <IconButton
          size="compact"
          icon="chevronDown"
          label={t('inspector.next')}
          disabled={onNext === null}
          onClick={() => onNext?.()}
        />
        <IconButton size="compact" icon="close" label={t('inspector.close')} onClick={onClose} />
      </header>
      {top !== undefined && <div className="insp-top">{top}</div>}
      {tabs}
      <div className="body" tabIndex={0} role="group" aria-label={t('inspector.details')}>
        {children}
      </div>
    </aside>
  )
}
