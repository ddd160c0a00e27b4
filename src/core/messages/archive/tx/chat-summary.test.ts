import { expect, test } from 'vitest'
import { createTestArchive, testNow, testSeconds } from '../../../testing/create-test-archive.ts'
import { announceMoved, refreshSummary } from './chat-summary.ts'

const incoming = (seconds: number) => ({ timestamp: seconds, typeMessage: 'textMessage', textMessage: 'hello' })

test('a history makes nothing unread that was written before the instance was added, whatever the clocks say', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const unread = (chatId: string) => tx.get('select unread from chat where key = ?', [archive.chat(chatId)])
  // The instance was added an hour ago.
  archive.give('10001', [incoming(testSeconds - 3700)], { live: false })
  archive.give('10002', [incoming(testSeconds - 3500)], { live: false })
  expect([unread('10001'), unread('10002')]).toEqual([{ unread: 0 }, { unread: 1 }])
  // The service's clock is ten minutes ahead: what it calls 3500 seconds ago was before.
  tx.run('update instance set clock_offset_ms = 600000 where key = ?', [instance])
  archive.give('10003', [incoming(testSeconds - 3500)], { live: false })
  expect(unread('10003')).toEqual({ unread: 0 })
})

test('of a great many unread messages a thousand are counted, and the chat waits since the first', () => {
  using archive = createTestArchive()
  const { tx } = archive
  const summary = () =>
    tx.get('select unread, waiting_at as waitingAt from chat where key = ?', [archive.chat('10001')])
  archive.give(
    '10001',
    Array.from({ length: 999 }, (_, index) => incoming(testSeconds + index)),
  )
  expect(summary()).toEqual({ unread: 999, waitingAt: testSeconds * 1000 })
  archive.give(
    '10001',
    Array.from({ length: 300 }, (_, index) => incoming(testSeconds + 1000 + index)),
  )
  expect(summary()).toEqual({ unread: 1000, waitingAt: testSeconds * 1000 })
})

test('what the queue had before the answer from the phone is answered, although it was stored later', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const chat = archive.chat('10001')
  const waiting = () => tx.get('select unread, waiting_at as waitingAt from chat where key = ?', [chat])
  archive.setNow(testNow + 30_000)
  const [answer] = archive.give('10001', [{ ...incoming(testSeconds + 20), type: 'outgoing' }])
  archive.setNow(testNow + 60_000)
  const [early, late] = [10, 15].flatMap((seconds) => archive.give('10001', [incoming(testSeconds + seconds)]))
  expect(waiting()).toEqual({ unread: 2, waitingAt: testNow + 10_000 })
  for (const [message, place] of [
    [early, 1],
    [answer, 2],
    [late, 3],
  ])
    tx.run('update message set queue_order = ? where key = ?', [place ?? null, message ?? null])
  announceMoved(tx, { instance, chat }, [])
  expect(waiting()).toEqual({ unread: 1, waitingAt: testNow + 15_000 })
})

test('in a team an answer covers what the journal had brought to its writer, and at that desk what a history had shown', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const chat = archive.chat('10001')
  const [early, shown] = [10, 15].flatMap((seconds) =>
    archive.give('10001', [incoming(testSeconds + seconds)], { live: false }),
  )
  archive.setNow(testNow + 30_000)
  const [answer] = archive.give('10001', [{ ...incoming(testSeconds + 20), type: 'outgoing' }])
  archive.setNow(testNow + 60_000)
  const [late] = archive.give('10001', [incoming(testSeconds + 18)])
  // The journal had brought the writer the first alone; the others came by it after the answer.
  for (const [message, place] of [
    [early, 1],
    [shown, 4],
    [late, 5],
  ])
    tx.run('update message set live = 1, queue_order = ? where key = ?', [place ?? null, message ?? null])
  const waitingAt = () => {
    announceMoved(tx, { instance, chat }, [])
    return tx.get('select waiting_at as at from chat where key = ?', [chat])
  }
  tx.run(
    `insert into team_send (id, instance, author, state, attempt, id_message, seen_key)
     select 'a', instance, 'yara', 'accepted', 1, id_message, 3 from message where key = ?`,
    [answer ?? null],
  )
  tx.run("update message set writer = 'colleague' where key = ?", [answer ?? null])
  expect(waitingAt()).toEqual({ at: testNow + 15_000 })
  tx.run('delete from team_send')
  tx.run(
    `insert into outbox (message, instance, chat, seq, state, created_at, queued_at, next_try_at, operation, seen_key)
     values (:answer, :instance, :chat, 1, 'accepted', 0, 0, 0, 'sendMessage', 3)`,
    { answer, instance, chat },
  )
  tx.run("update message set writer = 'here' where key = ?", [answer ?? null])
  expect(waitingAt()).toEqual({ at: testNow + 18_000 })
})

test('an answer covers nothing that was written while it waited to be sent, though a history alone tells of it', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const chat = archive.chat('10001')
  const summary = () => tx.get('select unread, waiting_at as waitingAt from chat where key = ?', [chat])
  // Our clock is ten minutes ahead. Written at second 20 by the service's clock, the answer was accepted at second 60.
  tx.run('update instance set clock_offset_ms = -600000, counts_from = 0 where key = ?', [instance])
  archive.setNow(testNow + 20_000 + 600_000)
  const [answer] = archive.give('10001', [{ ...incoming(testSeconds + 60), type: 'outgoing' }])
  tx.run("update message set writer = 'here' where key = ?", [answer ?? null])
  archive.setNow(testNow + 90_000 + 600_000)
  archive.give('10001', [incoming(testSeconds + 10)], { live: false })
  expect(summary()).toEqual({ unread: 0, waitingAt: null })
  archive.give('10001', [incoming(testSeconds + 40)], { live: false })
  expect(summary()).toEqual({ unread: 1, waitingAt: testNow + 40_000 })
})

test('what a colleague closed may come here afterwards, and another message of its second waits', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const chat = archive.chat('10001')
  const waiting = () => tx.get('select waiting_at as at from chat where key = ?', [chat])
  tx.run('update chat set done_at = ?, done_seen_at = ? where key = ?', [testNow + 10_000, testNow + 20_000, chat])
  archive.setNow(testNow + 60_000)
  archive.give('10001', [incoming(testSeconds + 10)], { live: false })
  announceMoved(tx, { instance, chat }, [])
  expect(waiting()).toEqual({ at: null })
  archive.give('10001', [incoming(testSeconds + 10)])
  expect(waiting()).toEqual({ at: testNow + 10_000 })
})

test.each([
  [1, 0],
  [0, 0],
  [null, null],
])('a new message leaves the messenger’s archive %s as %s', (before, after) => {
  using archive = createTestArchive()
  const { tx } = archive
  archive.give('10001', [incoming(testSeconds)])
  const chat = archive.chat('10001')
  tx.run('update chat set service_archived = ? where key = ?', [before, chat])
  refreshSummary(tx, chat)
  expect(tx.get('select service_archived as it from chat where key = ?', [chat])).toEqual({ it: before })
  refreshSummary(tx, chat, true)
  expect(tx.get('select service_archived as it from chat where key = ?', [chat])).toEqual({ it: after })
})
