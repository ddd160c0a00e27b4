import { expect, it } from 'vitest'
import type { ChatPage } from '../../../contract/chats.ts'
import { pageOffsets, RowMemory } from './pages.ts'

it.each([
  [0, 20, [0]],
  [31, 40, [0, 32]],
  [32, 63, [32]],
  [9_990, 10_012, [9_984]],
  [-1, -1, [0]],
])('reads rows %i to %i from pages %j', (first, last, pages) => expect(pageOffsets(first, last)).toEqual(pages))

it('shows the rows of the page above while only the next one is read, and none of another list', () => {
  const page = (from: number) =>
    ({ rows: Array.from({ length: 32 }, (_, at) => ({ key: from + at })) }) as unknown as ChatPage
  const memory = new RowMemory()
  memory.merge('all', [0], [page(0)], false)
  memory.merge('all', [0, 32], [page(0), undefined], false)
  const read = memory.merge('all', [32], [page(32)], false)
  expect([...(read?.rows.keys() ?? [])]).toEqual(Array.from({ length: 64 }, (_, index) => index))
  expect([...(memory.merge('unread', [0], [page(100)], false)?.rows.keys() ?? [])].length).toBe(32)
  expect(memory.merge('unread', [128], [page(128)], false)?.rows.has(0)).toBe(false)
})
