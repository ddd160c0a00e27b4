import { expect, test } from 'vitest'
import { refusalOfPattern } from './regexes.mjs'

test.for(['@.*$', '[\\s.]+$', '^[.\\s]+|[.\\s]+$', '\\s{2,}$', '\\S+?$'])('%s is refused', (pattern) => {
  expect(refusalOfPattern(pattern)).toMatch(/begins anew/)
})

test.for(['^\\d+$', '\\d$', '\\.[a-z]{1,8}$', '^[.\\s]+', '\\+$', '.*x', '\\]\\s*$', '^.*$'])(
  '%s is taken',
  (pattern) => {
    expect(refusalOfPattern(pattern)).toBeUndefined()
  },
)
