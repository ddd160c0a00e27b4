import type { IconName } from '../marks/icon.tsx'

/** A menu as data. */
export type MenuEntry =
  | {
      readonly kind: 'item'
      /** Names the entry where its label changes while the menu is open. */
      readonly id?: string
      readonly label: string
      readonly icon?: IconName
      /** Shown at the right, for example `Ctrl C`. */
      readonly shortcut?: string
      /** Shown at the right in grey, for example a count. */
      readonly detail?: string
      readonly danger?: boolean
      readonly disabled?: boolean
      /** The act moves the focus, which is then not given back to where the menu was opened. */
      readonly movesFocus?: boolean
      readonly run: () => void
    }
  | {
      readonly kind: 'check'
      readonly label: string
      readonly checked: boolean
      readonly movesFocus?: boolean
      readonly run: (checked: boolean) => void
    }
  | {
      readonly kind: 'submenu'
      readonly label: string
      readonly icon?: IconName
      readonly entries: readonly MenuEntry[]
    }
  | { readonly kind: 'label'; readonly label: string }
  | { readonly kind: 'separator' }
