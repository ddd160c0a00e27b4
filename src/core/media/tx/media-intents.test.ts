import { expect, onTestFinished, test } from 'vitest'
import type { MessageKey } from '../../../contract/ids.ts'
import { createTestArchive, testNow } from '../../testing/create-test-archive.ts'
import { mediaReads, mediaWrites } from './media-intents.ts'

test('files come by themselves for new messages alone, and for none that its sender deleted', () => {
  const archive = createTestArchive()
  onTestFinished(() => archive[Symbol.dispose]())
  const { tx, give } = archive
  const picture = { typeMessage: 'imageMessage', downloadUrl: 'https://files.example/1.jpg' }
  const [fresh, deleted, text] = give('200', [
    picture,
    { ...picture, isDeleted: true },
    { typeMessage: 'textMessage', textMessage: 'Hello' },
  ])
  const [old] = give('200', [picture], { live: false })
  const messages = [fresh, deleted, text, old].filter((key) => key !== undefined)
  expect(messages).toHaveLength(4)
  expect(mediaReads['media.unfetched'](tx, { messages })).toEqual([fresh])
})

const cached = (ref: string, bytes = 10) => ({ ref, mimeType: 'image/jpeg', bytes, width: 1, height: 1 })

test('what became of the file of a message is announced with it, and forgotten for one that is gone', () => {
  const archive = createTestArchive()
  onTestFinished(() => archive[Symbol.dispose]())
  const { tx, instance, give, chat, takeChanges } = archive
  const [message] = give('200', [{ typeMessage: 'imageMessage', downloadUrl: 'https://files.example/1.jpg' }])
  const [text] = give('200', [{ typeMessage: 'textMessage', textMessage: 'Hello' }])
  if (message === undefined || text === undefined) throw new Error('not stored')
  const state = () => mediaReads['media.source'](tx, { message }).state
  const announced = [
    { kind: 'media', message },
    { kind: 'messages', instance, chat: chat('200'), messages: [message] },
  ]
  takeChanges()
  mediaWrites['media.failed'](tx, { message, code: 'linkExpired', text: null })
  expect(takeChanges()).toEqual(announced)
  expect(state()).toMatchObject({ kind: 'failed', code: 'linkExpired' })
  expect(mediaWrites['media.fetched'](tx, { message, file: cached('a') })).toBe(true)
  expect(takeChanges()).toEqual(expect.arrayContaining(announced))
  expect(state()).toMatchObject({ kind: 'ready' })
  mediaWrites['media.forget'](tx, { refs: ['a'] })
  expect(takeChanges()).toEqual(expect.arrayContaining(announced))
  expect(state()).toMatchObject({ kind: 'absent' })
  const gone = 99 as MessageKey
  expect(mediaWrites['media.fetched'](tx, { message: gone, file: cached('b') })).toBe(false)
  mediaWrites['media.failed'](tx, { message: gone, code: 'linkExpired', text: null })
  expect(mediaReads['media.known'](tx, { refs: ['a', 'b'] })).toEqual([])
  for (const none of [gone, text]) expect(() => mediaReads['media.source'](tx, { message: none })).toThrow('notFound')
})

test('room is made by the files that were used longest ago, and no more of them than it takes', () => {
  const archive = createTestArchive()
  onTestFinished(() => archive[Symbol.dispose]())
  const { tx, setNow } = archive
  for (const [seconds, ref] of ['a', 'b', 'c'].entries()) {
    setNow(testNow + seconds * 1000)
    mediaWrites['media.storeFile'](tx, cached(ref))
  }
  setNow(testNow + 10_000)
  mediaWrites['media.used'](tx, { refs: ['a'] })
  expect(mediaWrites['media.evict'](tx, { maxBytes: 30 })).toEqual([])
  expect(mediaWrites['media.evict'](tx, { maxBytes: 20 })).toEqual(['b'])
  expect(mediaReads['media.bytes'](tx)).toBe(20)
  expect(mediaReads['media.known'](tx, { refs: ['a', 'b', 'c'] })).toEqual(['a', 'c'])
})
