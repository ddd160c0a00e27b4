import './field.css'

export interface KbdProps {
  readonly keys: string
  /** The control says its shortcut by aria-keyshortcuts already. */
  readonly decorative?: boolean
}

/** A key. */
export const Kbd = ({ keys, decorative = false }: KbdProps) => (
  <kbd className="kbd" aria-hidden={decorative || undefined}>
    {keys}
  </kbd>
)
