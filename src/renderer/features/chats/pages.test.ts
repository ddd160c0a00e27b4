import { expect, it } from 'vitest'
import { pageOffsets } from './pages.ts'

it.each([
  [0, 20, [0]],
  [95, 104, [0, 100]],
  [100, 199, [100]],
  [9_990, 10_012, [9_900, 10_000]],
  [-1, -1, [0]],
])('reads rows %i to %i from pages %j', (first, last, pages) => expect(pageOffsets(first, last)).toEqual(pages))
