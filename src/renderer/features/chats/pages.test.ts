import { expect, it } from 'vitest'
import { pageOffsets } from './pages.ts'

it.each([
  [0, 20, [0]],
  [31, 40, [0, 32]],
  [32, 63, [32]],
  [9_990, 10_012, [9_984]],
  [-1, -1, [0]],
])('reads rows %i to %i from pages %j', (first, last, pages) => expect(pageOffsets(first, last)).toEqual(pages))
