import { expect, test } from 'vitest'
import { createManualClock } from '../../../api/testing/manual-clock.ts'
import type { SharedInstanceId } from '../../sharing/shared-ids.ts'
import { createUnfollowedEntries } from './unfollowed-entries.ts'

const shared = 1 as SharedInstanceId

test('an entry that the database lost is entered again after every number that it may have by now, and counted once', async () => {
  const entered: (readonly [after: number, id: string])[] = []
  const entries = createUnfollowedEntries({
    team: {
      history: async () => ({ lastN: 1200, lastLink: null, known: [] }),
      async enterAgain(_shared, after, { id }) {
        entered.push([after, id])
        return true
      },
    },
    clock: createManualClock(),
  })
  const append = (id: string, n: number) => {
    entries.add(shared, { id, raw: '{}', isJson: true, receiptId: '1', queueComplete: true })
    entries.appended(id, { n, repeatOf: null })
  }
  append('early', 7)
  append('late', 1500)
  expect(await entries.check(() => 0)).toBe(0)
  entries.doubt()
  expect(await entries.check(() => 0)).toBe(2)
  expect(entered).toEqual([
    [0, 'early'],
    [500, 'late'],
  ])
  // It may take a while until they come back by the journal.
  entries.doubt()
  expect(await entries.check(() => 0)).toBe(0)
})

test('what was not appended, and what the database is known to have, takes no room', async () => {
  const entries = createUnfollowedEntries({
    team: {
      history: async (_shared, trail) => ({ lastN: 1, lastLink: null, known: trail.map(({ n }) => n) }),
      enterAgain: async () => true,
    },
    clock: createManualClock(),
  })
  const fill = () =>
    entries.add(shared, { id: 'a', raw: 'x'.repeat(20_000_000), isJson: true, receiptId: '1', queueComplete: true })
  fill()
  expect(entries.hasRoom()).toBe(false)
  entries.appended('a', null)
  expect(entries.hasRoom()).toBe(true)
  fill()
  entries.appended('a', { n: 1, repeatOf: null })
  expect(await entries.check(() => 1)).toBe(0)
  expect(entries.hasRoom()).toBe(true)
})
