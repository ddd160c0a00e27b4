import { describe, expect, it } from 'vitest'
import { ariaShortcut, isComposition, isTypedKey, matches, shortcutText } from './shortcuts.ts'

const event = ({ altGraph = false, ...init }: Partial<KeyboardEvent> & { altGraph?: boolean }): KeyboardEvent =>
  ({
    key: '',
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    getModifierState: () => altGraph,
    ...init,
  }) as KeyboardEvent

describe('shortcuts', () => {
  it('take Ctrl, and Cmd on a Mac', () => {
    const jump = { key: 'k', mod: true }
    expect(matches(event({ key: 'k', ctrlKey: true }), jump, false)).toBe(true)
    expect(matches(event({ key: 'k', metaKey: true }), jump, false)).toBe(false)
    expect(matches(event({ key: 'k', metaKey: true }), jump, true)).toBe(true)
    expect(matches(event({ key: 'k', ctrlKey: true, shiftKey: true }), jump, false)).toBe(false)
  })

  it('work on a Russian layout by the physical key', () => {
    expect(matches(event({ key: 'л', code: 'KeyK', ctrlKey: true }), { key: 'k', mod: true }, false)).toBe(true)
    expect(matches(event({ key: 'л', code: 'KeyK' }), { key: 'k' }, false)).toBe(false)
    const details = { key: '.', mod: true }
    expect(matches(event({ key: 'ю', code: 'Period', ctrlKey: true }), details, false)).toBe(true)
    expect(matches(event({ key: ':', code: 'Period', ctrlKey: true }), details, false)).toBe(false)
    // Ctrl and minus of a German layout make the window smaller.
    expect(matches(event({ key: '-', code: 'Slash', ctrlKey: true }), { key: '/', mod: true }, false)).toBe(false)
  })

  it('leave signs that Option types on a Mac to the text, and take Ctrl Cmd there', () => {
    const done = { key: 'e', alt: true }
    const option = (key: string, code: string) => event({ key, code, altKey: true })
    const typed = [
      // German, Polish, French, US: letters of our shortcuts, and dead keys.
      ...[option('€', 'KeyE'), option('ę', 'KeyE'), option('ê', 'KeyE'), option('Dead', 'KeyE'), option('´', 'KeyE')],
      ...[option('@', 'KeyL'), option('ł', 'KeyL'), option('¬', 'KeyL'), option('ą', 'KeyA'), option('å', 'KeyA')],
      ...[
        option('Dead', 'KeyN'),
        option('ń', 'KeyN'),
        option('µ', 'KeyM'),
        option('π', 'KeyP'),
        option('Dead', 'KeyU'),
      ],
    ]
    const letters = ['e', 'l', 'a', 'n', 'm', 'p', 'u'].map((key) => ({ key, alt: true }))
    expect(typed.filter((one) => letters.some((shortcut) => matches(one, shortcut, true)))).toEqual([])
    expect(matches(event({ key: 'e', code: 'KeyE', ctrlKey: true, metaKey: true }), done, true)).toBe(true)
    expect(matches(event({ key: 'e', code: 'KeyE', altKey: true }), done, false)).toBe(true)
    expect(matches(event({ key: 'ArrowDown', altKey: true }), { key: 'ArrowDown', alt: true }, true)).toBe(true)
    expect([shortcutText(done, true), ariaShortcut(done, true)]).toEqual(['⌃ ⌘ E', 'Control+Meta+E'])
  })

  it('tell a key that types from a command', () => {
    expect(isTypedKey(event({ key: '€', altKey: true }), true)).toBe(true)
    expect(isTypedKey(event({ key: 'e', altKey: true }), false)).toBe(false)
    expect(isTypedKey(event({ key: '€', altKey: true, ctrlKey: true, altGraph: true }), false)).toBe(true)
    expect(isTypedKey(event({ key: 'e', metaKey: true }), true)).toBe(false)
    expect(isTypedKey(event({ key: 'Enter' }), false)).toBe(false)
  })

  it('leave the Enter that ends a composition to the input method, in Safari too', () => {
    expect(isComposition(event({ key: 'Enter', isComposing: true }))).toBe(true)
    expect(isComposition(event({ key: 'Enter', isComposing: false, keyCode: 229 }))).toBe(true)
    expect(isComposition(event({ key: 'Enter', isComposing: false, keyCode: 13 }))).toBe(false)
  })

  it('have words for people and for screen readers', () => {
    expect(shortcutText({ key: 'k', mod: true }, false)).toBe('Ctrl K')
    expect(shortcutText({ key: 'k', mod: true }, true)).toBe('⌘ K')
    expect(shortcutText({ key: 'ArrowDown', alt: true }, false)).toBe('Alt ↓')
    expect(ariaShortcut({ key: '1', mod: true }, false)).toBe('Control+1')
  })
})
