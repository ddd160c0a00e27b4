import { expect, test } from 'vitest'
import { createTestArchive, testNow } from '../../testing/create-test-archive.ts'
import { retryPolicy } from '../rules/retry-policy.ts'
import { enqueue } from './enqueue.ts'
import type { OutboxRow } from '../../messages/outbox/tx/outbox-row.ts'
import { requestOf, takeDue } from './take-due.ts'
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

test('a request says what was written last, and where the file of a message has come to', () => {
  const row = (of: object) => requestOf({ request: {}, text: '', file: null, ...of } as OutboxRow)
  const url = { urlFile: 'https://a.example/old', fileName: 'a.png' }
  const stored = { link: null, path: '/spool/a', bytes: 1 }
  expect(row({ operation: 'sendMessage', text: 'Better', request: { message: 'Draft' } })).toEqual({
    operation: 'sendMessage',
    input: { message: 'Better' },
  })
  expect(row({ operation: 'sendPoll', request: { options: [] } })).toEqual({
    operation: 'sendPoll',
    input: { options: [] },
  })
  expect(row({ operation: 'sendFileByUrl', request: url })).toEqual({ operation: 'sendFileByUrl', input: url })
  expect(row({ operation: 'sendFileByUrl', request: { caption: 'c' }, file: stored })).toEqual({
    operation: 'sendFileByUpload',
    input: { fileName: '', caption: 'c' },
    file: stored,
  })
  expect(row({ operation: 'sendFileByUrl', request: url, file: { ...stored, link: 'https://a.example/new' } })).toEqual(
    {
      operation: 'sendFileByUrl',
      input: { ...url, urlFile: 'https://a.example/new' },
    },
  )
})

test('a message that goes out again and again without a connection says so once', () => {
  using outbox = open()
  const message = outbox.write('hello')
  const sendings = () =>
    outbox.tx.get(`select count(*) as n from observation where message = ? and raw = 'sending'`, [message])
  const failed = (text: string) => {
    outbox.tx.run(`update outbox set state = 'queued', next_try_at = 0 where message = ?`, [message])
    outbox.tx.run(
      `insert into observation (message, source, raw, status, seen_at, text) values (?, 'app', 'queued', 'queued', ?, ?)`,
      [message, testNow, text],
    )
  }
  outbox.take()
  failed('offline')
  outbox.take()
  failed('starting')
  outbox.take()
  expect(sendings()).toEqual({ n: 1 })
  failed('timeout')
  outbox.take()
  expect(sendings()).toEqual({ n: 2 })
})
