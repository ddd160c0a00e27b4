import { expect, onTestFinished, test } from 'vitest'
import type { JournalKey } from '../../../../contract/ids.ts'
import { openTestDatabase, testNow } from '../../../testing/open-test-database.ts'
import { programReads, programWrites } from '../../tx/programs-intents.ts'
import type { DeliveryRecord } from '../rules/delivery-state.ts'

const minuteMs = 60_000

/** A webhook, and an event of the journal. */
function open() {
  const database = openTestDatabase()
  onTestFinished(() => database[Symbol.dispose]())
  const { tx, instance, at } = database
  const program = programWrites['programs.add'](tx, {
    ...{ id: 'abcdefgh', name: 'Shop', purpose: 'webhook', protocol: 'webhook', keyHash: null, keyExpiresAt: null },
    webhook: { url: 'https://shop.example/', allowPrivate: false, inFlight: 1, timeoutMs: 5000 },
    ...{ readWhenWritten: false, from: 0, scope: { instances: null, kinds: null, labels: null, groups: true } },
  })
  const event = tx.run(
    `insert into journal (instance, type_webhook, state, received_at, raw, raw_hash, bytes, tried_version, deleted_at)
     values (?, 'stateInstanceChanged', 'applied', ?, '{}', 'h', 2, '1', ?)`,
    [instance, testNow, testNow],
  ).rowid as JournalKey
  const trouble = { at: testNow, kind: 'status', status: 503, text: '' } as const
  return {
    at,
    record: (more: Partial<DeliveryRecord>) =>
      programWrites['programs.recordDelivery'](tx, {
        program,
        record: {
          ...{ place: 0, round: 0, key: event, lane: `i${instance}`, became: 'retrying', tries: 1, isReplay: false },
          ...{ retryInMs: 30 * minuteMs, givenUp: [], health: null, readUpTo: 0 },
          outcome: { kind: 'endpoint', trouble, retryAfterMs: null },
          ...more,
        },
      }),
    letters: () => programReads['programs.facts'](tx, { program }).deadLetterRows,
    event,
    stored: () => tx.all('select event, state, replay, class from program_delivery'),
    retries: () => programReads['programs.delivery'](tx, { program, instances: null }).retries,
  }
}

test('a dead letter says since when its event has failed', () => {
  const { at, record, letters } = open()
  record({ tries: 1 })
  at(testNow + 40 * minuteMs)
  record({ tries: 6, became: 'deadLetter' })
  expect(letters()).toMatchObject([{ firstFailedAt: testNow, tries: 6 }])
})

test('what failed is tried at once when a failing endpoint answers again', () => {
  const { record, retries } = open()
  record({ health: { state: 'failing', failures: 3, probeInMs: minuteMs } })
  expect(retries()).toMatchObject([{ waitMs: 30 * minuteMs }])
  record({
    ...{ key: 1_000 as JournalKey, became: 'done', outcome: { kind: 'delivered', status: 200 } },
    health: { state: 'active', failures: 0, probeInMs: null },
  })
  expect(retries()).toMatchObject([{ waitMs: 0 }])
})

test('an event that was delivered in its turn leaves nothing behind, and one that passed others is noted', () => {
  const { event, record, stored } = open()
  const delivered = { became: 'done', outcome: { kind: 'delivered', status: 200 } } as const
  record({ tries: 1 })
  record({ ...delivered, readUpTo: event - 1 })
  expect(stored()).toEqual([{ event, state: 'done', replay: 0, class: null }])
  record({ ...delivered, readUpTo: event })
  expect(stored()).toEqual([])
  record({ tries: 1 })
  record({ became: 'dropped', outcome: null })
  expect(stored()).toEqual([])
})

test('an event that a person sends again stays one until it arrived', () => {
  const { event, record, retries, stored } = open()
  record({ isReplay: true })
  expect(retries()).toMatchObject([
    { key: event, place: 0, isReplay: true, failure: 'endpoint', waitMs: 30 * minuteMs },
  ])
  record({ isReplay: true, became: 'deadLetter', tries: 6 })
  expect(stored()).toEqual([{ event, state: 'deadLetter', replay: 0, class: 'endpoint' }])
})
