import { expect, onTestFinished, test } from 'vitest'
import { createTestArchive } from '../../testing/create-test-archive.ts'
import { mediaReads } from './media-intents.ts'

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
