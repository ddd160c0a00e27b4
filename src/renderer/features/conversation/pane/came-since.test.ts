import { describe, expect, it } from 'vitest'
import type { MessageKey } from '../../../../contract/index.ts'
import { cameSince } from './came-since.ts'

/** Rows by number, own ones negative. */
const rows = (...keys: readonly number[]) =>
  keys.map((key) => ({
    key: Math.abs(key) as MessageKey,
    direction: key < 0 ? ('outgoing' as const) : ('incoming' as const),
  }))
const end = (...keys: readonly number[]) => ({ rows: rows(...keys), hasNewer: false })
const slid = (...keys: readonly number[]) => ({ rows: rows(...keys), hasNewer: true })

describe('cameSince', () => {
  it.each([
    { what: 'new ones', before: end(1, 2), now: end(1, 2, 3, 4), came: [3, 4] },
    { what: 'none', before: end(1, 2), now: end(1, 2), came: [] },
    { what: 'one above an own one that waits', before: end(1, -9), now: end(1, 2, -9), came: [2] },
    { what: 'the first one of a chat that has own ones', before: end(-5, -9), now: end(-5, 6, -9), came: [6] },
    { what: 'older ones that were loaded', before: end(3, 4), now: end(1, 2, 3, 4), came: [] },
    { what: 'older ones above own ones alone', before: end(-5), now: end(1, 2, -5), came: [] },
    { what: 'a window that went back to the end', before: slid(1, 2), now: end(1, 2, 3, 4), came: [] },
    { what: 'a window that slid down', before: slid(1, 2), now: slid(2, 3, 4), came: [] },
    { what: 'a window that went away from the end', before: end(3, 4), now: slid(1, 2, 3), came: [] },
    { what: 'a window somewhere else', before: end(1, 2), now: end(7, 8), came: [] },
    { what: 'the first window', before: end(), now: end(1, 2), came: [] },
  ])('tells what came: $what', ({ before, now, came }) => {
    expect(cameSince(before, now).map(({ key }) => key)).toEqual(came)
  })
})
