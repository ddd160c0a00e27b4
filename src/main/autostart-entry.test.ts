import { expect, test } from 'vitest'
import { autostartEntry } from './autostart-entry.ts'

test('an autostart entry survives spaces, quotes and percent signs', () => {
  expect(autostartEntry(['/opt/My App/100%', '--background'])).toContain('Exec="/opt/My App/100%%" "--background"\n')
  expect(autostartEntry(['a"b'])).toContain('Exec="a\\\\"b"\n')
})
