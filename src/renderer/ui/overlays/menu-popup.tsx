import './overlay.css'
import { Menu as Base } from '@base-ui/react/menu'
import { useRef, useState } from 'react'
import { cx } from '../../lib/text/class-names.ts'
import { Icon } from '../marks/icon.tsx'
import { Kbd } from '../controls/kbd.tsx'
import type { MenuEntry } from './menu-model.ts'
import { SteadyEntries } from './steady-entries.ts'

export interface MenuPopupProps {
  /** An element, or a point of the window (context menus). */
  readonly anchor: Element | { readonly x: number; readonly y: number }
  /** Accessible name. */
  readonly label: string
  readonly entries: readonly MenuEntry[]
  readonly align?: 'start' | 'end'
  readonly onClose: () => void
}

const pointAnchor = ({ x, y }: { readonly x: number; readonly y: number }) => ({
  getBoundingClientRect: () => new DOMRect(x, y, 0, 0),
})

/** A menu that is open as long as it is rendered; the focus goes back to where it was. Loaded lazily by MenuButton. */
export function MenuPopup({ anchor, label, entries, align = 'start', onClose }: MenuPopupProps) {
  const isElement = anchor instanceof Element
  const focusMoved = useRef(false)
  return (
    <Base.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner
          className="layer"
          anchor={isElement ? anchor : pointAnchor(anchor)}
          side="bottom"
          align={align}
          sideOffset={isElement ? 4 : 0}
        >
          <Base.Popup
            className="menu"
            aria-label={label}
            finalFocus={() => !focusMoved.current && (anchor instanceof HTMLElement ? anchor : true)}
          >
            <Entries entries={entries} onFocusMoves={() => (focusMoved.current = true)} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface EntriesProps {
  readonly entries: readonly MenuEntry[]
  readonly onFocusMoves: () => void
}

function Entries({ entries, onFocusMoves }: EntriesProps) {
  const [steady] = useState(() => new SteadyEntries())
  return steady.follow(entries).map(({ key, entry }) => <Entry key={key} entry={entry} onFocusMoves={onFocusMoves} />)
}

function Entry({ entry, onFocusMoves }: { readonly entry: MenuEntry; readonly onFocusMoves: () => void }) {
  switch (entry.kind) {
    case 'separator':
      return <Base.Separator className="menu-sep" />
    case 'label':
      return (
        <div className="menu-label" role="presentation">
          {entry.label}
        </div>
      )
    case 'check':
      return (
        <Base.CheckboxItem
          className="menu-item"
          checked={entry.checked}
          onCheckedChange={(checked) => {
            if (entry.movesFocus) onFocusMoves()
            entry.run(checked)
          }}
          closeOnClick
        >
          <span className="ell">{entry.label}</span>
          {entry.checked && <Icon name="check" className="end" />}
        </Base.CheckboxItem>
      )
    case 'submenu':
      return (
        <Base.SubmenuRoot>
          <Base.SubmenuTrigger className="menu-item">
            {entry.icon && <Icon name={entry.icon} />}
            <span className="ell">{entry.label}</span>
            <Icon name="chevronRight" size={14} className="end" />
          </Base.SubmenuTrigger>
          <Base.Portal>
            <Base.Positioner className="layer">
              <Base.Popup className="menu">
                <Entries entries={entry.entries} onFocusMoves={onFocusMoves} />
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.SubmenuRoot>
      )
    case 'item':
      return (
        <Base.Item
          className={cx('menu-item', entry.danger && 'is-danger')}
          disabled={entry.disabled ?? false}
          aria-description={entry.shortcut}
          onClick={() => {
            if (entry.movesFocus) onFocusMoves()
            entry.run()
          }}
        >
          {entry.icon && <Icon name={entry.icon} />}
          <span className="ell">{entry.label}</span>
          {entry.detail && <span className="end">{entry.detail}</span>}
          {entry.shortcut && <Kbd keys={entry.shortcut} decorative />}
        </Base.Item>
      )
  }
}
