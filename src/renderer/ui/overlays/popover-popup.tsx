import './overlay.css'
import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { cx } from '../../lib/text/class-names.ts'

export interface PopoverPopupProps {
  readonly anchor: Element
  readonly label: string
  readonly side?: 'top' | 'bottom'
  readonly align?: 'start' | 'center' | 'end'
  readonly className?: string | undefined
  /** The element that has the focus once it is closed. */
  readonly finalFocus: () => HTMLElement
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A small layer beside its anchor, open as long as it is rendered. Loaded lazily by Popover. */
export const PopoverPopup = ({
  anchor,
  label,
  side = 'bottom',
  align = 'start',
  className,
  finalFocus,
  onClose,
  children,
}: PopoverPopupProps) => (
  <Base.Root open onOpenChange={(open) => !open && onClose()}>
    <Base.Portal>
      <Base.Positioner className="layer" anchor={anchor} side={side} align={align} sideOffset={6}>
        <Base.Popup className={cx('pop', className)} aria-label={label} finalFocus={finalFocus}>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)
