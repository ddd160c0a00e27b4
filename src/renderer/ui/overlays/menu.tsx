import { cloneElement, useCallback, useState, type ComponentProps, type MouseEvent, type ReactElement } from 'react'
import { later } from '../later.tsx'
import type { MenuEntry } from './menu-model.ts'

export type { MenuEntry } from './menu-model.ts'

const loadPopup = () => import('./menu-popup.tsx')
const MenuPopup = later(async () => (await loadPopup()).MenuPopup)

export interface MenuButtonProps {
  /** Accessible name of the menu. */
  readonly label: string
  /** Called when the menu is drawn: while it is open, its entries follow what changes. */
  readonly entries: () => readonly MenuEntry[]
  readonly align?: 'start' | 'end'
  /** The button: a Button or IconButton without onClick. */
  readonly children: ReactElement<ComponentProps<'button'>>
}

/** A button that opens a menu. The menu's code loads when the pointer or the focus comes near. */
export function MenuButton({ label, entries, align = 'start', children }: MenuButtonProps) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const load = () => void loadPopup().catch(() => undefined)
  return (
    <>
      {cloneElement(children, {
        ref: setButton,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onPointerEnter: load,
        onFocus: load,
        onClick: () => setOpen(!isOpen),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' || event.altKey) return
          event.preventDefault()
          setOpen(true)
        },
      })}
      {isOpen && button && (
        <MenuPopup anchor={button} label={label} entries={entries()} align={align} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

export interface ContextMenu {
  /** For onContextMenu (the pointer's place; the element's own corner when it came from the keyboard). */
  readonly onContextMenu: (event: MouseEvent) => void
  /** Opens it beside an element: for a "More" button or a key. */
  readonly openAt: (anchor: Element) => void
  /** Render it somewhere below. */
  readonly menu: ReactElement | null
}

/** `const menu = useContextMenu('Chat', () => [...])`; spread nothing, give `onContextMenu` and render `menu`. */
export function useContextMenu(label: string, entries: (target: Element) => readonly MenuEntry[]): ContextMenu {
  const [open, setOpen] = useState<{
    readonly anchor: Element | { readonly x: number; readonly y: number }
    readonly entries: readonly MenuEntry[]
  } | null>(null)
  const close = useCallback(() => setOpen(null), [])
  return {
    onContextMenu(event) {
      const target = event.target
      if (!(target instanceof Element)) return
      const list = entries(target)
      if (list.length === 0) return
      event.preventDefault()
      const byKeyboard = event.clientX === 0 && event.clientY === 0
      setOpen({ anchor: byKeyboard ? target : { x: event.clientX, y: event.clientY }, entries: list })
    },
    openAt: (anchor) => setOpen({ anchor, entries: entries(anchor) }),
    menu: open && <MenuPopup anchor={open.anchor} label={label} entries={open.entries} onClose={close} />,
  }
}
