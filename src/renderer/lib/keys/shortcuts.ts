import { useEffect, useRef } from 'react'

/** `mod` is Ctrl, and Cmd on a Mac. */
export interface Shortcut {
  readonly key: string
  readonly mod?: boolean
  readonly shift?: boolean
  readonly alt?: boolean
}

/** New message. A browser keeps the first for itself. */
export const newMessageShortcuts = { desktop: { key: 'n', mod: true }, browser: { key: 'n', alt: true } } as const

export const isMac = (): boolean => /^Mac|^iP/.test(navigator.platform)

const symbols: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Enter: '↵',
}

/** For people: `Ctrl K`, `⌘ K`, `Ctrl Shift F`. */
export function shortcutText({ key, mod, shift, alt }: Shortcut, mac = isMac()): string {
  const name = symbols[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  const parts = [mod && (mac ? '⌘' : 'Ctrl'), alt && (mac ? '⌥' : 'Alt'), shift && (mac ? '⇧' : 'Shift'), name]
  return parts.filter(Boolean).join(' ')
}

/** For aria-keyshortcuts: `Control+K`, `Meta+K`. */
export function ariaShortcut({ key, mod, shift, alt }: Shortcut, mac = isMac()): string {
  const parts = [
    mod && (mac ? 'Meta' : 'Control'),
    alt && 'Alt',
    shift && 'Shift',
    key.length === 1 ? key.toUpperCase() : key,
  ]
  return parts.filter(Boolean).join('+')
}

/** Letters are compared by the physical key too, so that Ctrl K works on a Russian layout. */
export function matches(
  event: KeyboardEvent,
  { key, mod = false, shift = false, alt = false }: Shortcut,
  mac = isMac(),
): boolean {
  const modifier = mac ? event.metaKey : event.ctrlKey
  const other = mac ? event.ctrlKey : event.metaKey
  if (modifier !== mod || other || event.altKey !== alt || event.shiftKey !== shift) return false
  if (event.key.toLowerCase() === key.toLowerCase()) return true
  return (mod || alt) && /^[a-z]$/i.test(key) && event.code === `Key${key.toUpperCase()}`
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Whether a modal layer is open: shortcuts of the page behind it sleep. */
export const isModal = (): boolean =>
  document.querySelector('[role="dialog"][data-open], [role="alertdialog"][data-open]') !== null

/**
 * Runs `act` at a shortcut while the component is mounted. Without `mod` or `alt` it sleeps while the person types.
 * Null sleeps too.
 */
export function useShortcut(shortcut: Shortcut | null, act: (event: KeyboardEvent) => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  const id = shortcut && JSON.stringify(shortcut)
  useEffect(() => {
    if (!id) return
    const wanted = JSON.parse(id) as Shortcut
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !matches(event, wanted) || isModal()) return
      if (!wanted.mod && !wanted.alt && wanted.key.length === 1 && isTyping(event.target)) return
      event.preventDefault()
      latest.current(event)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [id])
}
