import { expect, test } from 'vitest'
import { learnClock } from '../../../sending/tx/sending-intents.ts'
import { createTestArchive, testNow, testSeconds } from '../../../testing/create-test-archive.ts'
import { archiveWrites } from './archive-intents.ts'
import { ingest } from './ingest.ts'

test('a record that comes again with nothing new in it changes no message', () => {
  using archive = createTestArchive()
  const report = (text: string) => {
    archive.give('10001', [{ idMessage: 'AB4', typeMessage: 'textMessage', textMessage: text }])
    return archive.takeChanges().filter(({ kind }) => kind === 'messages')
  }
  expect(report('hello')).toHaveLength(1)
  expect(report('hello')).toEqual([])
  expect(report('hello again')).toHaveLength(1)
})

test('an edit that only a history showed gives way to the next one, although this clock was minutes ahead', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const first = { idMessage: 'AB4', type: 'incoming', timestamp: testSeconds - 60, typeMessage: 'textMessage' } as const
  archive.give('10001', [{ ...first, textMessage: 'At nine' }])
  const seenAt = testNow + 3 * 60_000
  archive.setNow(seenAt)
  learnClock(tx, { instance, offsetMs: testNow - seenAt, wrongSince: null })
  const texts = () => tx.all('select text from message')
  const history = { instance, source: 'getChatHistory', chatId: '10001', seenAt: seenAt + 1000 } as const
  archiveWrites['archive.ingest'](tx, { ...history, records: [{ ...first, chatId: '10001', textMessage: 'At ten' }] })
  expect(texts()).toEqual([{ text: 'At ten' }])
  const edit = { kind: 'edit', chatId: '10001', targetId: 'AB4', text: 'At eleven', at: testNow + 60_000 } as const
  ingest(tx, instance, [{ ...edit, tie: 'a', source: 'notification' }], { live: true, seenAt: seenAt + 60_000 })
  expect(texts()).toEqual([{ text: 'At eleven' }])
})

test('an edit that failed did not happen, although its failure was told before its answer', () => {
  using archive = createTestArchive()
  const { tx, instance } = archive
  const text = { typeMessage: 'textMessage', textMessage: 'See you at 5' } as const
  archive.give('10001', [{ ...text, idMessage: 'AB4', type: 'outgoing', timestamp: testSeconds - 60 }])
  const failure = { kind: 'status', chatId: '10001', idMessage: 'AB5', raw: 'failed', text: null } as const
  ingest(tx, instance, [{ ...failure, serviceAt: testNow }], { live: true, seenAt: testNow })
  const edit = { kind: 'edit', chatId: '10001', targetId: 'AB4', text: 'See you at 6', at: testNow, tie: 'a' } as const
  ingest(tx, instance, [{ ...edit, source: 'app', answeredId: 'AB5' }], { live: false, seenAt: testNow })
  expect(tx.all('select text, edited from message')).toEqual([{ text: 'See you at 5', edited: 0 }])
})
