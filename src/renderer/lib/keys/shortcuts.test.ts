import { describe, expect, it } from 'vitest'
import { ariaShortcut, matches, shortcutText } from './shortcuts.ts'

const event = (init: Partial<KeyboardEvent>): KeyboardEvent =>
  ({ key: '', code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...init }) as KeyboardEvent

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
  })

  it('have words for people and for screen readers', () => {
    expect(shortcutText({ key: 'k', mod: true }, false)).toBe('Ctrl K')
    expect(shortcutText({ key: 'k', mod: true }, true)).toBe('⌘ K')
    expect(shortcutText({ key: 'ArrowDown', alt: true }, false)).toBe('Alt ↓')
    expect(ariaShortcut({ key: '1', mod: true }, false)).toBe('Control+1')
  })
})
