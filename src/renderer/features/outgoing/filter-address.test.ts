import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatKey, ProgramKey, QuickReplyKey } from '../../../contract/ids.ts'
import { statusKinds } from '../../../contract/statuses.ts'
import { formatAddress, parseAddress, startAddress, type OutgoingAddress } from './filter-address.ts'
import { messageTypes } from '../../lib/message-types.ts'

const subset = <Value>(values: readonly Value[]) => fc.subarray([...values])
const address: fc.Arbitrary<OutgoingAddress> = fc.record({
  filter: fc.record({
    statuses: subset(statusKinds),
    kinds: subset(messageTypes).map((kinds) => kinds.map(String)),
    chats: fc.uniqueArray(
      fc.integer({ min: 1, max: 1e9 }).map((key) => key as ChatKey),
      { maxLength: 5 },
    ),
    text: fc.string({ maxLength: 100, unit: 'grapheme' }),
    minutes: fc.option(fc.integer({ min: 1, max: 5_256_000 })),
    lookBackBy: fc.constantFrom('action', 'sent'),
    olderThanMs: fc.option(fc.integer({ min: 1, max: 100_000 }).map((minutes) => minutes * 60_000)),
    sentByApi: fc.option(fc.boolean()),
    quickReplies: fc.oneof(
      fc.constant('any' as const),
      fc.uniqueArray(
        fc.integer({ min: 1, max: 1e9 }).map((key) => key as QuickReplyKey),
        { maxLength: 5 },
      ),
    ),
    author: fc.option(fc.uuid()),
    sender: fc.option(
      fc.oneof(
        fc.constantFrom('people' as const, 'programs' as const, 'held' as const),
        fc.integer({ min: 1, max: 1e9 }).map((key) => key as ProgramKey),
      ),
    ),
    stuckLongerThanMs: fc.option(fc.integer({ min: 1, max: 100_000 }).map((minutes) => minutes * 60_000)),
  }),
  sort: fc.record({
    by: fc.constantFrom('time', 'action', 'status', 'chat', 'kind', 'age'),
    direction: fc.constantFrom('asc', 'desc'),
  }),
})

test('an address leads back to the same filters', () => {
  fc.assert(
    fc.property(address, (before) => {
      const { problems, ...after } = parseAddress(formatAddress(before))
      expect(problems).toEqual([])
      expect(after).toEqual(before)
    }),
  )
})

test('nothing set makes an empty address', () => expect(formatAddress(startAddress)).toBe(''))

test('what can’t be used is named, and the rest works', () => {
  const { filter, sort, problems } = parseAddress(
    'status=failed,exploded&minutes=-3&api=maybe&sort=age&colour=red&stuck=5&older=9999999999&reply=3,x&sender=nobody',
  )
  expect(filter).toMatchObject({
    quickReplies: [3],
    statuses: ['failed'],
    minutes: 1440,
    sentByApi: null,
    sender: null,
    stuckLongerThanMs: 300_000,
  })
  expect(sort).toEqual(startAddress.sort)
  expect(problems.map(({ name, value }) => `${name}=${value}`)).toEqual([
    'status=exploded',
    'reply=x',
    'minutes=-3',
    'older=9999999999',
    'api=maybe',
    'sender=nobody',
    'sort=age',
    'colour=red',
  ])
})

test('any text is read without a crash', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseAddress(text)))
})
