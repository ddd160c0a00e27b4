import { expect, test } from 'vitest'
import { tokenAt } from './written-token.ts'

test.each([
  ['/', 1, { sign: '/', from: 0, to: 1, query: '' }],
  ['/pick', 5, { sign: '/', from: 0, to: 5, query: 'pick' }],
  ['/pickup', 3, { sign: '/', from: 0, to: 3, query: 'pi' }],
  ['Hello :smi', 10, { sign: ':', from: 6, to: 10, query: 'smi' }],
  ['Line\n/часы', 10, { sign: '/', from: 5, to: 10, query: 'часы' }],
  ['and/or', 6, null],
  ['https://a', 9, null],
  ['12:30', 5, null],
  ['/pick up', 8, null],
  ['/a', 0, null],
  [`/${'x'.repeat(100)}`, 101, null],
] as const)('%j with the caret at %i', (text, caret, token) => {
  expect(tokenAt(text, caret)).toEqual(token)
})
