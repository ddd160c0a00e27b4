import { expect, test } from 'vitest'
import { trayAvailable } from './tray-available.ts'

test.for([
  ['win32', undefined, true],
  ['darwin', undefined, true],
  ['linux', 'KDE', true],
  ['linux', 'ubuntu:GNOME', true],
  ['linux', 'GNOME', false],
  ['linux', 'GNOME-Classic:GNOME', false],
  ['linux', undefined, false],
] as const)('a tray on %s with %s: %s', ([platform, desktop, expected]) => {
  expect(trayAvailable(platform, { XDG_CURRENT_DESKTOP: desktop })).toBe(expected)
})
