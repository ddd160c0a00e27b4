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

  it('take Ctrl Cmd with a letter on a Mac, where Option types a sign', () => {
    const done = { key: 'e', alt: true }
    expect(matches(event({ key: '€', code: 'KeyE', altKey: true }), done, true)).toBe(false)
    expect(matches(event({ key: 'e', code: 'KeyE', ctrlKey: true, metaKey: true }), done, true)).toBe(true)
    expect(matches(event({ key: 'e', code: 'KeyE', altKey: true }), done, false)).toBe(true)
    expect(matches(event({ key: 'ArrowDown', altKey: true }), { key: 'ArrowDown', alt: true }, true)).toBe(true)
    expect([shortcutText(done, true), ariaShortcut(done, true)]).toEqual(['⌃ ⌘ E', 'Control+Meta+E'])
  })

  it('are those of the letters of a Latin layout, and of the places of digits', () => {
    const undo = { key: 'z', mod: true }
    expect(matches(event({ key: 'y', code: 'KeyZ', ctrlKey: true }), undo, false)).toBe(false)
    expect(matches(event({ key: 'z', code: 'KeyY', ctrlKey: true }), undo, false)).toBe(true)
    expect(matches(event({ key: '&', code: 'Digit1', ctrlKey: true }), { key: '1', mod: true }, false)).toBe(true)
    // Ctrl and minus of a French layout make the window smaller.
    expect(matches(event({ key: '-', code: 'Digit6', ctrlKey: true }), { key: '6', mod: true }, false)).toBe(false)
    const help = { key: '/', mod: true }
    expect(matches(event({ key: '/', code: 'Digit7', ctrlKey: true, shiftKey: true }), help, false)).toBe(true)
    expect(matches(event({ key: '?', code: 'Slash', ctrlKey: true, shiftKey: true }), help, false)).toBe(false)
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
