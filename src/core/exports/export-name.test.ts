import { expect, test } from 'vitest'
import { exportName } from '../hosting/export-files.ts'

const at = Date.UTC(2026, 10, 23, 9, 30)

test.each([
  ['...hidden', 'hidden 2026-11-23 09-30.csv'],
  [' . ', 'Switchboard 2026-11-23 09-30.csv'],
  [`${'я'.repeat(200)}`, `${'я'.repeat(80)} 2026-11-23 09-30.csv`],
  [`${'x'.repeat(159)}\u{1f600}`, `${'x'.repeat(159)} 2026-11-23 09-30.csv`],
  ['half \ud83d', 'half \ufffd 2026-11-23 09-30.csv'],
  ['a/b:c', 'a_b_c 2026-11-23 09-30.csv'],
])('the file of %j is named %j', (title, name) => {
  expect(exportName(title, at, 'csv')).toBe(name)
})
