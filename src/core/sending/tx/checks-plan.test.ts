import { expect, onTestFinished, test } from 'vitest'
import type { MessageKey } from '../../../contract/ids.ts'
import { setAwaitingAuthorization, setQueuePositions } from '../../messages/outbox/tx/wait-reasons.ts'
import { explained } from '../../reading/testing/explained.ts'
import type { Tx } from '../../store/tx.ts'
import { createTestArchive } from '../../testing/create-test-archive.ts'
import { openTestDatabase, testNow } from '../../testing/open-test-database.ts'
import { recordChecks } from './delivery-checks.ts'
import { enqueue } from './enqueue.ts'

test('what every look at the service writes is found among what is followed, not among all that was ever sent', () => {
  const database = openTestDatabase()
  onTestFinished(() => database[Symbol.dispose]())
  const { instance } = database
  const { plans, spied } = explained(database.tx)
  const tx = spied as Tx
  recordChecks(tx, { instance, at: testNow, since: 0, inQueue: null, uncertain: [] })
  setQueuePositions(tx, { instance, positions: new Map(), intervalMs: 500 })
  setAwaitingAuthorization(tx, { instance, held: true })
  const ofOutbox = plans.flatMap(({ details }) => details).filter((detail) => /(SCAN|SEARCH) o\b/u.test(detail))
  expect(ofOutbox).toHaveLength(3)
  for (const detail of ofOutbox) expect(detail).toContain('USING INDEX outbox_check')
})

test('a poll counts only for the uncertain messages that it covered', () => {
  using archive = createTestArchive()
  const { tx, instance, chat } = archive
  const [covered, other] = ['200', '300'].map((id) => enqueue(tx, { chat: chat(id), text: 'Hello!' }).message)
  tx.run(`update outbox set state = 'uncertain', ended_at = :now, next_check_at = :now, checks = 0`, { now: testNow })
  recordChecks(tx, { instance, at: testNow, since: 0, inQueue: null, uncertain: [covered as MessageKey] })
  expect(tx.all('select message, checks from outbox order by message')).toEqual([
    { message: covered, checks: 1 },
    { message: other, checks: 0 },
  ])
})

test('a message is held for a day from when the service took it, also where this clock was set right since', () => {
  using archive = createTestArchive()
  const { tx, instance, chat } = archive
  const { message } = enqueue(tx, { chat: chat('200'), text: 'Hello!' })
  // The clock was an hour ahead when the service answered, at noon by the service's clock.
  tx.run('update instance set clock_offset_ms = 0')
  tx.run(`update outbox set state = 'accepted', next_check_at = :now, ended_at = :now, accepted_at = :now + 3600000`, {
    now: testNow,
  })
  tx.run(`update message set status = 'pending'`)
  setAwaitingAuthorization(tx, { instance, held: true })
  expect(tx.all('select message, wait_until as until from outbox')).toEqual([
    { message, until: testNow + 24 * 3_600_000 },
  ])
})
