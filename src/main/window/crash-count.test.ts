import { expect, test } from 'vitest'
import { createCrashCount } from './crash-count.ts'

test('a page that crashes again and again within a minute is not reloaded for ever', () => {
  let now = 0
  const count = createCrashCount(() => now)
  expect([count(), count(), count()]).toEqual(['reload', 'reload', 'ask'])
  now = 61_000
  expect(count()).toBe('reload')
})
