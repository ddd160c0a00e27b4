import { expect, test } from 'vitest'
import { createManualClock } from '../../api/testing/manual-clock.ts'
import { createRetentionClock } from './create-retention-clock.ts'
import type { StorageStore } from './storage-base.ts'

const hour = 3_600_000
const day = 24 * hour
const start = Date.UTC(2026, 10, 20, 12)

/** A program that starts at noon; `lastReceivedAt` is before its start. */
function open(lastReceivedAt: number | null, offset = 0) {
  const clock = createManualClock(start)
  const row = { newest: lastReceivedAt, newestBefore: lastReceivedAt, offset, shown: null as number | null }
  const store = { read: async () => row } as unknown as StorageStore
  return { clock, row, retention: createRetentionClock({ clock, store }) }
}

test.each([
  ['nothing was ever received', null],
  ['the last notification is two days old', start - 2 * day],
])('where %s nothing is deleted in the first hour, and then by the clock or what is certain', async (_, last) => {
  const { clock, retention } = open(last)
  expect(await retention.now()).toBeNull()
  await clock.advance(hour - 1000)
  expect(await retention.now()).toBeNull()
  await clock.advance(1000)
  expect(await retention.now()).toBe(last === null ? start + hour : last + hour)
})

test('where something was received a moment ago the time counts at once, and never passes what is certain', async () => {
  const { clock, row, retention } = open(start - 60_000)
  expect(await retention.now()).toBe(start - 60_000)
  await clock.advance(2 * hour)
  row.newest = clock.now()
  expect(await retention.now()).toBe(start + 2 * hour)
})

test('the time is in whole milliseconds, whatever fractions have passed', async () => {
  const { clock, row, retention } = open(start - 60_000)
  await clock.advance(1000.4)
  expect(await retention.now()).toBe(start - 59_000)
  row.newest = start
  row.shown = start - 30_000
  await retention.now()
  await clock.advance(1000.4)
  expect(await retention.now()).toBe(start - 29_000)
})

test('the clock of the services counts where it is behind ours', async () => {
  expect(await open(start, -60_000).retention.now()).toBe(start - 60_000)
})

test('the latest time of a service and what passed since counts where our clock was wrong from the start', async () => {
  const { clock, row, retention } = open(start)
  // A desk of a team gets notifications from colleagues, and no answer says how far its clock is off.
  row.shown = start - 365 * day
  expect(await retention.now()).toBe(start - 365 * day)
  await clock.advance(2 * day)
  row.newest = clock.now()
  expect(await retention.now()).toBe(start - 363 * day)
  row.shown = start - 362 * day
  expect(await retention.now()).toBe(start - 362 * day)
})
