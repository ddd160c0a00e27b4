import { expect, onTestFinished, test } from 'vitest'
import { createTestArchive } from '../../testing/create-test-archive.ts'
import { exportReads } from './read-exports.ts'

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
