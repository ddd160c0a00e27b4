import { expect, test } from 'vitest'
import { desktopEntry } from './desktop-entry.ts'

test('an autostart entry survives spaces, quotes and percent signs', () => {
  expect(desktopEntry(['/opt/My App/100%', '--background'])).toContain('Exec="/opt/My App/100%%" "--background"\n')
  expect(desktopEntry(['a"b', '%U'])).toContain('Exec="a\\\\"b" %U\n')
})
