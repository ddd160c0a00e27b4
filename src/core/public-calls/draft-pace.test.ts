import { expect, test } from 'vitest'
import type { ProgramKey } from '../../contract/ids.ts'
import { createDraftPace } from './draft-pace.ts'

const day = 86_400_000

test('a program writes so much at once, and then as time goes by; another one and other things do not wait for it', () => {
  let now = 0
  const pace = createDraftPace(() => now)
  const [one, other] = [1 as ProgramKey, 2 as ProgramKey]
  for (let count = 0; count < 1000; count++) pace.take(one, 'proposals')
  expect(() => pace.take(one, 'proposals')).toThrow(
    expect.objectContaining({ code: 'tooManyRequests', retryAfterMs: day / 10_000 }),
  )
  pace.take(other, 'proposals')
  pace.take(one, 'notes')
  now = day / 10_000
  pace.take(one, 'proposals')
  expect(() => pace.take(one, 'proposals')).toThrow('tooManyRequests')
  // What is saved up has an end.
  now = 30 * day
  for (let count = 0; count < 1000; count++) pace.take(one, 'proposals')
  expect(() => pace.take(one, 'proposals')).toThrow('tooManyRequests')
})
