import { expect, test } from 'vitest'
import type { InstanceKey } from '../../contract/ids.ts'
import { shortestAge } from './shortest-age.ts'

test.each([
  [null, null, [], null],
  [30, null, [], 30],
  [null, 90, [], 90],
  [30, 90, [7, null], 7],
] as const)('a log of %s days beside messages of %s and %s is there for %s', (own, days, others, shown) => {
  const instances = others.map((other, index) => ({ instance: (index + 1) as InstanceKey, days: other }))
  expect(shortestAge(own, { days, instances, labels: [] })).toBe(shown)
})
