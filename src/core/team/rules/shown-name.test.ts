import { expect, test } from 'vitest'
import { shownName } from './shown-name.ts'

test('a name is shown as it is, but for what turns, breaks or hides text', () => {
  expect(shownName('Anna О’Нил 👩‍💻')).toBe('Anna О’Нил 👩‍💻')
  expect(shownName('\u202eannA\u2066 \n\t Root\u0000\u200b')).toBe('annA Root')
  expect(shownName('\u202e\u0007')).toBe('')
  expect(shownName(`${'x'.repeat(159)}😀`)).toHaveLength(160)
  expect(shownName('y'.repeat(1_000_000))).toHaveLength(160)
})
