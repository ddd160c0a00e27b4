import { expect, it } from 'vitest'
import { isolateDirections } from './isolate-directions.ts'

it.each([
  [
    { name: 'מֹשֶׁה', span: '7 min' },
    { name: '\u2068מֹשֶׁה\u2069', span: '7 min' },
  ],
  [{ name: 'Anna, محمد' }, { name: '\u2068Anna, محمد\u2069' }],
  [{ name: 'Anna \u202e' }, { name: '\u2068Anna \u202e\u2069' }],
  [
    { name: 'Anna', count: 7, at: null },
    { name: 'Anna', count: 7, at: null },
  ],
  [undefined, undefined],
])('%j', (values, expected) => {
  expect(isolateDirections(values)).toEqual(expected)
})
