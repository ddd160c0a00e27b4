import { expect, it } from 'vitest'
import type { MessageKey } from '../../../contract/ids.ts'
import { messageSubject, messagesNamed, subjectsOf } from './request-subjects.ts'

const of = (requestBody: string, responseBody: string, subject: string | null = null) => [
  ...subjectsOf({ subject, requestBody, responseBody }),
]

it('finds the message of a send, of a status read, of a notification', () => {
  expect(of('{"chatId":"200","message":"hi"}', '{"idMessage":"3EB0"}', 'message 7')).toEqual(['message 7', 'id 3EB0'])
  expect(of('{"chatId":"200","idMessage":"3EB0"}', '')).toEqual(['id 3EB0'])
  expect(of('{}', '{"receiptId":1,"body":{"idMessage": 1795264752,"status":"read"}}')).toEqual(['id 1795264752'])
})

it('names every message of a list once, also of one that was cut', () => {
  expect(of('', '[{"idMessage":"A"},{"idMessage":"B"},{"idMessage":"A"},{"idMess')).toEqual(['id A', 'id B'])
  const long = Array.from({ length: 2000 }, (_, index) => ({ idMessage: String(index) }))
  expect(of('', JSON.stringify(long))).toHaveLength(500)
})

it('is not misled by text that only speaks of ids', () => {
  expect(of(JSON.stringify({ message: '"idMessage":"X"' }), 'idMessage: Y')).toEqual([])
})

it('reads back which messages are named', () => {
  const own = { message: 7 as MessageKey, createdAt: 1_795_264_752_000 }
  expect(messagesNamed([messageSubject(own), 'id 3EB0', 'something else'])).toEqual({ own: [own], ids: ['3EB0'] })
})
