import { cloneElement, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react'
import { later } from '../later.tsx'

const loadPopup = () => import('./popover-popup.tsx')
const PopoverPopup = later(async () => (await loadPopup()).PopoverPopup)

export interface PopoverProps {
  /** Accessible name of the layer. */
  readonly label: string
  readonly side?: 'top' | 'bottom'
  readonly align?: 'start' | 'center' | 'end'
  readonly className?: string
  /** The element that has the focus once it is closed; null gives it back to the button. */
  readonly finalFocus?: () => HTMLElement | null
  /** The content; `close` closes the popover. */
  readonly content: (close: () => void) => ReactNode
  /** The button: a Button or IconButton without onClick. */
  readonly children: ReactElement<ComponentProps<'button'>>
}

/** A button that opens a small layer: filters, pickers. Its code loads when the pointer or the focus comes near. */
export function Popover({ label, side, align, className, finalFocus, content, children }: PopoverProps) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const load = () => void loadPopup().catch(() => undefined)
  return (
    <>
      {cloneElement(children, {
        ref: setButton,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        onPointerEnter: load,
        onFocus: load,
        onClick: () => setOpen(!open),
      })}
      {open && button && (
        <PopoverPopup
          anchor={button}
          label={label}
          {...(side ? { side } : {})}
          {...(align ? { align } : {})}
          className={className}
          finalFocus={() => finalFocus?.() ?? button}
          onClose={close}
        >
          {content(close)}
        </PopoverPopup>
      )}
    </>
  )
}
