import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAddress, parseAddress, startAddress } from './requests-address.ts'

const names = fc.uniqueArray(fc.stringMatching(/^\w{1,20}$/), { maxLength: 5 })
const time = fc.option(fc.nat())

test('every filter is read back as it was written', () => {
  fc.assert(
    fc.property(
      fc.record({
        operations: names,
        except: fc.boolean(),
        outcomes: names,
        statuses: fc.uniqueArray(fc.constantFrom(0, 200, 404, 429, 502)),
        from: time,
        to: time,
        withoutPolling: fc.boolean(),
        text: fc.string({ maxLength: 40 }),
        slowerThanMs: fc.option(fc.integer({ min: 1, max: 300_000 })),
      }),
      ({ except, ...given }) => {
        const filter = { ...given, exceptOperations: except && given.operations.length > 0 }
        const { problems, ...after } = parseAddress(formatAddress(filter))
        expect(problems).toEqual([])
        expect(after).toEqual(filter)
      },
    ),
  )
})

test('nothing set makes an empty address, which leaves out the polling', () => {
  expect(formatAddress(startAddress)).toBe('')
  expect(parseAddress('')).toEqual({ ...startAddress, problems: [] })
})

test('what can’t be used is named, and the rest works', () => {
  const { problems, ...filter } = parseAddress('status=429,9999&from=yesterday&polling=no&operation=getChats&size=1')
  expect(filter).toMatchObject({ statuses: [429], from: null, withoutPolling: true, operations: ['getChats'] })
  expect(problems.map(({ name, value }) => `${name}=${value}`)).toEqual([
    'status=9999',
    'from=yesterday',
    'polling=no',
    'size=1',
  ])
})

test('any text is read without a crash', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseAddress(text)))
})
