import { describe, expect, it } from 'vitest'
import type { Message, MessageKey } from '../../../../contract/index.ts'
import { toggleSelected } from './selection.ts'

const rows = [1, 2, 3, 4, 5].map((key) => ({ key: key as MessageKey }) as Message)
const key = (n: number) => n as MessageKey
const keys = (selection: ReturnType<typeof toggleSelected>) => selection && [...selection.keys].toSorted()

describe('toggleSelected', () => {
  it('begins, grows, shrinks and ends', () => {
    const one = toggleSelected(null, rows, key(2), false)
    const two = toggleSelected(one, rows, key(4), false)
    expect(keys(two)).toEqual([2, 4])
    const less = toggleSelected(two, rows, key(2), false)
    expect(keys(less)).toEqual([4])
    expect(toggleSelected(less, rows, key(4), false)).toBeNull()
  })

  it('takes a range in both directions', () => {
    const from = toggleSelected(null, rows, key(4), false)
    expect(keys(toggleSelected(from, rows, key(2), true))).toEqual([2, 3, 4])
    expect(keys(toggleSelected(from, rows, key(5), true))).toEqual([4, 5])
  })

  it('takes one message when the other end of the range is not loaded', () => {
    const from = { keys: new Set([key(99)]), last: key(99) }
    expect(keys(toggleSelected(from, rows, key(2), true))).toEqual([2, 99])
  })
})
