import { expect, test } from 'vitest'
import { ContractError } from '../../contract/errors.ts'
import { StoreError } from './store-error.ts'
import { fromWireError, toWireError } from './wire-error.ts'

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

test('an error crosses with its code, pause and details, or with its kind and the intent that failed', () => {
  const crossed = (error: unknown) => fromWireError(toWireError(error), 'chats.list')
  for (const data of [{}, { retryAfterMs: 500 }, { details: { limit: 3 } }]) {
    const refused = new ContractError('tooManyFiles', data)
    expect(crossed(refused)).toEqual(refused)
    expect(crossed(refused)).toMatchObject({ data: { code: 'tooManyFiles', ...data } })
  }
  expect(crossed(new StoreError('full', 'no room'))).toMatchObject({ kind: 'full', message: 'chats.list: no room' })
  expect(crossed(new Error('a fault'))).toMatchObject({ kind: 'intent' })
  expect(crossed('a word')).toMatchObject({ kind: 'intent', message: 'chats.list: a word' })
})
