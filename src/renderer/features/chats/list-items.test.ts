import fc from 'fast-check'
import { expect, it } from 'vitest'
import { itemAt, itemCount, itemOfRow } from './list-items.ts'

const kinds = (shape: Parameters<typeof itemAt>[0]) =>
  Array.from({ length: itemCount(shape) }, (_, index) => {
    const item = itemAt(shape, index)
    return item.kind === 'row' ? item.row : item.kind
  })

it('puts "Recent" between pinned and other chats', () => {
  expect(kinds({ total: 4, pinned: 2, archived: true, search: false })).toEqual([0, 1, 'separator', 2, 3, 'archived'])
})

it('has no separator when all or none are pinned, or while searching', () => {
  expect(kinds({ total: 2, pinned: 2, archived: false, search: false })).toEqual([0, 1])
  expect(kinds({ total: 2, pinned: 0, archived: false, search: false })).toEqual([0, 1])
  expect(kinds({ total: 3, pinned: 1, archived: false, search: true })).toEqual([0, 1, 2])
})

it('finds every row where it stands', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(300), fc.boolean(), fc.boolean(), (total, pinned, archived, search) => {
      const shape = { total, pinned: Math.min(pinned, total), archived, search }
      for (let row = 0; row < total; row += 1)
        expect(itemAt(shape, itemOfRow(shape, row))).toEqual({ kind: 'row', row })
    }),
  )
})
