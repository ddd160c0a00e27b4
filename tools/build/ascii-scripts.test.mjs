import { expect, test } from 'vitest'
import { toAscii } from './ascii-scripts.mjs'

const samples = [
  '"Zürich · 日本 🧾"',
  '`…${"é"}…`',
  '/^[а-я]+$/u.test("привет")',
  '/^[😀-😂]$/u.test("😁")',
  '/^[😀-😂]$/v.test("😃")',
  '({ "０": 0, ключ: 1 }).ключ',
]

test.for(samples)('%s means the same in ASCII', (code) => {
  const ascii = toAscii(code, 'sample.js')
  expect(ascii).toMatch(/^[\0-\x7f]*$/)
  // Both were written here.
  const valueOf = (script) => new Function(`return ${script}`)()
  expect(valueOf(ascii)).toEqual(valueOf(code))
})

test('a letter behind a backslash is refused by name', () => {
  expect(() => toAscii('/\\·/', 'sample.js')).toThrow('sample.js: \\· can not be written in ASCII.')
})
