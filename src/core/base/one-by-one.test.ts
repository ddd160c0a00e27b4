import { expect, it } from 'vitest'
import { createOneByOne } from './one-by-one.ts'

it('starts work of a name when all work before it has ended, whatever its result, and other names at once', async () => {
  const { run, isRunning } = createOneByOne()
  const begun: string[] = []
  const gates = new Map<string, PromiseWithResolvers<string>>()
  const begin = (name: string, work: string) =>
    run(name, () => {
      begun.push(work)
      const gate = Promise.withResolvers<string>()
      gates.set(work, gate)
      return gate.promise
    })
  const first = begin('a', 'first')
  const second = begin('a', 'second')
  const third = begin('a', 'third')
  const other = begin('b', 'other')
  await expect.poll(() => begun).toEqual(['first', 'other'])
  gates.get('first')?.reject(new Error('no'))
  await expect(first).rejects.toThrow('no')
  await expect.poll(() => begun).toEqual(['first', 'other', 'second'])
  expect([isRunning('a'), isRunning('b')]).toEqual([true, true])
  gates.get('second')?.resolve('2')
  expect(await second).toBe('2')
  // One ended, and the last one of its name has not.
  await expect.poll(() => begun).toEqual(['first', 'other', 'second', 'third'])
  expect(isRunning('a')).toBe(true)
  const fourth = begin('a', 'fourth')
  gates.get('other')?.resolve('b')
  expect(await other).toBe('b')
  expect([begun.includes('fourth'), isRunning('b')]).toEqual([false, false])
  gates.get('third')?.resolve('3')
  await third
  await expect.poll(() => begun.at(-1)).toBe('fourth')
  gates.get('fourth')?.resolve('4')
  expect(await fourth).toBe('4')
  expect(isRunning('a')).toBe(false)
})
