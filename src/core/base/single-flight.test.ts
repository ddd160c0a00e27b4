import { expect, test } from 'vitest'
import { createSingleFlight } from './single-flight.ts'

/** Acts that end when the test says so, by the order in which they began. */
function createActs() {
  const ends: PromiseWithResolvers<string>[] = []
  const act = (): Promise<string> => {
    const end = Promise.withResolvers<string>()
    ends.push(end)
    return end.promise
  }
  return { act, ends }
}

test('a call with the name and input of one in flight shares its result, and a later one begins anew', async () => {
  const { act, ends } = createActs()
  const flight = createSingleFlight()
  const first = flight('rename', { to: 'Shop' }, act)
  const second = flight('rename', { to: 'Shop' }, act)
  expect(ends).toHaveLength(1)
  ends[0]?.resolve('renamed')
  expect(await Promise.all([first, second])).toEqual(['renamed', 'renamed'])
  void flight('rename', { to: 'Shop' }, act)
  expect(ends).toHaveLength(2)
})

test('a call with another input waits for the one before, whatever became of that, and has its own result', async () => {
  const { act, ends } = createActs()
  const flight = createSingleFlight()
  const first = flight('rename', { to: 'Shop' }, act)
  const second = flight('rename', { to: 'Depot' }, act)
  const other = flight('remove', { to: 'Depot' }, act)
  expect(ends).toHaveLength(2)
  ends[1]?.resolve('removed')
  expect(await other).toBe('removed')
  expect(ends).toHaveLength(2)
  ends[0]?.reject(new Error('refused'))
  await expect(first).rejects.toThrow('refused')
  await expect.poll(() => ends.length).toBe(3)
  ends[2]?.resolve('renamed to Depot')
  expect(await second).toBe('renamed to Depot')
})
