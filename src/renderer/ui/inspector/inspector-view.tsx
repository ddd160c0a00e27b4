import './log-view.css'
import './stat.css'
import './inspector.css'
import './timeline.css'
import './filter.css'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { focusUnlessElsewhere } from '../../lib/keys/return-focus.ts'
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

/** The focus and the key of a panel beside a table. Escape closes it, but not out of a field. */
function usePanel(onClose: () => void) {
  const panel = useRef<HTMLElement>(null)
  const back = useRef<HTMLElement | null>(null)
  const covers = useIsMedium()
  useEffect(() => {
    const { activeElement } = document
    back.current = activeElement instanceof HTMLElement ? activeElement : null
    return () => focusUnlessElsewhere(null, back.current)
  }, [])
  // A drawer lies over the table, so the focus must not stay below it; beside the table it stays where it is.
  useEffect(() => {
    if (covers && !panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true })
  }, [covers])
  // The person may step through the rows: then the last one gets the focus back.
  useEffect(() => {
    const row = panel.current?.parentElement?.querySelector<HTMLElement>('[role="row"][aria-selected="true"]')
    if (row) back.current = row
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
    if (event.key !== 'Escape' || event.defaultPrevented || isTyping) return
    event.preventDefault()
    onClose()
  }
  return { ref: panel, tabIndex: -1, onKeyDown }
}

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
  const panel = usePanel(onClose)
  return (
    <aside className="inspector" aria-label={label} {...panel}>
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
  const panel = usePanel(onClose)
  return (
    <aside className="inspector" aria-label={t('inspector.details')} {...panel}>
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
