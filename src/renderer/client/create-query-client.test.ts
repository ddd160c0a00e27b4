import { expect, test } from 'vitest'
import { shareAnswer } from './create-query-client.ts'

const row = (key: number, text = `row ${key}`) => ({ key, text, content: { kind: 'text' } })
const listOf = (...rows: readonly object[]) => ({ rows, counts: { unread: 1 }, hasOlder: true })
type Answer = ReturnType<typeof listOf>

const share = (before: Answer, after: Answer): Answer => shareAnswer(before, after) as Answer

test('rows that slid by one, or were sorted anew, are the same objects as before', () => {
  const before = listOf(row(1), row(2), row(3))
  const slid = share(before, listOf(row(2), row(3), row(4)))
  expect(slid).toEqual(listOf(row(2), row(3), row(4)))
  expect(slid.rows[0]).toBe(before.rows[1])
  expect(slid.rows[1]).toBe(before.rows[2])
  expect(slid.counts).toBe(before.counts)

  const sorted = share(before, listOf(row(3), row(1), row(2)))
  expect(sorted.rows.map((one) => before.rows.indexOf(one))).toEqual([2, 0, 1])
  const shorter = share(before, listOf(row(1), row(3)))
  expect(shorter.rows.map((one) => before.rows.indexOf(one))).toEqual([0, 2])
})

test('a row that changed is another one, in which what stayed is the same', () => {
  const before = listOf(row(1), row(2))
  const after = share(before, listOf(row(2, 'changed'), row(3)))
  expect(after.rows[0]).toEqual(row(2, 'changed'))
  expect(after.rows[0]).not.toBe(before.rows[1])
  expect((after.rows[0] as { content: object }).content).toBe((before.rows[1] as { content: object }).content)
})

test('an equal answer is the one before, whatever its shape', () => {
  for (const answer of [listOf(row(1), row(2)), [row(1), row(2)], ['a', 'b'], [], {}, null, 5, { rows: [] }])
    expect(shareAnswer(answer, structuredClone(answer))).toBe(answer)
  expect(shareAnswer(undefined, [row(1)])).toEqual([row(1)])
  expect(shareAnswer([row(1)], null)).toBeNull()
  expect(shareAnswer(['a', 'b'], ['b', 'a'])).toEqual(['b', 'a'])
  expect(shareAnswer([{ name: 'no key' }], [{ name: 'other' }, { name: 'no key' }])).toHaveLength(2)
  expect(shareAnswer({ rows: 'none' }, { rows: [row(1)] })).toEqual({ rows: [row(1)] })
})
