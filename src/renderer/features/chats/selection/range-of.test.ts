import { expect, test } from 'vitest'
import type { ChatKey } from '../../../../contract/ids.ts'
import { rangeOf } from './range-of.ts'

const rows = [1, 2, 3, 4].map((key) => ({ key: key as ChatKey }))
const keys = (from: number, to: number, of: Parameters<typeof rangeOf>[0] = rows) =>
  rangeOf(of, from as ChatKey, to as ChatKey)?.map((row) => row.key) ?? null

test('a range lies between two chats, in either direction, and begins with the first', () => {
  expect(keys(2, 3)).toEqual([2, 3])
  expect(keys(1, 4)).toEqual([1, 2, 3, 4])
  expect(keys(4, 1)).toEqual([4, 3, 2, 1])
  expect(keys(4, 2)).toEqual([4, 3, 2])
  expect(keys(3, 3)).toEqual([3])
})

test('there is no range to a chat that left the list, nor over rows that were not read', () => {
  expect(keys(2, 9)).toBeNull()
  expect(keys(9, 2)).toBeNull()
  expect(keys(1, 3, [rows[0], undefined, rows[2]])).toBeNull()
})
