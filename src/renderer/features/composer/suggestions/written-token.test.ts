import { expect, test } from 'vitest'
import { tokenAt, tokenFrom } from './written-token.ts'

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
  [`So /${'x'.repeat(64)}`, 68, { sign: '/', from: 3, to: 68, query: 'x'.repeat(64) }],
  [`So /${'x'.repeat(65)}`, 69, null],
  [`/${'x'.repeat(100)}`, 101, null],
] as const)('%j with the caret at %i', (text, caret, token) => {
  expect(tokenAt(text, caret)).toEqual(token)
})

test.each([
  ['Done. ', 6, 6, { sign: '/', from: 6, to: 6, query: '' }],
  ['Done.gre', 5, 8, { sign: '/', from: 5, to: 8, query: 'gre' }],
  ['Done. gre', 5, 9, null],
  ['Done.', 5, 2, null],
  ['x'.repeat(100), 0, 100, null],
] as const)('%j from %i with the caret at %i', (text, from, caret, token) => {
  expect(tokenFrom(text, from, caret)).toEqual(token)
})
