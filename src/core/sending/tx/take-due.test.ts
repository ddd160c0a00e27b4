import { expect, test } from 'vitest'
import { createTestArchive, testNow } from '../../testing/create-test-archive.ts'
import { retryPolicy } from '../rules/retry-policy.ts'
import { enqueue } from './enqueue.ts'
import { takeDue } from './take-due.ts'
import { undoSend } from './sending-intents.ts'

function open() {
  const archive = createTestArchive()
  const { tx, instance } = archive
  const chat = archive.chat('10001')
  const write = (text: string) => enqueue(tx, { chat, text }).message
  const take = (more: object = {}) => takeDue(tx, { instance, chats: [chat], ...more })[0]
  const states = () => tx.all<{ state: string }>('select state from outbox order by seq').map(({ state }) => state)
  return { archive, tx, write, take, states, [Symbol.dispose]: () => archive[Symbol.dispose]() }
}

test('of what waits only what the team granted goes, and the rest is looked at again', () => {
  using outbox = open()
  const message = outbox.write('hello')
  const other = outbox.write('and')
  const claimed = (of: typeof message) => ({ only: [{ message: of, id: 'a', attempt: 1 }] })
  expect(outbox.take(claimed(other))).toMatchObject({ send: null, nextAt: testNow + retryPolicy.claim })
  expect(outbox.take({ only: [] })).toMatchObject({ send: null })
  expect(outbox.states()).toEqual(['queued', 'queued'])
  expect(outbox.take(claimed(message))).toMatchObject({ send: { message } })
  expect(outbox.states()).toEqual(['sending', 'queued'])
})

test('Undo takes back what waits, and says nothing of what has left', () => {
  using outbox = open()
  const [left, waiting] = [outbox.write('hello'), outbox.write('never mind')]
  outbox.take()
  expect(undoSend(outbox.tx, { messages: [left, waiting] })).toMatchObject({ undone: [waiting], text: 'never mind' })
  expect(outbox.states()).toEqual(['sending'])
  expect(() => undoSend(outbox.tx, { messages: [left] })).toThrow('notCancellable')
  expect(outbox.states()).toEqual(['sending'])
})
