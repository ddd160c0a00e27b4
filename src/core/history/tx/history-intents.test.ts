import { expect, onTestFinished, test } from 'vitest'
import type { ChatKey } from '../../../contract/ids.ts'
import { createTestArchive, testNow, testSeconds } from '../../testing/create-test-archive.ts'
import { historyReads, historyWrites } from './history-intents.ts'

function archive() {
  const made = createTestArchive()
  onTestFinished(() => made[Symbol.dispose]())
  return made
}

test('a journal that was read after a time that nobody read does not count as read whole', () => {
  const { tx, instance } = archive()
  const read = (from: number, at: number) => {
    historyWrites['history.recordJournalRead'](tx, { instance, journal: 'lastIncomingMessages', from, at })
    return historyReads['history.journalReads'](tx, { instance }).lastIncomingMessages
  }
  expect(read(0, 100)).toBe(100)
  expect(read(200, 300)).toBe(100)
  expect(read(100, 400)).toBe(400)
})

test('after an absence the chat that was active last is checked first', () => {
  const { tx, instance, give, chat } = archive()
  for (const [id, hour] of [
    ['200', 2],
    ['300', 1],
    ['400', 3],
  ] as const)
    give(id, [{ typeMessage: 'textMessage', textMessage: 'Hello', timestamp: testSeconds - hour * 3600 }])
  const within = { from: testNow - 86_400_000, to: testNow }
  const chats = historyReads['history.chatsToCheck'](tx, { instance, within })
  expect(chats.map((one) => one.chat)).toEqual([chat('300'), chat('200'), chat('400')])
})

test('a window makes its time known, announces it, and leaves only other chats to check', () => {
  const { tx, instance, give, chat, takeChanges } = archive()
  for (const id of ['200', '300'])
    give(id, [{ typeMessage: 'textMessage', textMessage: 'Hello', timestamp: testSeconds - 3600 }])
  const within = { from: testNow - 86_400_000, to: testNow }
  const window = { chat: chat('200'), oldestAt: within.from, askedAt: testNow + 120_000, reachedStart: true }
  takeChanges()
  historyWrites['history.recordWindow'](tx, window)
  expect(takeChanges()).toContainEqual({ kind: 'messages', instance, chat: chat('200'), messages: [] })
  expect(historyReads['history.state'](tx, { chat: chat('200') })).toMatchObject({
    ...{ instance, chatId: '200', kind: 'user', reachedStart: true, known: 1 },
  })
  expect(historyReads['history.chatsToCheck'](tx, { instance, within }).map((one) => one.chat)).toEqual([chat('300')])
  expect(() => historyReads['history.state'](tx, { chat: 99 as ChatKey })).toThrow('notFound')
})

test.each([
  ['account_json', '{"historySyncProgress":40}'],
  ['sync_json', '{"arriving":true}'],
])('while the service still gets a history (%s), no window has the start of a chat', (column, value) => {
  const { tx, instance, give, chat } = archive()
  give('200', [{ typeMessage: 'textMessage', textMessage: 'Hello', timestamp: testSeconds - 3600 }])
  tx.run(`update instance set ${column} = ? where key = ?`, [value, instance])
  historyWrites['history.recordWindow'](tx, {
    ...{ chat: chat('200'), oldestAt: testNow - 3_600_000, askedAt: testNow, reachedStart: true },
  })
  expect(historyReads['history.state'](tx, { chat: chat('200') }).reachedStart).toBe(false)
})

test('a chat starts with its oldest message that was sent, also where that is older than what the window showed', () => {
  const { tx, give, chat } = archive()
  const [waiting] = [9, 5, 1].flatMap((hours) =>
    give('200', [{ typeMessage: 'textMessage', textMessage: 'Hello', timestamp: testSeconds - hours * 3600 }]),
  )
  tx.run('update message set unsent = 1 where key = ?', [waiting ?? 0])
  const window = { chat: chat('200'), oldestAt: testNow - 3_600_000, askedAt: testNow, reachedStart: true }
  historyWrites['history.recordWindow'](tx, window)
  expect(tx.get('select start_at as at from chat where key = ?', [chat('200')])).toEqual({
    at: testNow - 5 * 3_600_000,
  })
})
