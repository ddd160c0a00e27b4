import { expect, test } from 'vitest'
import { toWireError } from './wire-error.ts'

test('a damaged row is not quoted in what the log is told of it', () => {
  const parse = () => {
    try {
      return JSON.parse('my secret words')
    } catch (error) {
      return error
    }
  }
  const { message = '' } = { message: '', ...toWireError(parse()) }
  expect(message).toContain('a stored value is no JSON')
  expect(message).toContain('wire-error.test.ts')
  expect(message).not.toContain('secret')
})
