import { expect, it } from 'vitest'
import { shiftOf } from './row-shift.ts'

const inSight = { first: 2, keys: ['c', 'd', 'e'] }
const of = (text: string) => [(index: number) => text[index], text.length] as const

it.each([
  ['nothing moved', 'abcdef', 0],
  ['two came above', 'xyabcdef', 2],
  ['one above went', 'bcdef', -1],
  ['one in sight went to the top by itself', 'dabcef', 0],
  ['one in sight was removed', 'abdefg', -1],
  ['one came between', 'abcxdef', 1],
  ['nothing of before is near', 'uvwxyz', null],
  ['it all went', '', null],
])('%s', (_, text, shift) => expect(shiftOf(inSight, ...of(text))).toBe(shift))

it('leaves out what is not read', () => {
  expect(shiftOf({ first: 0, keys: [undefined, 'b', undefined] }, (index) => ['x', 'a', 'b'][index], 3)).toBe(1)
  expect(shiftOf({ first: 0, keys: ['a'] }, () => undefined, 9)).toBe(0)
})
