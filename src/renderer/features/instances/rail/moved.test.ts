import fc from 'fast-check'
import { expect, it } from 'vitest'
import { moved } from './moved.ts'

it('moves an item and keeps the others in order', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(moved(['a', 'b'], 0, 9)).toEqual(['b', 'a'])
})

it('gives the same list when nothing changes', () => {
  const list = ['a', 'b']
  expect(moved(list, 0, -1)).toBe(list)
  expect(moved(list, 5, 0)).toBe(list)
})

it('never loses or doubles an item', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer()), fc.integer(), fc.integer(), (list, from, to) => {
      expect(moved(list, from, to).toSorted()).toEqual(list.toSorted())
    }),
  )
})
