import { useEffect, useRef } from 'react'

/**
 * `mod` is Ctrl, and Cmd on a Mac. `alt` with a letter is Ctrl Cmd on a Mac, where Option with a letter types a sign.
 */
export interface Shortcut {
  readonly key: string
  readonly mod?: boolean
  readonly shift?: boolean
  readonly alt?: boolean
}

/** New message. A browser keeps the first for itself. */
export const newMessageShortcuts = { desktop: { key: 'n', mod: true }, browser: { key: 'n', alt: true } } as const

/** Locks the window. */
export const lockShortcut = { key: 'l', mod: true, shift: true } as const satisfies Shortcut

export const isMac = (): boolean => /^Mac|^iP/.test(navigator.platform)

const symbols: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Enter: '↵',
}

/** Where the signs of shortcuts are on a Latin keyboard. */
const signCodes: Readonly<Record<string, string>> = { ',': 'Comma', '.': 'Period', '/': 'Slash' }

/** The modifiers of a shortcut by their events' names. */
function modifiersOf({ key, mod = false, shift = false, alt = false }: Shortcut, mac: boolean) {
  const isBoth = mac && alt && key.length === 1
  return { ctrl: isBoth || (mod && !mac), alt: alt && !isBoth, shift, meta: isBoth || (mod && mac) }
}

/** For people: `Ctrl K`, `⌘ K`, `Ctrl Shift F`. */
export function shortcutText(shortcut: Shortcut, mac = isMac()): string {
  const { key } = shortcut
  const { ctrl, alt, shift, meta } = modifiersOf(shortcut, mac)
  const name = symbols[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  const modifiers = mac ? (['⌃', '⌥', '⇧', '⌘'] as const) : (['Ctrl', 'Alt', 'Shift', 'Meta'] as const)
  const parts = [ctrl, alt, shift, meta].map((isHeld, index) => isHeld && modifiers[index])
  return [...parts, name].filter(Boolean).join(' ')
}

/** For aria-keyshortcuts: `Control+K`, `Meta+K`. */
export function ariaShortcut(shortcut: Shortcut, mac = isMac()): string {
  const { key } = shortcut
  const { ctrl, alt, shift, meta } = modifiersOf(shortcut, mac)
  const name = key.length === 1 ? key.toUpperCase() : key
  return [ctrl && 'Control', meta && 'Meta', alt && 'Alt', shift && 'Shift', name].filter(Boolean).join('+')
}

/**
 * Keys are compared by their place too, so that Ctrl K and Ctrl . work on a Russian layout, and Ctrl 1 on a French one.
 * A Latin layout has its own letters in these places: Ctrl Y of a German one is no Ctrl Z.
 */
export function matches(event: KeyboardEvent, shortcut: Shortcut, mac = isMac()): boolean {
  const { key } = shortcut
  const { ctrl, alt, shift, meta } = modifiersOf(shortcut, mac)
  if (event.ctrlKey !== ctrl || event.altKey !== alt || event.metaKey !== meta) return false
  const isSame = event.key.toLowerCase() === key.toLowerCase()
  // A German layout has the slash with Shift, a French one the full stop too.
  if (event.shiftKey !== shift) return isSame && (ctrl || meta) && signCodes[key] !== undefined
  if (isSame) return true
  if (!ctrl && !alt && !meta) return false
  if (/^[a-z]$/i.test(key)) return event.code === `Key${key.toUpperCase()}` && !/^[!-~]$/.test(event.key)
  // Without the signs by which the window is made larger and smaller.
  if (/^\d$/.test(key)) return event.code === `Digit${key}` && !/^[-+=\d]$/.test(event.key)
  // Where a layout has one of its letters there: other layouts have their own signs in these places.
  return signCodes[key] === event.code && /\p{L}/u.test(event.key)
}

/**
 * A key that writes its sign into a field: no command. Option types on a Mac, as AltGr does elsewhere, which comes as
 * Ctrl and Alt on Windows.
 */
export function isTypedKey(event: KeyboardEvent, mac = isMac()): boolean {
  if ([...event.key].length !== 1) return false
  if (mac) return !event.ctrlKey && !event.metaKey
  return event.getModifierState('AltGraph') || !(event.ctrlKey || event.metaKey || event.altKey)
}

/**
 * A key of an input method, which an Enter ends: no key of ours. Safari says so by its code alone, because it ends the
 * composition before the key.
 */
export const isComposition = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229

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
      // A key that is held down is pressed once.
      if (!event.repeat) latest.current(event)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [id])
}
