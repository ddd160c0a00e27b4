import { expect, test } from 'vitest'
import { backOff } from './back-off.ts'
import { limitHint, retryAfterMs } from './retry-after.ts'

const now = Date.UTC(2026, 10, 23, 9, 30)
const at = (ms: number) => new Date(ms).toUTCString()

test.each<[Readonly<Record<string, string>>, 'queue' | 'send' | 'read', number | undefined]>([
  [{ 'retry-after': '7' }, 'send', 7000],
  [{ 'ratelimit-reset': '3' }, 'send', 3000],
  [{ 'retry-after': '7', 'ratelimit-reset': '3' }, 'send', 7000],
  // The moment of the reset, as some gateways give it.
  [{ 'ratelimit-reset': String(now / 1000 + 30) }, 'read', 30_000],
  [{ 'ratelimit-reset': String(now / 1000 + 3630), date: at(now + 3_600_000) }, 'read', 30_000],
  // The service's clock is an hour ahead: its date is read against its own time.
  [{ 'retry-after': at(now + 3_600_000 + 20_000), date: at(now + 3_600_000) }, 'send', 20_000],
  [{ 'retry-after': at(now + 20_000) }, 'send', 20_000],
  [{ 'retry-after': at(now - 20_000) }, 'send', 0],
  // A queue that is left alone for as long as a gateway may ask would lose what it holds.
  [{ 'retry-after': '100000' }, 'queue', 300_000],
  [{ 'retry-after': '100000' }, 'send', 3_600_000],
  [{ 'retry-after': '100000' }, 'read', 86_400_000],
  [{ 'retry-after': 'soon' }, 'send', undefined],
  [{}, 'send', undefined],
])('the answer %j asks the class %s for a pause of %s ms', (headers, limit, pause) => {
  expect(retryAfterMs(headers, { limit, now })).toBe(pause)
})

test('pauses double with each failure in a row, from the first one up to their longest', () => {
  const pace = { baseMs: 1000, capMs: 60_000 }
  expect([1, 2, 3, 7, 5000].map((failures) => backOff(pace, failures))).toEqual([1000, 2000, 4000, 60_000, 60_000])
})

test.each([
  [
    { 'x-ratelimit-remaining': '4', 'x-ratelimit-replenish-rate': '0.5' },
    { remaining: 4, perSecond: 0.5 },
  ],
  [{ 'x-ratelimit-remaining': 'many', 'x-ratelimit-replenish-rate': '' }, {}],
  [{}, {}],
])('the headers %j say of the limit %j', (headers: Readonly<Record<string, string>>, hint) => {
  expect(limitHint(headers)).toEqual(hint)
})
