import { expect, it } from 'vitest'
import { sideBySide } from './side-by-side.ts'

it('has so much under way at once, in order, and goes on past what fails', async () => {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const results = sideBySide([1, 2, 3, 4, 5], 2, async (item) => {
    begun.push(item)
    await new Promise<void>((resolve) => ends.push(resolve))
    if (item === 2) throw new Error('no')
    return item * 10
  })
  const settled = Promise.allSettled(results)
  expect(begun).toEqual([1, 2])
  ends[1]?.()
  await expect(results[1]).rejects.toThrow('no')
  await Promise.resolve()
  expect(begun).toEqual([1, 2, 3])
  for (let end = 0; end < 5; end++) {
    ends[end]?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(begun).toEqual([1, 2, 3, 4, 5])
  expect((await settled).map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
    10,
    'failed',
    30,
    40,
    50,
  ])
})
