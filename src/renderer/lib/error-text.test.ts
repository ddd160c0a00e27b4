import { expect, test } from 'vitest'
import type { ContractErrorData } from '../../contract/errors.ts'
import { errorText } from './error-text.ts'
import type { Translate } from './translations.ts'

/** Tells which sentence was taken, and with which values. */
const taken: { id?: string; values?: Readonly<Record<string, unknown>> } = {}
const t = ((id: string, values: Readonly<Record<string, unknown>>) => {
  Object.assign(taken, { id, values })
  return ''
}) as unknown as Translate
const of = (error: ContractErrorData) => {
  errorText(t, error)
  return taken
}

test.each([
  [undefined, 1],
  [0, 1],
  [1, 1],
  [1000, 1],
  [1001, 2],
  [90_000, 90],
])('after %s ms one may try again in %d seconds: never too early, and never at once', (retryAfterMs, seconds) => {
  const error = { code: 'rateLimited', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) } as ContractErrorData
  expect(of(error)).toMatchObject({ id: 'error.rateLimited', values: { seconds } })
})

test('a sentence gets what the error names, and nothing that is neither a text nor a number', () => {
  const details = { length: 20, text: 'too long', limit: { toString: () => 'evil' } } as never
  expect(of({ code: 'textTooLong', details } as ContractErrorData).values).toMatchObject({
    ...{ length: 20, text: 'too long', limit: 0 },
  })
})

test('trouble of a team has a sentence for each kind of it', () => {
  const details = { trouble: 'away' } as never
  expect(of({ code: 'teamTrouble', details } as ContractErrorData).id).toBe('error.teamTrouble.away')
  expect(of({ code: 'teamTrouble' } as ContractErrorData).id).toBe('error.teamTrouble')
})
