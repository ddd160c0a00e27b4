import './overlay.css'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { cx } from '../../lib/text/class-names.ts'

export interface DrawerProps {
  /** Accessible name of the complementary region. */
  readonly label: string
  readonly onClose: () => void
  readonly className?: string
  readonly children: ReactNode
}

/** A side panel over the content of a narrow window. Escape closes it and the focus goes back to where it was. */
export function Drawer({ label, onClose, className, children }: DrawerProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <aside
      ref={panel}
      className={cx('drawer', className)}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        onClose()
      }}
    >
      {children}
    </aside>
  )
}
