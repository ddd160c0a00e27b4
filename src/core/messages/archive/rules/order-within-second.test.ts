import { describe, expect, test } from 'vitest'
import { listOrders, orderWithinSecond, ownTie, type Ordered } from './order-within-second.ts'

const item = (id: string, queue: number | null, list: number | null): Ordered => ({ id, queue, list })
const ids = (items: readonly Ordered[]) => orderWithinSecond(items).map(({ id }) => id)

describe('messages of one second', () => {
  test.each<[string, readonly Ordered[], string[]]>([
    ['stand as the queue brought them', [item('F', 1, null), item('A', 2, null), item('1', 3, null)], ['F', 'A', '1']],
    ['stand as a history lists them', [item('1', null, 2), item('A', null, 1), item('F', null, 0)], ['F', 'A', '1']],
    [
      'with a lost notification beside its neighbours',
      [item('F', 7, 0), item('A', null, 1), item('1', 9, 2)],
      ['F', 'A', '1'],
    ],
    ['with a lost first one before all', [item('Z', null, 0), item('F', 7, 1), item('1', 9, 2)], ['Z', 'F', '1']],
    ['the queue goes before the history', [item('F', 1, 1), item('A', 2, 0)], ['F', 'A']],
    ['by their ids, where nothing else is known', [item('200', null, null), item('99', null, null)], ['99', '200']],
  ])('%s', (_, items, expected) => {
    expect(ids(items)).toEqual(expected)
    expect(ids(items.toReversed())).toEqual(expected)
  })

  test('too many to look at together sort alike as items and as text', () => {
    const many = Array.from({ length: 2000 }, (_, n) =>
      item(`id${(n * 7919) % 2000}`, n % 3 === 0 ? n : null, n % 3 === 1 ? n : null),
    )
    const asText = many.toSorted((a, b) => (ownTie(a) < ownTie(b) ? -1 : 1)).map(({ id }) => id)
    expect(ids(many)).toEqual(asText)
  })

  test('a list counts the older records of each second, whichever way it runs', () => {
    expect(listOrders([5, 5, 5, 4, undefined, 3, 3])).toEqual([2, 1, 0, 0, null, 1, 0])
    expect(listOrders([3, 3, 4, 5, 5])).toEqual([0, 1, 0, 0, 1])
    expect(listOrders([])).toEqual([])
  })
})
