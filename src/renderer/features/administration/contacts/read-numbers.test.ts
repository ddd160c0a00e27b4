import { expect, test } from 'vitest'
import { readNumbers } from './read-numbers.ts'

test.each([
  ['+7 (999) 000-11-22', [{ kind: 'number', typed: '+7 (999) 000-11-22', phone: '79990001122' }]],
  ['1000 ABC 77', [{ kind: 'bad', typed: '1000 ABC 77', why: 'letters' }]],
  ['123456789', [{ kind: 'bad', typed: '123456789', why: 'short' }]],
  ['1234567890', [{ kind: 'number', typed: '1234567890', phone: '1234567890' }]],
  ['123456789012345', [{ kind: 'number', typed: '123456789012345', phone: '123456789012345' }]],
  ['1234567890123456', [{ kind: 'bad', typed: '1234567890123456', why: 'long' }]],
  ['\n \n', []],
])('%j is read as %j', (text, read) => {
  expect(readNumbers(text)).toEqual(read)
})

test('a table is read by its cells, and the same number once', () => {
  expect(
    readNumbers('79990001122\t79990001133\n+79990001122').map((one) => one.kind === 'number' && one.phone),
  ).toEqual(['79990001122', '79990001133'])
})
