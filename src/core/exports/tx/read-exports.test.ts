import { expect, onTestFinished, test } from 'vitest'
import type { ChatKey, MessageKey } from '../../../contract/ids.ts'
import { enqueue } from '../../sending/tx/enqueue.ts'
import { createTestArchive, testSeconds } from '../../testing/create-test-archive.ts'
import { exportReads, type ExportCursor } from './read-exports.ts'

function archive() {
  const made = createTestArchive()
  onTestFinished(() => made[Symbol.dispose]())
  return made
}

test('the record of an order does not hold the token that opens it', () => {
  const { tx, give } = archive()
  const order = { orderId: '7', token: 'AR5kSecretOfTheOrder' }
  const messages = give('200', [{ typeMessage: 'orderMessage', orderMessage: order } as never])
  const [record] = exportReads['export.records'](tx, { messages }).values()
  expect(record?.raw).toContain('"orderId":"7"')
  expect(record?.raw).not.toContain('AR5kSecretOfTheOrder')
})

test('the statuses of a message come in the order in which they were seen', () => {
  const { tx, give } = archive()
  const sent = { idMessage: 'OUT1', type: 'outgoing', typeMessage: 'textMessage', textMessage: 'Hello' } as const
  const messages = give('200', [{ ...sent, statusMessage: 'sent' }])
  for (const statusMessage of ['delivered', 'read']) give('200', [{ ...sent, statusMessage }])
  const [seen = []] = exportReads['export.observations'](tx, { messages }).values()
  expect(seen.map(({ raw }) => raw)).toEqual(['sent', 'delivered', 'read'])
})

test('the messages of a chat come in pages, oldest first and those that wait last, or as they are selected', () => {
  const { tx, give, chat } = archive()
  const text = (word: string, seconds: number) => ({
    ...{ typeMessage: 'textMessage', textMessage: word, timestamp: testSeconds + seconds },
  })
  const [one, , three] = give('200', [text('one', -3), text('two', -2), text('three', -1)])
  const waiting = enqueue(tx, { chat: chat('200'), text: 'waiting' }).message
  const read = (after: ExportCursor | null, messages: readonly MessageKey[] | null = null) =>
    exportReads['export.messages'](tx, { chat: chat('200'), messages, after, limit: 2 })
  const first = read(null)
  const keys = [first, read(first.last)].map(({ messages }) => messages.map(({ key }) => key))
  expect(keys).toEqual([
    [one, expect.any(Number)],
    [three, waiting],
  ])
  expect(read(null, [waiting]).messages.map(({ key }) => key)).toEqual([waiting])
  // Nothing came from the service yet of a message that waits.
  expect(exportReads['export.records'](tx, { messages: [waiting] }).get(waiting)).toEqual({
    ...{ downloadUrl: null, raw: null },
  })
})

test('a chat that is not there is not exported', () => {
  const { tx, give, chat } = archive()
  give('200', [{ typeMessage: 'textMessage', textMessage: 'Hello' }])
  expect(exportReads['export.chatHead'](tx, { chat: chat('200') })).toMatchObject({ chatId: '200', kind: 'user' })
  expect(() => exportReads['export.chatHead'](tx, { chat: 99 as ChatKey })).toThrow('notFound')
})
