import { expect, onTestFinished, test } from 'vitest'
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
