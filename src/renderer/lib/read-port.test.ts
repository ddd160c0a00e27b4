import { expect, test } from 'vitest'
import { readPort } from './read-port.ts'

test.each([
  ['47811', 47_811],
  [' 1024 ', 1024],
  ['65535', 65_535],
  ['1023', null],
  ['65536', null],
  ['', null],
  ['80a', null],
  ['-5000', null],
  ['4781.1', null],
])('%j as a port is %j', (text, port) => {
  expect(readPort(text)).toBe(port)
})
