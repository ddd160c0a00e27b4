import { describe, expect, it } from 'vitest'
import { isTypedKey, matches, type Shortcut } from '../../lib/keys/shortcuts.ts'
import { selectAllShortcut } from '../../lib/keys/chat-shortcuts.ts'
import { shortcutGroups } from './known-shortcuts.ts'

const shortcuts: readonly Shortcut[] = [
  ...shortcutGroups.flatMap(({ shortcuts: known }) =>
    known.flatMap(({ keys, inBrowser = [] }) => [...keys, ...inBrowser]),
  ),
  selectAllShortcut,
]
const withModifier = shortcuts.filter(({ key, mod, alt }) => key.length === 1 && (mod === true || alt === true))

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const codes = [...[...letters].map((letter) => `Key${letter}`), ...[...'1234567890'].map((digit) => `Digit${digit}`)]

/**
 * Layouts of a Mac by the places of a US keyboard: A to Z, then 1 to 0. `option` is what Option types there, with ` for
 * a dead key; `elsewhere` says where the layout has letters and signs of shortcuts beside these places, or with Shift.
 */
const layouts = {
  US: {
    plain: 'abcdefghijklmnopqrstuvwxyz1234567890',
    option: 'å∫ç∂`ƒ©˙`∆˚¬µ`øπœ®ß†`√∑≈¥Ω¡™£¢∞§¶•ªº',
    elsewhere: { ',': ['Comma', false], '.': ['Period', false], '/': ['Slash', false] },
  },
  Polish: {
    plain: 'abcdefghijklmnopqrstuvwxyz1234567890',
    option: 'ąļć∂ęƒ©ķ^∆ŻłķńóĻŌ®ś†`√∑źķż¡™£¢∞§¶•ªº',
    elsewhere: { ',': ['Comma', false], '.': ['Period', false], '/': ['Slash', false] },
  },
  German: {
    plain: 'abcdefghijklmnopqrstuvwxzy1234567890',
    option: 'å∫ç∂€ƒ©ª⁄º∆@µ`øπ«®‚†`√∑≈Ω¥¡“¶¢[]|{}≠',
    elsewhere: { ',': ['Comma', false], '.': ['Period', false], '/': ['Digit7', true] },
  },
  French: {
    plain: 'qbcdefghijkl,noparstuvzxyw&é"\'(§è!çà',
    option: '‡ß©∂êƒﬁÌîÏÈ¬∞`œπæ®Ò†º◊Â≈Ú‹`ë“‘{¶«¡Çø',
    elsewhere: { m: ['Semicolon', false], '.': ['Comma', true], '/': ['Period', true] },
  },
} as const satisfies Record<
  string,
  { plain: string; option: string; elsewhere: Record<string, readonly [code: string, shift: boolean]> }
>

const press = (key: string, code: string, held: Partial<KeyboardEvent>): KeyboardEvent =>
  ({
    key: key === '`' ? 'Dead' : key,
    code,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    getModifierState: () => false,
    ...held,
  }) as KeyboardEvent

describe.each(Object.entries(layouts))('on a Mac with a %s layout', (_name, { plain, option, elsewhere }) => {
  it('nothing that Option types is a shortcut', () => {
    expect([plain.length, option.length]).toEqual([codes.length, codes.length])
    for (const [at, code] of codes.entries()) {
      for (const shiftKey of [false, true]) {
        const typed = press(option.charAt(at), code, { altKey: true, shiftKey })
        expect(shortcuts.filter((shortcut) => matches(typed, shortcut, true))).toEqual([])
        expect(isTypedKey(typed, true)).toBe(typed.key !== 'Dead')
      }
    }
  })

  it('Cmd, and Ctrl Cmd, with a letter or sign do what is written for it, and nothing else', () => {
    const keys: readonly (readonly [key: string, code: string, shift: boolean])[] = [
      ...codes.map((code, at) => [plain.charAt(at), code, false] as const),
      ...Object.entries(elsewhere).map(([key, [code, shift]]) => [key, code, shift] as const),
    ]
    const found = new Set<string>()
    for (const [key, code, shiftKey] of keys) {
      for (const ctrlKey of [false, true]) {
        const pressed = press(key, code, { metaKey: true, ctrlKey, shiftKey })
        for (const shortcut of withModifier.filter((one) => matches(pressed, one, true))) {
          const digit = /^Digit(\d)$/.exec(code)?.[1]
          expect([key, digit], `${key} at ${code}`).toContain(shortcut.key)
          found.add(JSON.stringify(shortcut))
        }
      }
    }
    const reached = withModifier.filter(({ shift }) => shift !== true).map((shortcut) => JSON.stringify(shortcut))
    expect(reached.filter((shortcut) => !found.has(shortcut))).toEqual([])
  })
})
